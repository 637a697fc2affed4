//! What clients are told of updates, and who settles it.

use futures_util::future::join_all;
use identity::testing::TestPortal;
use kernel::Feature;
use kernel::testing::{Client, TestSetup};
use serde_json::{Value, json};

const SETTINGS: &str = "/api/admin/version";

async fn portal() -> TestPortal {
    TestPortal::new(&[crate::system::FEATURE]).await
}

fn change(min: &str, forced: bool, url: &str) -> Value {
    json!({ "minClientVersion": min, "forceUpdate": forced, "updateUrl": url })
}

/// What anyone is told: min, forced, since and action of the heartbeat, and the address of the version.
async fn client_update(portal: &TestPortal) -> [Value; 5] {
    let anyone = portal.anonymous();
    let beat = anyone.get("/api/system/heartbeat").await.data();
    let version = anyone.get("/api/system/version").await.data();
    assert_eq!(
        (&beat["minClientVersion"], &beat["forceUpdate"]),
        (&version["minClientVersion"], &version["forceUpdate"])
    );
    let of = |name: &str| beat[name].clone();
    [
        of("minClientVersion"),
        of("forceUpdate"),
        of("forceUpdateSince"),
        of("action"),
        version["updateUrl"].clone(),
    ]
}

async fn put(client: &Client, body: &Value) -> String {
    let answer = client.put(SETTINGS, body).await;
    if answer.status == 200 { "200".into() } else { answer.refusal() }
}

/// How often the log says that it was settled.
async fn logged(admin: &Client) -> usize {
    let logs = admin.get("/api/admin/logs").await.data()["logs"].clone();
    logs.as_array().unwrap().iter().filter(|row| row["action"] == "set_client_update").count()
}

#[tokio::test]
async fn a_forced_update_is_told_with_every_heartbeat_until_it_is_ended() {
    let portal = portal().await;
    let admin = portal.admin().await;
    assert_eq!(
        client_update(&portal).await,
        [json!("0.1.0"), json!(false), Value::Null, json!("none"), json!("")]
    );

    let answer = admin.put(SETTINGS, &change("1.4.0", true, "https://example.org/app")).await.data();
    let first = json!("2026-09-01T00:00:00.000Z");
    let forced = json!({ "version": env!("CARGO_PKG_VERSION"), "minClientVersion": "1.4.0", "forceUpdate": true,
                         "forceUpdateSince": first, "updateUrl": "https://example.org/app" });
    assert_eq!(answer, forced);
    assert_eq!(admin.get(SETTINGS).await.data(), forced);
    let url = json!("https://example.org/app");
    assert_eq!(
        client_update(&portal).await,
        [json!("1.4.0"), json!(true), first.clone(), json!("force_reload"), url]
    );

    // What is forced already is the same forced update, whatever else changes.
    portal.advance(60);
    assert_eq!(put(&admin, &change("1.5.0-beta.1", true, "")).await, "200");
    let kept = [json!("1.5.0-beta.1"), json!(true), first.clone(), json!("force_reload"), json!("")];
    assert_eq!(client_update(&portal).await, kept);
    assert_eq!(put(&admin, &change("1.5.0-beta.1", false, "")).await, "200");
    let [_, forced, since, action, _] = client_update(&portal).await;
    assert_eq!([forced, since, action], [json!(false), Value::Null, json!("none")]);
    assert_eq!(put(&admin, &change("1.5.0-beta.1", true, "")).await, "200");
    assert_eq!(client_update(&portal).await[2], "2026-09-01T00:01:00.000Z", "another one");
}

#[tokio::test]
async fn what_no_client_could_read_is_refused_by_its_field_and_nothing_is_written() {
    let portal = portal().await;
    let admin = portal.admin().await;
    let before = client_update(&portal).await;
    let field = |name: &str| format!("400 字段“{name}”的格式不正确");
    for min in ["", "1", "1.2", "v1.2.3", "1.2.3.4", "01.2.3", "latest", &format!("1.2.3-{}", "x".repeat(80))]
    {
        assert_eq!(put(&admin, &change(min, true, "")).await, field("minClientVersion"), "{min}");
    }
    let long = format!("https://example.org/{}", "x".repeat(500));
    for url in [
        "example.org",
        "ftp://example.org/app",
        "javascript:alert(1)",
        "https://",
        "//example.org",
        "https://name:secret@example.org",
        long.as_str(),
    ] {
        assert_eq!(put(&admin, &change("1.4.0", true, url)).await, field("updateUrl"), "{url}");
    }
    for body in [json!({ "minClientVersion": "1.4.0", "forceUpdate": "yes", "updateUrl": "" }), json!([])] {
        assert_eq!(admin.put(SETTINGS, &body).await.status.as_u16(), 400, "{body}");
    }
    assert_eq!(client_update(&portal).await, before);
    assert_eq!(logged(&admin).await, 0);
}

#[tokio::test]
async fn what_is_absent_stays_as_it_is() {
    let portal = portal().await;
    let admin = portal.admin().await;
    assert_eq!(put(&admin, &change("1.4.0", true, "https://example.org/app")).await, "200");
    for change in [json!({}), json!({ "minClientVersion": "1.5.0" }), json!({ "forceUpdate": false })] {
        assert_eq!(put(&admin, &change).await, "200", "{change}");
    }
    let now = admin.get(SETTINGS).await.data();
    assert_eq!(now["minClientVersion"], "1.5.0");
    assert_eq!(now["forceUpdate"], false);
    assert_eq!(now["updateUrl"], "https://example.org/app");
}

#[tokio::test]
async fn a_setting_that_nobody_changed_keeps_the_default_of_the_release() {
    let portal = portal().await;
    let admin = portal.admin().await;
    assert_eq!(put(&admin, &json!({ "updateUrl": "https://example.org/app" })).await, "200");
    let stored = |name: &'static str| {
        let read = portal.app.write(move |tx| Ok(kernel::settings::Settings::stored(tx, name)?));
        async { read.await.unwrap() }
    };
    assert_eq!(stored("update_url").await.as_deref(), Some("https://example.org/app"));
    assert_eq!(stored("min_client_version").await, None);
    assert_eq!(stored("force_update_since").await, None);
}

#[tokio::test]
async fn only_system_admins_see_and_settle_it() {
    let portal = portal().await;
    let officer = portal.officer(&portal.permissions()).await;
    for client in [portal.member().await, officer, portal.class_admin().await] {
        assert_eq!(client.get(SETTINGS).await.refusal(), "403 无权限执行此操作");
        assert_eq!(put(&client, &change("1.4.0", true, "")).await, "403 无权限执行此操作");
    }
    assert_eq!(portal.anonymous().get(SETTINGS).await.status.as_u16(), 401);
    assert_eq!(client_update(&portal).await[1], false);
}

#[tokio::test]
async fn it_is_told_and_logged_once_and_survives_a_restart() {
    let portal = portal().await;
    let admin = portal.admin().await;
    let body = change("1.4.0", true, "https://example.org/app");
    let answers = join_all((0..50).map(|_| put(&admin, &body))).await;
    assert!(answers.iter().all(|answer| answer == "200"));

    let events = portal.app.db.read(|read| Ok(kernel::events::after(read, 0, 100)?)).await.unwrap();
    let told_of: Vec<_> =
        events.iter().filter(|event| event.name() == "system.client_update_changed").collect();
    assert_eq!(told_of.len(), 1);
    assert_eq!(told_of[0].audience, "all");
    let data: Value = serde_json::from_str(&told_of[0].data).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(data, json!({ "version": version, "minClientVersion": "1.4.0", "forceUpdate": true }));
    assert_eq!(logged(&admin).await, 1);

    let before = client_update(&portal).await;
    let portal = portal.restart(&[]).await;
    assert_eq!(client_update(&portal).await, before);
}

#[tokio::test]
async fn another_node_follows() {
    let portal = portal().await;
    let admin = portal.admin().await;
    let features: Vec<Feature> = identity::FEATURES.iter().copied().chain([crate::system::FEATURE]).collect();
    let setup = TestSetup {
        features: &features,
        accounts: identity::accounts,
        variables: &[("ADMIN_USER_IDS", "240000")],
    };
    let other = portal.second_node(setup).await;
    assert_eq!(put(&admin, &change("1.4.0", true, "")).await, "200");
    while other.anonymous().get("/api/system/heartbeat").await.data()["action"] != "force_reload" {
        portal.app.clock.advance(std::time::Duration::from_millis(100));
        tokio::task::yield_now().await;
    }
    other.app.stop().await;
}
