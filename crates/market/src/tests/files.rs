//! The files of installed packages.

use super::{Catalog, install, portal_with};

#[tokio::test]
async fn only_files_of_the_page_part_are_served_and_they_are_checked_anew() {
    let catalog = Catalog::new();
    catalog.put_app_with_backend("hello", "1.0.0", "module.exports = function (req, res) { res.json({}); };");
    let portal = portal_with(&catalog).await;
    install(&portal.admin().await, "hello").await.data();
    let anyone = portal.anonymous();
    let icon = anyone.get("/market-static/hello/icon.svg").await;
    assert_eq!((icon.status.as_u16(), icon.header("cache-control")), (200, "no-cache".into()));
    assert!(icon.header("content-security-policy").contains("sandbox"));
    let etag = icon.header("etag");
    assert_eq!(
        anyone.clone().with("if-none-match", &etag).get("/market-static/hello/icon.svg").await.status,
        304
    );
    for path in [
        "hello/backend/routes.js",
        "hello/nothing.js",
        "hello/../hello/icon.svg",
        "hello/frontend/../icon.svg",
        "hello/%2e%2e/secret",
        "other/icon.svg",
        "hello//icon.svg",
    ] {
        assert_eq!(anyone.get(&format!("/market-static/{path}")).await.status, 404, "{path}");
    }
}
