//! Installing, updating, rolling back and uninstalling.

use serde_json::json;

use super::{Catalog, install, installed, pair, portal_with};

#[tokio::test]
async fn an_app_is_installed_in_two_requests_and_there_for_everyone_at_once() {
    let catalog = Catalog::new();
    catalog.put_app("hello", "1.0.0");
    let portal = portal_with(&catalog).await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    let offered = alice.get("/api/market/catalog").await.data();
    assert_eq!(
        (&offered["apps"][0]["name"], &offered["apps"][0]["installed"]),
        (&json!("hello"), &json!(false))
    );

    let preview = admin.post("/api/market/preview", &json!({ "name": "hello" })).await.data();
    assert_eq!((&preview["kind"], &preview["installed_version"]), (&json!("app"), &json!(null)));
    assert!(installed(&alice).await.is_empty(), "a preview installs nothing");
    let wanted = json!({ "name": "hello", "digest": preview["digest"] });
    let reply = admin.post("/api/market/install", &wanted).await.data();
    assert_eq!(
        (&reply["name"], &reply["version"], &reply["configRequired"]),
        (&json!("hello"), &json!("1.0.0"), &json!([]))
    );

    let app = &alice.get("/api/market/installed").await.data()["apps"][0];
    assert_eq!(
        (&app["label"], &app["enabled"], &app["static_base"]),
        (&json!("应用 hello"), &json!(true), &json!("/market-static/hello/"))
    );
    let script = portal.anonymous().get("/market-static/hello/frontend/entry.js?v=1.0.0").await;
    assert!(script.text().contains("ServiceMarket.define"), "{}", script.text());
    assert_eq!(script.header("content-type"), "text/javascript; charset=utf-8");
}

#[tokio::test]
async fn what_changed_since_the_preview_is_not_installed() {
    let catalog = Catalog::new();
    catalog.put_app("hello", "1.0.0");
    let portal = portal_with(&catalog).await;
    let admin = portal.admin().await;
    let preview = admin.post("/api/market/preview", &json!({ "name": "hello" })).await.data();
    catalog.write(
        "apps/hello/frontend/entry.js",
        "ServiceMarket.define({name: 'hello', mount: function () {}});",
    );
    let wanted = json!({ "name": "hello", "digest": preview["digest"] });
    let refused = admin.post("/api/market/install", &wanted).await;
    assert_eq!(
        (refused.status.as_u16(), &refused.json()["slug"]),
        (409, &json!("market_changed_since_preview"))
    );
    assert!(installed(&admin).await.is_empty());
}

#[tokio::test]
async fn an_update_takes_the_place_of_the_version_in_use_and_a_rollback_brings_it_back() {
    let catalog = Catalog::new();
    catalog.put_app("hello", "1.0.0");
    let portal = portal_with(&catalog).await;
    let admin = portal.admin().await;
    install(&admin, "hello").await.data();
    let rollback = async || admin.post("/api/market/rollback", &json!({ "name": "hello" })).await;
    assert_eq!(rollback().await.refusal(), "409 没有可以回退的版本");

    catalog.put_app("hello", "1.1.0");
    let offered = admin.get("/api/market/catalog").await.data();
    assert_eq!(offered["apps"][0]["update"], json!(true));
    admin.post("/api/market/update", &json!({ "name": "hello" })).await.data();
    assert_eq!(installed(&admin).await, [pair("hello", "1.1.0")]);
    let script = admin.get("/market-static/hello/frontend/entry.js").await.text();
    assert!(script.contains("'1.1.0'"), "{script}");

    rollback().await.data();
    assert_eq!(installed(&admin).await, [pair("hello", "1.0.0")]);
    let script = admin.get("/market-static/hello/frontend/entry.js").await.text();
    assert!(script.contains("'1.0.0'"), "{script}");
    rollback().await.data();
    assert_eq!(
        installed(&admin).await,
        [pair("hello", "1.1.0")],
        "the version that was left is the one before now"
    );
}

#[tokio::test]
async fn a_lower_version_is_refused_and_the_one_in_use_stays() {
    let catalog = Catalog::new();
    catalog.put_app("hello", "1.1.0");
    let portal = portal_with(&catalog).await;
    let admin = portal.admin().await;
    install(&admin, "hello").await.data();
    catalog.put_app("hello", "1.0.9");
    let refused = install(&admin, "hello").await;
    assert_eq!(refused.json()["slug"], json!("market_not_installable"));
    assert!(refused.text().contains("1.0.9 低于已安装的 1.1.0"), "{}", refused.text());
    assert_eq!(installed(&admin).await, [pair("hello", "1.1.0")]);
}

#[tokio::test]
async fn the_same_package_installed_again_changes_nothing() {
    let catalog = Catalog::new();
    catalog.put_app("hello", "1.0.0");
    let portal = portal_with(&catalog).await;
    let admin = portal.admin().await;
    install(&admin, "hello").await.data();
    let before = portal.app.events.newest().await.unwrap();
    install(&admin, "hello").await.data();
    assert_eq!(portal.app.events.newest().await.unwrap(), before);
    let app = &admin.get("/api/market/installed").await.data()["apps"][0];
    assert_eq!(app["previous_version"], json!(null));
}

#[tokio::test]
async fn an_uninstalled_app_is_gone_with_everything_that_it_stored() {
    let catalog = Catalog::new();
    catalog.put_app("hello", "1.0.0");
    let portal = portal_with(&catalog).await;
    let admin = portal.admin().await;
    install(&admin, "hello").await.data();
    admin.put("/api/market/storage/hello", &json!({ "set": { "best": 7 } })).await.data();
    admin.post("/api/market/uninstall", &json!({ "name": "hello" })).await.data();
    assert!(installed(&admin).await.is_empty());
    assert_eq!(admin.get("/market-static/hello/frontend/entry.js").await.status, 404);
    let again = admin.post("/api/market/uninstall", &json!({ "name": "hello" })).await;
    assert_eq!(again.refusal(), "404 “hello”没有安装");
    install(&admin, "hello").await.data();
    assert_eq!(admin.get("/api/market/storage/hello").await.data()["values"], json!({}));
}

#[tokio::test]
async fn what_is_installed_is_there_after_a_restart() {
    let catalog = Catalog::new();
    catalog.put_app("hello", "1.0.0");
    let portal = portal_with(&catalog).await;
    install(&portal.admin().await, "hello").await.data();
    let portal = portal.restart(&[]).await;
    assert_eq!(installed(&portal.member().await).await, [pair("hello", "1.0.0")]);
}

#[tokio::test]
async fn every_step_is_told_to_every_desktop() {
    let catalog = Catalog::new();
    catalog.put_app("hello", "1.0.0");
    let portal = portal_with(&catalog).await;
    let admin = portal.admin().await;
    admin.post_empty("/api/realtime/poll/register").await.data();
    install(&admin, "hello").await.data();
    catalog.put_app("hello", "1.1.0");
    admin.post("/api/market/update", &json!({ "name": "hello" })).await.data();
    admin.post("/api/market/rollback", &json!({ "name": "hello" })).await.data();
    admin.post("/api/market/uninstall", &json!({ "name": "hello" })).await.data();
    let events = admin.get("/api/realtime/poll?since=0").await.data();
    let told: Vec<_> = events["events"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| &event["event"])
        .filter(|event| event["type"] == "market_app_changed")
        .map(|event| {
            format!(
                "{} {} {}",
                event["action"].as_str().unwrap(),
                event["appName"].as_str().unwrap(),
                event["version"].as_str().unwrap()
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            "installed hello 1.0.0",
            "updated hello 1.1.0",
            "rolled-back hello 1.0.0",
            "uninstalled hello 1.0.0"
        ]
    );
}

#[tokio::test]
async fn of_two_apps_that_want_one_page_or_one_api_only_one_is_installed() {
    let catalog = Catalog::new();
    for name in ["one", "two"] {
        let mut manifest = super::manifest(name, "1.0.0");
        manifest["frontend"]["route"] = json!("/same");
        let entry = super::ENTRY.replace("NAME", name);
        catalog.put("apps", &manifest, &[("frontend/entry.js", &entry), ("icon.svg", super::ICON)]);
    }
    let portal = portal_with(&catalog).await;
    let admin = portal.admin().await;
    let (first, second) = tokio::join!(install(&admin, "one"), install(&admin, "two"));
    let mut statuses = [first.status.as_u16(), second.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 400]);
    assert_eq!(installed(&admin).await.len(), 1);
}

#[tokio::test]
async fn a_widget_of_one_app_is_no_other_apps() {
    let catalog = Catalog::new();
    for name in ["one", "two"] {
        let mut manifest = super::manifest(name, "1.0.0");
        let component = "./frontend/entry.js";
        manifest["frontend"]["widgets"] = json!([{ "id": "scores", "name": "s", "component": component }]);
        let entry = super::ENTRY.replace("NAME", name);
        catalog.put("apps", &manifest, &[("frontend/entry.js", &entry), ("icon.svg", super::ICON)]);
    }
    let portal = portal_with(&catalog).await;
    let admin = portal.admin().await;
    install(&admin, "one").await.data();
    let refused = install(&admin, "two").await;
    assert_eq!(refused.json()["sources"][0]["message"], json!("小组件 scores 已属于“one”"));
    install(&admin, "one").await.data();
    admin.post("/api/market/uninstall", &json!({ "name": "one" })).await.data();
    install(&admin, "two").await.data();
}

#[tokio::test]
async fn the_page_of_an_app_of_the_portal_is_no_other_apps() {
    let catalog = Catalog::new();
    let mut manifest = super::manifest("one", "1.0.0");
    manifest["frontend"]["route"] = json!("/board/x");
    let entry = super::ENTRY.replace("NAME", "one");
    catalog.put("apps", &manifest, &[("frontend/entry.js", &entry), ("icon.svg", super::ICON)]);
    let portal = portal_with(&catalog).await;
    let admin = portal.admin().await;
    let refused = install(&admin, "one").await;
    let message = refused.json()["message"].as_str().unwrap().to_owned();
    assert!(refused.status == 400 && message.contains("页面路径已被“board”占用"), "{message}");
}

#[tokio::test]
async fn an_app_of_the_desktop_keeps_its_name_its_page_and_its_widgets() {
    let catalog = Catalog::new();
    let put = |name: &str, route: &str, widget: &str| {
        let mut manifest = super::manifest(name, "1.0.0");
        manifest["frontend"]["route"] = json!(route);
        manifest["frontend"]["widgets"] =
            json!([{ "id": widget, "name": "w", "component": "./frontend/entry.js" }]);
        let entry = super::ENTRY.replace("NAME", name);
        catalog.put("apps", &manifest, &[("frontend/entry.js", &entry), ("icon.svg", super::ICON)]);
    };
    let portal = portal_with(&catalog).await;
    let admin = portal.admin().await;
    for (name, route, widget, refusal) in [
        ("clock", "/one", "clock-one", "“clock”是门户自带应用的名称"),
        ("one", "/clock", "one-now", "页面路径已被“clock”占用"),
        ("one", "/one", "clock-now", "小组件 clock-now 是门户自带应用的"),
    ] {
        put(name, route, widget);
        for act in ["preview", "install"] {
            let refused = admin.post(&format!("/api/market/{act}"), &json!({ "name": name })).await.json();
            assert_eq!(refused["sources"][0]["message"], json!(refusal), "{act}");
        }
    }
    put("one", "/one", "one-now");
    install(&admin, "one").await.data();
}

#[tokio::test]
async fn a_rollback_takes_no_page_that_another_app_has_by_now() {
    let catalog = Catalog::new();
    catalog.put_app("one", "1.0.0");
    let portal = portal_with(&catalog).await;
    let admin = portal.admin().await;
    install(&admin, "one").await.data();
    let mut moved = super::manifest("one", "1.1.0");
    moved["frontend"]["route"] = json!("/elsewhere");
    let entry = super::ENTRY.replace("NAME", "one");
    catalog.put("apps", &moved, &[("frontend/entry.js", &entry), ("icon.svg", super::ICON)]);
    let mut two = super::manifest("two", "1.0.0");
    two["frontend"]["route"] = json!("/one");
    let entry = super::ENTRY.replace("NAME", "two");
    catalog.put("apps", &two, &[("frontend/entry.js", &entry), ("icon.svg", super::ICON)]);
    install(&admin, "one").await.data();
    install(&admin, "two").await.data();
    let refused = admin.post("/api/market/rollback", &json!({ "name": "one" })).await;
    assert_eq!((refused.status.as_u16(), &refused.json()["slug"]), (400, &json!("market_route_taken")));
    assert_eq!(installed(&admin).await[0], pair("one", "1.1.0"));
}

#[tokio::test]
async fn a_package_is_no_file_of_whoever_installs_it() {
    let catalog = Catalog::new();
    catalog.put_app("hello", "1.0.0");
    let portal = portal_with(&catalog).await;
    let admin = portal.admin().await;
    let owner = kernel::user::UserId::parse("240000").unwrap();
    install(&admin, "hello").await.data();
    let files = portal.app.db.read(move |read| Ok(kernel::files::owned_by(read, &owner)?)).await.unwrap();
    assert!(files.is_empty(), "{files:?}");
}
