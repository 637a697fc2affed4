//! Who may install, update, roll back and uninstall, and for whom.

use identity::admin::{MANAGE_APP_CONTROL, MANAGE_USERS};
use identity::testing::TestPortal;
use kernel::testing::Client;
use serde_json::json;

use super::{Catalog, install, installed, portal_with, two_classes, zip};

#[tokio::test]
async fn officers_install_only_with_the_right_to_manage_apps() {
    let catalog = Catalog::new();
    catalog.put_app("hello", "1.0.0");
    let portal = portal_with(&catalog).await;
    let alice = portal.member().await;
    for path in
        ["preview", "install", "update", "rollback", "uninstall", "install-plugin", "uninstall-plugin"]
    {
        let answer = alice.post(&format!("/api/market/{path}"), &json!({ "name": "hello" })).await;
        assert_eq!(answer.status, 403, "{path}");
    }
    assert_eq!(portal.anonymous().get("/api/market/installed").await.status, 401);
    let officer = portal.officer(&[&MANAGE_USERS]).await;
    assert_eq!(install(&officer, "hello").await.status, 403);
    portal.promote("240112", &[&MANAGE_APP_CONTROL]).await;
    assert_eq!(install(&officer, "hello").await.status, 200);
}

/// The same with an app in the catalog.
async fn two_classes_and_an_app() -> (Catalog, TestPortal, [Client; 3]) {
    let catalog = Catalog::new();
    catalog.put_app("hello", "1.0.0");
    let (portal, clients) = two_classes(&catalog).await;
    (catalog, portal, clients)
}

async fn is_enabled(client: &Client, name: &str) -> bool {
    let data = client.get("/api/market/installed").await.data();
    let app = data["apps"].as_array().unwrap().iter().find(|app| app["name"] == name).unwrap();
    app["enabled"] == true
}

async fn status(client: &Client, act: &str, name: &str) -> u16 {
    client.post(&format!("/api/market/{act}"), &json!({ "name": name })).await.status.as_u16()
}

#[tokio::test]
async fn the_head_of_a_class_installs_for_that_class_alone() {
    let catalog = Catalog::new();
    catalog.put_app_with_backend(
        "hello",
        "1.0.0",
        "module.exports = function (req, res) { res.json({ ok: true }); };",
    );
    let (_portal, [one, other, admin]) = two_classes(&catalog).await;
    install(&one, "hello").await.data();
    assert!(is_enabled(&one, "hello").await);
    assert!(!is_enabled(&other, "hello").await);
    assert_eq!(one.get("/api/hello").await.status, 200);
    assert_eq!(other.get("/api/hello").await.refusal(), "404 该应用已停用");

    for outcome in ["enabled", "unchanged"] {
        assert_eq!(install(&other, "hello").await.data()["outcome"], json!(outcome));
        assert!(is_enabled(&other, "hello").await, "installing what is there turns it on for the own class");
    }
    let app = &admin.get("/api/market/installed").await.data()["apps"][0];
    assert_eq!(app["installed_for"], json!("01"));
    for (client, expected) in [(&admin, true), (&one, false), (&other, false)] {
        let app = &client.get("/api/market/installed").await.data()["apps"][0];
        assert_eq!(app["may_change"], json!(expected), "two classes use it");
    }
}

#[tokio::test]
async fn what_another_class_uses_is_changed_by_admins_alone() {
    let (catalog, _portal, [one, other, admin]) = two_classes_and_an_app().await;
    install(&one, "hello").await.data();
    catalog.put_app("hello", "1.1.0");
    for act in ["uninstall", "rollback"] {
        assert_eq!(status(&other, act, "hello").await, 403, "{act} of what class 01 has installed");
    }
    assert_eq!(status(&one, "update", "hello").await, 200);
    install(&other, "hello").await.data();
    for act in ["uninstall", "rollback"] {
        assert_eq!(status(&one, act, "hello").await, 403, "{act} while class 02 has it on");
    }
    assert_eq!(status(&admin, "rollback", "hello").await, 200);
    assert_eq!(status(&admin, "uninstall", "hello").await, 200);
    assert!(installed(&admin).await.is_empty());
}

#[tokio::test]
async fn an_admin_who_installs_it_too_makes_it_one_for_all_classes() {
    let (_catalog, _portal, [one, other, admin]) = two_classes_and_an_app().await;
    install(&one, "hello").await.data();
    install(&admin, "hello").await.data();
    assert!(is_enabled(&other, "hello").await);
    assert_eq!(status(&one, "uninstall", "hello").await, 403);
}

#[tokio::test]
async fn a_class_gets_what_it_looked_at_and_not_what_another_has_installed_under_the_name() {
    let (catalog, _portal, [one, other, admin]) = two_classes_and_an_app().await;
    install(&one, "hello").await.data();
    catalog.put_app("hello", "1.1.0");
    let refused = install(&other, "hello").await;
    assert_eq!((refused.status.as_u16(), &refused.json()["slug"]), (409, &json!("market_another_in_use")));
    let preview = other.post("/api/market/preview", &json!({ "name": "hello" })).await;
    assert_eq!(preview.refusal(), refused.refusal(), "a preview promises nothing that is refused");
    assert!(!is_enabled(&other, "hello").await);
    assert_eq!(status(&admin, "update", "hello").await, 200);
    assert!(!is_enabled(&other, "hello").await, "an update of an admin leaves it the app of class 01");
}

#[tokio::test]
async fn a_preview_says_for_whom_it_installs() {
    let (catalog, _portal, [one, other, admin]) = two_classes_and_an_app().await;
    let reach = async |client: &Client| {
        let preview = client.post("/api/market/preview", &json!({ "name": "hello" })).await.data();
        json!([preview["several_classes"], preview["for_class"]])
    };
    for step in ["not installed", "of class 01", "of all classes"] {
        assert_eq!(reach(&one).await, json!([true, "01"]), "{step}");
        assert_eq!(reach(&other).await, json!([true, "02"]), "{step}");
        assert_eq!(reach(&admin).await, json!([true, null]), "{step}");
        let installs = if step == "not installed" { &one } else { &admin };
        install(installs, "hello").await.data();
    }
    let portal = portal_with(&catalog).await;
    assert_eq!(reach(&portal.class_admin().await).await, json!([false, null]), "the only class");
}

#[tokio::test]
async fn a_preview_of_an_update_names_the_class_that_keeps_the_app() {
    let (catalog, _portal, [one, _, admin]) = two_classes_and_an_app().await;
    install(&one, "hello").await.data();
    catalog.put_app("hello", "1.1.0");
    let preview = admin.post("/api/market/preview", &json!({ "name": "hello" })).await.data();
    assert_eq!(preview["for_class"], json!("01"));
    install(&admin, "hello").await.data();
    let preview = admin.post("/api/market/preview", &json!({ "name": "hello" })).await.data();
    assert_eq!(preview["for_class"], json!(null), "the version in use, for all");
}

#[tokio::test]
async fn a_zip_of_an_admin_updates_the_app_of_a_class_and_leaves_it_with_that_class() {
    let (catalog, _portal, [one, _, admin]) = two_classes_and_an_app().await;
    install(&one, "hello").await.data();
    catalog.put_app("hello", "1.1.0");
    let reach = async || {
        let data = admin.get("/api/market/installed").await.data();
        let app = data["apps"].as_array().unwrap().iter().find(|app| app["name"] == "hello").unwrap();
        (app["version"].clone(), app["installed_for"].clone())
    };
    zip::send(&admin, "", zip::packed(&catalog, "hello")).await.data();
    assert_eq!(reach().await, (json!("1.1.0"), json!("01")));
    // The version in use once more: now it is for all.
    zip::send(&admin, "", zip::packed(&catalog, "hello")).await.data();
    assert_eq!(reach().await, (json!("1.1.0"), json!(null)));
}

#[tokio::test]
async fn what_an_admin_has_turned_off_for_the_whole_portal_no_class_turns_on() {
    let (_catalog, _portal, [one, _, admin]) = two_classes_and_an_app().await;
    install(&admin, "hello").await.data();
    let turn = async |client: &Client, on: bool| {
        client.put(&format!("/api/switches/hello/{on}"), &json!({})).await.data();
    };
    turn(&admin, false).await;
    for act in ["preview", "install"] {
        let refused = one.post(&format!("/api/market/{act}"), &json!({ "name": "hello" })).await;
        assert_eq!(refused.refusal(), "409 “hello”已被系统管理员对整个门户停用，不能只为本班启用", "{act}");
    }
    turn(&admin, true).await;
    turn(&one, false).await;
    assert_eq!(install(&one, "hello").await.data()["outcome"], json!("enabled"));
    assert!(is_enabled(&one, "hello").await);
}

#[tokio::test]
async fn an_app_is_uninstalled_as_an_app_and_a_plugin_as_a_plugin() {
    let catalog = Catalog::new();
    catalog.put_app("hello", "1.0.0");
    let manifest = json!({ "type": "plugin", "name": "bridge", "label": "b", "version": "1.0.0",
                           "backend": { "mountPath": "/api/bridge", "entry": "./backend/routes.js" } });
    catalog.put("plugins", &manifest, &[("backend/routes.js", "module.exports = function () {};")]);
    let portal = portal_with(&catalog).await;
    let admin = portal.admin().await;
    install(&admin, "hello").await.data();
    admin.post("/api/market/install-plugin", &json!({ "name": "bridge" })).await.data();
    for (act, name, refusal) in [
        ("uninstall", "bridge", "404 “bridge”是插件，不是应用"),
        ("uninstall-plugin", "hello", "404 “hello”是应用，不是插件"),
        ("uninstall", "other", "404 “other”没有安装"),
    ] {
        let answer = admin.post(&format!("/api/market/{act}"), &json!({ "name": name })).await;
        assert_eq!(answer.refusal(), refusal);
    }
}
