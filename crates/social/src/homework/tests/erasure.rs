//! What a member takes along, and what goes with their account.

use super::*;

#[tokio::test]
async fn a_member_takes_along_what_they_did_and_erasing_forgets_it() {
    let portal = portal().await;
    let (lead, alice, bob) =
        (portal.class_admin().await, portal.member().await, portal.register("240101").await);
    let (board, sheet) = (picture(&portal, "240100", 1).await, picture(&portal, "240111", 2).await);
    let made = write(&lead, json!({ "pictures": [board], "hand_in": true })).await;
    let handed = json!({ "text": "我的答案", "files": [{ "hash": sheet, "name": "答案.png" }] });
    alice.put(&member(&made, "/submission"), &handed).await.data();
    bob.put(&member(&made, "/submission"), &json!({ "text": "别人的" })).await.data();

    let export = async |user: &str| {
        let user = id(user);
        portal.app.db.read(move |read| Ok((FEATURE.export_user)(read, &user)?)).await.unwrap()
    };
    let own = export("240111").await.unwrap();
    assert_eq!(own["submissions"][0]["text"], "我的答案");
    assert_eq!(own["submissions"][0]["files"][0], json!({ "hash": sheet, "name": "答案.png" }));
    assert_eq!(own["done"][0]["homework"], made["id"]);
    assert_eq!(export("240100").await.unwrap()["pictures"][0]["hash"], json!(board));
    assert!(!own.to_string().contains("别人的"));

    for user in ["240111", "240100"] {
        let user = id(user);
        portal.app.write(move |tx| Ok((FEATURE.erase_user)(tx, &user)?)).await.unwrap();
    }
    assert_eq!((export("240111").await, export("240100").await), (None, None));
    let card = alice.get(&member(&made, "")).await.data();
    assert_eq!(
        (&card["submission"], &card["done_at"], &card["pictures"]),
        (&Value::Null, &Value::Null, &json!([]))
    );
    assert!(!reads(&portal, "240101", &board).await, "pictures go with the account of whoever added them");
    assert_eq!(bob.get(&member(&made, "")).await.data()["submission"]["text"], "别人的");
}

#[tokio::test]
async fn a_card_stays_when_its_author_is_erased() {
    let portal = portal().await;
    let (lead, alice, admin) = (portal.class_admin().await, portal.member().await, portal.admin().await);
    let made = write(&lead, json!({})).await;
    admin.delete("/api/admin/users/240100").await.data();
    let card = alice.get(&member(&made, "")).await.data();
    assert_eq!((&card["subject"], &card["author_id"]), (&json!("数学"), &json!("")));
    tick(&alice, &made, true).await;
    let told = events(&portal, "homework", "changed").await;
    assert_eq!(told[0].audience, "user:240111");
    assert_eq!(admin.get(&staff(&made, "/progress")).await.data()["done"], 1);
}
