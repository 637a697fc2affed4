//! Who has voted and who has not, and the answers as a table.

use identity::admin::MANAGE_POSTS;
use kernel::user::Ban;

use super::*;

/// The user IDs of a list of voters.
fn ids(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|voter| voter["user_id"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn the_author_and_moderators_learn_who_has_voted_and_who_has_not_and_never_what() {
    let portal = portal().await;
    let (alice, bob) = (portal.member().await, portal.register("240101").await);
    let officer = portal.officer(&[&MANAGE_POSTS]).await;
    portal.register("240103").await;
    portal.register("240201").await;
    portal.ban("240103", Some(Ban::default())).await;
    let own = json!({ "visible_groups": ["class_01"] });
    let made = ask(&alice, merged(lunch(&json!({ "secret": false })), &own)).await;
    choose(&bob, &made, 0).await.data();
    for client in [&alice, &officer] {
        let voters = client.get(&path(&made, "/voters")).await.data();
        let has = json!([{ "user_id": "240101", "net_name": "net-240101", "real_name": "实名240101" }]);
        assert_eq!(voters["voted"], has);
        assert_eq!(ids(&voters["missing"]), ["240112"], "neither the author, the banned nor another class");
    }
    assert_eq!(bob.get(&path(&made, "/voters")).await.refusal(), "403 无权限执行此操作");
}

#[tokio::test]
async fn lists_of_voters_do_not_tell_an_anonymous_author() {
    let portal = portal().await;
    let (alice, bob) = (portal.member().await, portal.register("240101").await);
    let officer = portal.officer(&[&MANAGE_POSTS]).await;
    for (audience, missing) in [("class_01", &["240111", "240112"][..]), ("class_02", &["240201"])] {
        if audience == "class_02" {
            portal.register("240201").await;
        }
        let anonymous = json!({ "anonymous": true, "visible_groups": [audience] });
        let made = ask(&alice, merged(lunch(&json!({ "results_from": "close" })), &anonymous)).await;
        if audience == "class_01" {
            choose(&bob, &made, 0).await.data();
            let voters = officer.get(&path(&made, "/voters")).await.data();
            assert_eq!(ids(&voters["missing"]), missing, "the author is one of those who are asked");
        }
        let voters = alice.get(&path(&made, "/voters")).await.data();
        assert_eq!(ids(&voters["missing"]), missing);
    }
}

#[tokio::test]
async fn the_author_gets_a_table_whose_cells_are_no_formulas() {
    let portal = portal().await;
    let (alice, bob, carol) =
        (portal.member().await, portal.register("240101").await, portal.register("240102").await);
    let made = ask(&alice, outing(&json!({ "secret": false }))).await;
    let text = "=cmd|' /C calc'!A0, \"x\"";
    let answers = json!([{ "question": 0, "choices": [0, 2] }, { "question": 1, "text": text }, { "question": 2, "value": 3 }]);
    vote(&carol, &made, answers).await.data();
    vote(&bob, &made, json!([{ "question": 2, "value": 0 }])).await.data();
    for client in [&bob, &portal.admin().await] {
        assert_eq!(client.get(&path(&made, "/results.csv")).await.refusal(), "403 无权限执行此操作");
    }
    let answer = alice.get(&path(&made, "/results.csv")).await;
    assert_eq!(answer.header("content-type"), "text/csv; charset=utf-8");
    let name = format!("attachment; filename=\"results-{}.csv\"", made["id"]);
    assert_eq!(answer.header("content-disposition"), name);
    assert_eq!(
        answer.text(),
        "\u{feff}\"昵称\",\"去哪里\",\"想说什么\",\"期待程度\"\r\n\
         \"net-240101\",\"\",\"\",\"0\"\r\n\
         \"net-240102\",\"山; 城\",\"'=cmd|' /C calc'!A0, \"\"x\"\"\",\"3\"\r\n"
    );

    let options = json!([{ "kind": "choice", "options": ["+1", "-1", "@a"], "max_choices": 2 }]);
    let secret = ask(&alice, lunch(&json!({ "questions": options }))).await;
    for (client, option) in [(&bob, 0), (&carol, 1), (&alice, 2)] {
        choose(client, &secret, option).await.data();
    }
    let table = alice.get(&path(&secret, "/results.csv")).await.text();
    assert!(
        table.starts_with("\u{feff}\"午饭吃什么\"\r\n"),
        "a question without words is called by the title"
    );
    let mut rows: Vec<&str> = table.lines().skip(1).collect();
    rows.sort_unstable();
    assert_eq!(rows, ["\"'+1\"", "\"'-1\"", "\"'@a\""], "without a name");
}
