//! The settings of apps.

use serde_json::{Value, json};

use super::{Catalog, install, manifest, portal_with};

/// Answers the values that the back end sees.
const ROUTES: &str = "
module.exports = function (req, res) {
  res.json({ level: process.env.LEVEL, key: process.env.API_KEY, on: process.env.IS_ON });
};";

fn put(catalog: &Catalog) {
    put_version(catalog, "1.0.0", "secret");
}

/// A version whose key is of this type.
fn put_version(catalog: &Catalog, version: &str, key_type: &str) {
    let mut manifest = manifest("hello", version);
    manifest["backend"] = json!({ "mountPath": "/api/hello", "entry": "./backend/routes.js" });
    manifest["config"] = json!([
        { "key": "LEVEL", "label": "难度", "type": "number", "default": 3 },
        { "key": "API_KEY", "label": "密钥", "type": key_type, "required": true },
        { "key": "IS_ON", "label": "开启", "type": "boolean" },
    ]);
    let entry = super::ENTRY.replace("NAME", "hello");
    let files =
        [("frontend/entry.js", entry.as_str()), ("icon.svg", super::ICON), ("backend/routes.js", ROUTES)];
    catalog.put("apps", &manifest, &files);
}

#[tokio::test]
async fn a_secret_reaches_the_back_end_and_nobody_else() {
    let catalog = Catalog::new();
    put(&catalog);
    let portal = portal_with(&catalog).await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    assert_eq!(install(&admin, "hello").await.data()["configRequired"], json!(["API_KEY"]));
    assert_eq!(alice.get("/api/hello").await.json(), json!({ "level": "3" }));

    let path = "/api/market/app-config/hello";
    let values = json!({ "values": { "API_KEY": "s3cret", "IS_ON": true, "LEVEL": 5 } });
    let set = admin.put(path, &values).await.data();
    assert_eq!(
        set["fields"][1],
        json!({ "key": "API_KEY", "label": "密钥", "type": "secret", "required": true,
                                         "default": null, "value": null, "is_set": true })
    );
    assert_eq!(alice.get("/api/hello").await.json(), json!({ "level": "5", "key": "s3cret", "on": "true" }));
    let app = alice.get("/api/market/installed").await.data()["apps"][0].clone();
    assert_eq!((&app["config"], &app["config_missing"]), (&json!({ "IS_ON": true, "LEVEL": 5 }), &json!([])));
    assert_eq!(alice.get(path).await.status, 403);

    admin.put(path, &json!({ "values": { "API_KEY": Value::Null } })).await.data();
    assert_eq!(alice.get("/api/hello").await.json(), json!({ "level": "5", "on": "true" }));
}

#[tokio::test]
async fn a_value_fits_its_field() {
    let catalog = Catalog::new();
    put(&catalog);
    let portal = portal_with(&catalog).await;
    let admin = portal.admin().await;
    install(&admin, "hello").await.data();
    let text = "400 “密钥”的值应为最多 4000 个字符的文本，不含空字符";
    for (key, value, refusal) in [
        ("LEVEL", json!("5"), "400 “难度”的值应为数字"),
        ("API_KEY", json!(5), text),
        ("IS_ON", json!("yes"), "400 “开启”的值应为布尔值 true 或 false"),
        ("OTHER", json!(1), "400 没有名为“OTHER”的设置项"),
        ("API_KEY", json!("x".repeat(4001)), text),
    ] {
        let answer = admin.put("/api/market/app-config/hello", &json!({ "values": { key: value } })).await;
        assert_eq!(answer.refusal(), refusal, "{key}");
    }
}

#[tokio::test]
async fn a_setting_whose_type_changes_is_unset_and_a_secret_becomes_no_text() {
    let catalog = Catalog::new();
    put(&catalog);
    let portal = portal_with(&catalog).await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    install(&admin, "hello").await.data();
    let path = "/api/market/app-config/hello";
    admin.put(path, &json!({ "values": { "API_KEY": "s3cret", "LEVEL": 5 } })).await.data();
    for (version, kind) in [("1.1.0", "string"), ("1.2.0", "secret")] {
        put_version(&catalog, version, kind);
        install(&admin, "hello").await.data();
        assert_eq!(alice.get("/api/hello").await.json(), json!({ "level": "5" }), "{kind}");
        let app = alice.get("/api/market/installed").await.data()["apps"][0].clone();
        assert_eq!(app["config_missing"], json!(["API_KEY"]), "{kind}");
        admin.put(path, &json!({ "values": { "API_KEY": "text" } })).await.data();
        assert_eq!(alice.get("/api/hello").await.json(), json!({ "level": "5", "key": "text" }), "{kind}");
    }
}

#[tokio::test]
async fn a_required_secret_that_is_empty_is_missing() {
    let catalog = Catalog::new();
    for (version, key_type) in [("1.0.0", "secret"), ("1.1.0", "string")] {
        put_version(&catalog, version, key_type);
        let portal = portal_with(&catalog).await;
        let (admin, alice) = (portal.admin().await, portal.member().await);
        install(&admin, "hello").await.data();
        for (value, missing) in [(json!("x"), json!([])), (json!(""), json!(["API_KEY"]))] {
            let values = json!({ "values": { "API_KEY": value } });
            admin.put("/api/market/app-config/hello", &values).await.data();
            let app = alice.get("/api/market/installed").await.data()["apps"][0].clone();
            assert_eq!(app["config_missing"], missing, "{key_type} {value}");
        }
    }
}

#[tokio::test]
async fn settings_that_stay_as_they_are_are_no_change() {
    let catalog = Catalog::new();
    put(&catalog);
    let portal = portal_with(&catalog).await;
    let admin = portal.admin().await;
    install(&admin, "hello").await.data();
    let path = "/api/market/app-config/hello";
    admin.put(path, &json!({ "values": { "LEVEL": 5, "API_KEY": "s3cret" } })).await.data();
    let newest = async || {
        let logs = admin.get("/api/admin/logs?action=set_market_app_config").await.data();
        (portal.app.events.newest().await.unwrap(), logs["logs"].as_array().unwrap().len())
    };
    let before = newest().await;
    assert_eq!(before.1, 1);
    for values in
        [json!({}), json!({ "LEVEL": 5, "IS_ON": null, "API_KEY": "s3cret" }), json!({ "LEVEL": 5.0 })]
    {
        let shown = admin.put(path, &json!({ "values": values })).await.data();
        assert_eq!(shown["fields"][0]["value"], json!(5));
    }
    assert_eq!(newest().await, before);
    admin.put(path, &json!({ "values": { "API_KEY": "another" } })).await.data();
    assert_eq!(newest().await.1, 2);
}

#[tokio::test]
async fn a_default_that_is_set_where_nothing_was_is_no_change() {
    let catalog = Catalog::new();
    put(&catalog);
    let portal = portal_with(&catalog).await;
    let admin = portal.admin().await;
    install(&admin, "hello").await.data();
    let before = portal.app.events.newest().await.unwrap();
    let path = "/api/market/app-config/hello";
    for value in [json!(3), json!(3.0)] {
        let shown = admin.put(path, &json!({ "values": { "LEVEL": value } })).await.data();
        assert_eq!(shown["fields"][0]["is_set"], json!(false));
    }
    assert_eq!(portal.app.events.newest().await.unwrap(), before);
    // Over another value it is one.
    for value in [4, 3] {
        let shown = admin.put(path, &json!({ "values": { "LEVEL": value } })).await.data();
        assert_eq!(shown["fields"][0]["value"], json!(value));
    }
}

#[tokio::test]
async fn a_number_has_one_form_however_it_is_written() {
    let catalog = Catalog::new();
    put(&catalog);
    let portal = portal_with(&catalog).await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    install(&admin, "hello").await.data();
    for (value, seen) in [(json!(7.0), "7"), (json!(0.5), "0.5"), (json!(-0.0), "0")] {
        admin.put("/api/market/app-config/hello", &json!({ "values": { "LEVEL": value } })).await.data();
        assert_eq!(alice.get("/api/hello").await.json()["level"], json!(seen));
    }
}
