//! Installing from a zip.

use axum::http::Method;
use identity::admin::MANAGE_APP_CONTROL;
use kernel::testing::{Answer, Client};
use market_package::{Package, zip_package};
use serde_json::json;

use super::{Catalog, installed, pair, portal_of, portal_with};

pub(super) fn packed(catalog: &Catalog, name: &str) -> Vec<u8> {
    let folder = catalog.0.path().join("apps").join(name);
    let opened = Package::from_folder(&folder, &market_package::Limits::INSTALL).unwrap();
    zip_package(&opened.package).unwrap()
}

pub(super) async fn send(client: &Client, query: &str, zip: Vec<u8>) -> Answer {
    client
        .send_raw(Method::POST, &format!("/api/market/install-zip{query}"), Some((zip, "application/zip")))
        .await
}

#[tokio::test]
async fn a_zip_is_looked_at_and_then_installed() {
    let catalog = Catalog::new();
    catalog.put_app("hello", "1.0.0");
    let portal = portal_with(&Catalog::new()).await;
    let admin = portal.admin().await;
    let zip = packed(&catalog, "hello");
    let preview = send(&admin, "?preview=1", zip.clone()).await.data();
    assert_eq!(preview["preview"]["name"], json!("hello"));
    for value in ["true", "0", "yes", "2", ""] {
        let refused = send(&admin, &format!("?preview={value}"), zip.clone()).await;
        assert_eq!(refused.refusal(), "400 字段“preview”的格式不正确", "{value}");
    }
    assert!(installed(&admin).await.is_empty());
    let reply = send(&admin, "", zip).await.data();
    assert_eq!(
        (&reply["installed"]["name"], &reply["installed"]["source"]),
        (&json!("hello"), &json!("zip"))
    );
    assert_eq!(installed(&admin).await, [pair("hello", "1.0.0")]);
    for bad in [b"no zip".to_vec(), Vec::new()] {
        assert_eq!(send(&admin, "", bad).await.status, 400);
    }
}

#[tokio::test]
async fn officers_do_not_install_what_no_source_has() {
    let catalog = Catalog::new();
    catalog.put_app("hello", "1.0.0");
    let portal = portal_with(&catalog).await;
    let officer = portal.officer(&[&MANAGE_APP_CONTROL]).await;
    assert_eq!(send(&officer, "", packed(&catalog, "hello")).await.status, 403);
    assert_eq!(send(&portal.class_admin().await, "", packed(&catalog, "hello")).await.status, 200);
}

#[tokio::test]
async fn where_signatures_are_asked_for_only_admins_install_zips() {
    let catalog = Catalog::new();
    catalog.put_app("hello", "1.0.0");
    let key = format!("{}=", "A".repeat(43));
    let portal = portal_of(&[("MARKET_SOURCES", &catalog.path()), ("MARKET_KEYS", &key)]).await;
    assert_eq!(send(&portal.class_admin().await, "", packed(&catalog, "hello")).await.status, 403);
    assert_eq!(send(&portal.admin().await, "", packed(&catalog, "hello")).await.status, 200);
}

#[tokio::test]
async fn of_two_who_install_at_once_each_is_answered_with_their_own_version() {
    let catalog = Catalog::new();
    let zips = ["1.0.0", "1.1.0"].map(|version| {
        catalog.put_app("hello", version);
        packed(&catalog, "hello")
    });
    let portal = portal_with(&Catalog::new()).await;
    let admin = portal.admin().await;
    for _ in 0..10 {
        let [old, new] = zips.clone();
        let (old, new) = tokio::join!(send(&admin, "", old), send(&admin, "", new));
        assert_eq!(new.data()["installed"]["version"], json!("1.1.0"));
        // Behind the other one it is a downgrade.
        if old.status != 400 {
            assert_eq!(old.data()["installed"]["version"], json!("1.0.0"));
        }
        admin.post("/api/market/uninstall", &json!({ "name": "hello" })).await.data();
    }
}
