//! What the features register for the console.

use super::*;

const REGISTRY: &str = "/api/admin/registry";

/// The entry with this identifier.
fn find<'a>(entries: &'a Value, id: &str) -> &'a Value {
    entries.as_array().unwrap().iter().find(|entry| entry["id"] == id).unwrap_or(&Value::Null)
}

#[tokio::test]
async fn the_staff_read_permissions_acts_and_words_in_both_languages() {
    let portal = TestPortal::new(&[]).await;
    let officer = portal.officer(&[]).await;
    let registry = officer.get(REGISTRY).await.data();

    let permission = find(&registry["permissions"], "manage_app_control");
    assert_eq!(permission["name"], json!({ "zh": "管理应用与锁屏", "en": "Manage apps and the lock" }));
    assert!(!permission["about"]["en"].as_str().unwrap().is_empty());
    let act = find(&registry["actions"], "disable_user");
    assert_eq!(act["text"], json!({ "zh": "禁用成员", "en": "Disabled a member" }));
    let kernels = find(&registry["actions"], "enable_app");
    assert_eq!(kernels["text"]["zh"], "打开应用", "the kernel's own acts are there too");
    let word = find(&registry["log_words"], "affected");
    assert_eq!(word["text"], json!({ "zh": "人数", "en": "members" }));
}

#[tokio::test]
async fn members_do_not_read_the_registry() {
    let portal = TestPortal::new(&[]).await;
    assert_eq!(portal.member().await.get(REGISTRY).await.status, 403);
}
