//! Sources: their order, and what each may do wrong.

use serde_json::json;

use super::{Catalog, install, installed, pair, portal_of, portal_with};

#[tokio::test]
async fn whatever_is_wrong_with_a_source_the_next_one_is_asked() {
    let (broken, good) = (Catalog::new(), Catalog::new());
    broken.put_app("hello", "1.0.0");
    std::fs::remove_file(broken.0.path().join("apps/hello/frontend/entry.js")).unwrap();
    good.put_app("hello", "1.0.0");
    let sources = format!("{},{}", broken.path(), good.path());
    let portal = portal_of(&[("MARKET_SOURCES", &sources)]).await;
    let admin = portal.admin().await;
    let reply = install(&admin, "hello").await.data();
    let names = admin.get("/api/market/sources").await.data();
    assert_eq!(reply["source"], names[1]["id"]);
    assert_eq!(installed(&admin).await, [pair("hello", "1.0.0")]);
}

#[tokio::test]
async fn a_refusal_has_the_reasons_of_all_sources() {
    let (one, other) = (Catalog::new(), Catalog::new());
    one.put_app("hello", "1.0.0");
    one.write("apps/hello/frontend/entry.js", "var f = () => 1;");
    let portal = portal_of(&[("MARKET_SOURCES", &one.path()), ("MARKET_LOCAL_DIR", &other.path())]).await;
    let refused = install(&portal.admin().await, "hello").await;
    let sources = &refused.json()["sources"];
    assert_eq!(refused.status, 400);
    assert!(sources[0]["message"].as_str().unwrap().contains("frontend/entry.js"), "{sources}");
    assert_eq!(
        (&sources[1]["source"], &sources[1]["message"]),
        (&json!("local"), &json!("目录中没有这一项"))
    );
}

#[tokio::test]
async fn what_the_catalog_has_in_the_wrong_form_is_refused_with_what_is_wrong() {
    let catalog = Catalog::new();
    catalog.put_app("good", "1.0.0");
    catalog.put_app("hello", "1.0.0");
    let mut index = catalog.index();
    index["apps"][1]["label"] = json!("");
    index["plugins"] = json!(5);
    catalog.write_index(&index);
    let portal = portal_with(&catalog).await;
    let admin = portal.admin().await;
    let shown = admin.get("/api/market/catalog").await.data();
    assert_eq!((&shown["apps"][0]["name"], &shown["plugins"]), (&json!("good"), &json!([])));
    let warnings = shown["warnings"].to_string();
    assert!(warnings.contains("plugins") && warnings.contains("hello"), "{warnings}");
    for (act, name, code) in [
        ("install", "hello", "catalog-entry-skipped"),
        ("preview", "hello", "catalog-entry-skipped"),
        ("install-plugin", "bridge", "catalog-list-form"),
        ("preview", "bridge", "catalog-list-form"),
    ] {
        let refused = admin.post(&format!("/api/market/{act}"), &json!({ "name": name })).await;
        let finding = &refused.json()["sources"][0]["findings"][0];
        assert_eq!((&finding["code"], &finding["level"]), (&json!(code), &json!("error")), "{act} {name}");
    }
    let absent = admin.post("/api/market/install", &json!({ "name": "other" })).await.json();
    assert_eq!(absent["sources"][0]["message"], json!("目录中没有这一项"));
    // Of either kind: not among the apps, and what the plugins are nobody knows.
    let unread = admin.post("/api/market/preview", &json!({ "name": "other" })).await.json();
    assert_eq!(
        unread["sources"][0]["message"],
        json!("目录中没有这一项，但目录没有读全：plugins：目录中的 plugins 应为列表，已整个跳过")
    );
}

#[tokio::test]
async fn a_catalog_that_is_none_is_refused_with_what_is_wrong_in_both_languages() {
    let catalog = Catalog::new();
    catalog.write("index.json", "{\"apps\":\n[");
    let portal = portal_with(&catalog).await;
    let admin = portal.admin().await;
    for (language, words) in [("zh", "第 2 行第 1 列"), ("en", "line 2, column 1")] {
        let refused = admin.clone().with("accept-language", language).get("/api/market/catalog").await;
        assert_eq!(refused.status, 502);
        assert!(refused.text().contains(words), "{}", refused.text());
    }
}

#[tokio::test]
async fn of_two_sources_the_one_that_was_named_is_looked_at_whatever_kind_it_has() {
    let (first, named) = (Catalog::new(), Catalog::new());
    first.put_app("hello", "1.0.0");
    let manifest = json!({ "type": "plugin", "name": "hello", "label": "h", "version": "1.0.0",
                           "backend": { "mountPath": "/api/hello", "entry": "./backend/routes.js" },
                           "integration": { "contract": "c", "frontendBridge": "a", "clientEntry": "b",
                                            "protocolVersion": "1.1", "channels": ["ping"] } });
    named.put("plugins", &manifest, &[("backend/routes.js", "module.exports = function () {};")]);
    let portal = portal_of(&[("MARKET_SOURCES", &first.path()), ("MARKET_LOCAL_DIR", &named.path())]).await;
    let wanted = json!({ "name": "hello", "source": "local" });
    let preview = portal.admin().await.post("/api/market/preview", &wanted).await.data();
    assert_eq!((&preview["kind"], &preview["source"]), (&json!("plugin"), &json!("local")));
}

#[tokio::test]
async fn only_configured_sources_may_be_named() {
    let catalog = Catalog::new();
    let portal = portal_with(&catalog).await;
    let admin = portal.admin().await;
    for source in ["https://evil.example/", "/etc", "nothing"] {
        let answer = admin.post("/api/market/install", &json!({ "name": "hello", "source": source })).await;
        assert_eq!(answer.json()["slug"], json!("market_source_unknown"), "{source}");
    }
}

#[tokio::test]
async fn without_sources_the_samples_of_the_portal_are_offered() {
    let portal = portal_of(&[]).await;
    let admin = portal.admin().await;
    let sources = admin.get("/api/market/sources").await.data();
    assert_eq!((&sources[0]["id"], &sources[0]["kind"]), (&json!("samples"), &json!("builtin")));
    let offered = admin.get("/api/market/catalog").await.data();
    let names: Vec<_> =
        offered["apps"].as_array().unwrap().iter().map(|app| app["name"].as_str().unwrap()).collect();
    assert!(!names.is_empty());
    for app in names {
        install(&admin, app).await.data();
    }
    for plugin in offered["plugins"].as_array().unwrap() {
        admin.post("/api/market/install-plugin", &json!({ "name": plugin["name"] })).await.data();
    }
}

#[tokio::test]
async fn a_file_that_is_not_the_one_of_the_catalog_is_refused() {
    let catalog = Catalog::new();
    catalog.put_app("hello", "1.0.0");
    let mut index = catalog.index();
    let files = index["apps"][0]["files"].as_array_mut().unwrap();
    let path = files[1].clone();
    files[1] = json!({ "path": path, "sha256": "0".repeat(64) });
    catalog.write_index(&index);
    let portal = portal_with(&catalog).await;
    let refused = install(&portal.admin().await, "hello").await;
    assert_eq!(refused.status, 400);
    assert!(refused.text().contains("frontend/entry.js"), "{}", refused.text());
}

#[tokio::test]
async fn with_keys_of_the_operator_an_unsigned_catalog_is_refused() {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use ring::signature::{Ed25519KeyPair, KeyPair as _};
    use sha2::{Digest as _, Sha256};

    let catalog = Catalog::new();
    catalog.put_app("hello", "1.0.0");
    let pair = Ed25519KeyPair::from_seed_unchecked(&[7; 32]).unwrap();
    let key = STANDARD.encode(pair.public_key().as_ref());
    let portal = portal_of(&[("MARKET_SOURCES", &catalog.path()), ("MARKET_KEYS", &key)]).await;
    let admin = portal.admin().await;
    assert!(install(&admin, "hello").await.text().contains("缺少 index.json.sig"));
    catalog.write("index.json.sig", "signed by me");
    assert!(install(&admin, "hello").await.text().contains("应为 64 字节签名"));

    let sign = || {
        let index = std::fs::read(catalog.0.path().join("index.json")).unwrap();
        catalog.write("index.json.sig", STANDARD.encode(pair.sign(&index).as_ref()));
    };
    sign();
    let refused = install(&admin, "hello").await;
    assert!(
        refused.text().contains("sha256"),
        "a file without a hash is not the signer's: {}",
        refused.text()
    );

    let mut index = catalog.index();
    for file in index["apps"][0]["files"].as_array_mut().unwrap() {
        let path = file.as_str().unwrap().to_owned();
        let hash = hex::encode(Sha256::digest(std::fs::read(catalog.0.path().join(&path)).unwrap()));
        *file = json!({ "path": path, "sha256": hash });
    }
    catalog.write_index(&index);
    sign();
    let preview = admin.post("/api/market/preview", &json!({ "name": "hello" })).await.data();
    assert_eq!(preview["signed"], json!(true));
    install(&admin, "hello").await.data();

    catalog.put_app("hello", "1.0.1");
    assert!(
        install(&admin, "hello").await.text().contains("与任何已配置的公钥都不符"),
        "the signature is of another catalog"
    );
}

#[tokio::test]
async fn a_link_in_a_folder_leads_nowhere() {
    let catalog = Catalog::new();
    catalog.put_app("hello", "1.0.0");
    let entry = catalog.0.path().join("apps/hello/frontend/entry.js");
    std::fs::remove_file(&entry).unwrap();
    std::os::unix::fs::symlink("/etc/passwd", &entry).unwrap();
    let portal = portal_with(&catalog).await;
    let refused = install(&portal.admin().await, "hello").await;
    assert!(refused.text().contains("符号链接"), "{}", refused.text());
}

#[tokio::test]
async fn pictures_of_a_catalog_are_served_and_nothing_else_of_it() {
    let catalog = Catalog::new();
    catalog.put_app("hello", "1.0.0");
    catalog.write("secret.svg", "<svg/>");
    let portal = portal_with(&catalog).await;
    let admin = portal.admin().await;
    let icon = admin.get("/api/market/catalog").await.data()["apps"][0]["icon"].clone();
    let anyone = portal.anonymous();
    let answer = anyone.get(icon.as_str().unwrap()).await;
    assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, "image/svg+xml".into()));
    assert!(answer.header("content-security-policy").contains("default-src 'none'"));
    let source = anyone.get("/api/market/asset?source=nothing&path=apps/hello/icon.svg").await;
    assert_eq!(source.status, 404);
    let id = admin.get("/api/market/sources").await.data()[0]["id"].clone();
    let id = id.as_str().unwrap();
    for path in [
        "index.json",
        "apps/hello/manifest.json",
        "secret.svg",
        "apps/../secret.svg",
        "apps/%2e%2e/secret.svg",
        "/etc/passwd",
        "apps/hello/none.svg",
    ] {
        let answer = anyone.get(&format!("/api/market/asset?source={id}&path={path}")).await;
        assert!(matches!(answer.status.as_u16(), 400 | 404), "{path}: {}", answer.status);
    }
}
