//! Through `HttpApp`.

mod app_control;
mod client_update;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use kernel::feature::Health;
use kernel::tasks::Need;
use kernel::{ApiError, Feature};
use serde_json::json;

use crate::testing::{app_with, app_with_features};

#[tokio::test]
async fn the_heartbeat_has_the_contracts_fields() {
    let test = app_with(&[]).await;

    let beat = test.anonymous().get("/api/system/heartbeat").await.data();

    assert_eq!(
        beat,
        json!({
            "timestamp": 1_788_220_800_000_i64,
            "server_time": "2026-09-01T00:00:00.000Z",
            "status": "running",
            "version": env!("CARGO_PKG_VERSION"),
            "minClientVersion": "0.1.0",
            "forceUpdate": false,
            "forceUpdateSince": null,
            "action": "none",
            "buildHash": web_assets::build_hash(),
        })
    );
}

#[tokio::test]
async fn the_version_names_the_build_and_what_changed() {
    let test = app_with(&[]).await;

    let version = test.anonymous().get("/api/system/version").await.data();

    let keys: Vec<&String> = version.as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        [
            "version",
            "buildHash",
            "buildTime",
            "minClientVersion",
            "changelog",
            "forceUpdate",
            "updateUrl",
            "timestamp"
        ]
    );
    let built = version["buildTime"].as_str().unwrap();
    assert!(built.len() == 24 && built.ends_with(".000Z"), "{built}");
    assert_ne!(version["changelog"], "");
}

#[tokio::test]
async fn a_portal_that_is_well_says_so_part_by_part() {
    let test = app_with(&[]).await;
    test.advance(90);

    let health = test.anonymous().get("/api/system/health").await.data();

    assert_eq!(health["status"], "healthy");
    assert_eq!(health["timestamp"], "2026-09-01T00:01:30.000Z");
    assert_eq!(health["uptime"], 90);
    assert_eq!(health["checks"]["database"], json!({ "status": "ok", "details": null }));
    assert_eq!(health["checks"]["websocket"], json!({ "status": "not_configured", "online_count": 0 }));
    assert_eq!(health["checks"]["relay"], json!({ "status": "not_configured", "details": null }));
    let memory = &health["checks"]["memory"];
    assert_eq!(memory["status"], "ok");
    let megabytes = |name: &str| memory[name].as_u64().unwrap();
    assert!(megabytes("rss_mb") >= megabytes("heap_used_mb"));
    assert!(megabytes("heap_total_mb") > 0);
}

#[tokio::test]
async fn the_chat_is_what_its_service_is() {
    let test = app_with(&[]).await;
    let (tasks, clock) = (&test.app.tasks, &test.app.clock);
    let works = Arc::new(AtomicBool::new(false));
    let switch = works.clone();
    tasks.service(&test.app, "chat", Need::Optional, move |_, mut stop| {
        let works = switch.load(Ordering::Relaxed);
        async move {
            if !works {
                return Err(ApiError::not_found());
            }
            stop.asked().await;
            Ok(())
        }
    });
    let chat = async || {
        let answer = test.anonymous().get("/api/system/health").await;
        let websocket = answer.json()["data"]["checks"]["websocket"]["status"].as_str().unwrap().to_owned();
        (answer.status.as_u16(), websocket)
    };
    // A failure is noted a moment after the beginning.
    while tasks.services().iter().all(|service| service.last_error.is_none()) {
        tokio::task::yield_now().await;
    }
    assert_eq!(chat().await, (503, "error".to_owned()));
    tasks.stop_service(clock, "chat").await.unwrap();
    assert_eq!(chat().await, (200, "warning".to_owned()), "as somebody wanted it");
    works.store(true, Ordering::Relaxed);
    tasks.start_service(clock, "chat").await.unwrap();
    assert_eq!(chat().await, (200, "ok".to_owned()));
}

#[tokio::test]
async fn a_part_that_is_not_well_makes_it_503_with_the_checks() {
    const ILL: Feature = Feature {
        name: "ill",
        health: Some(|_| Health { name: "ill", status: "error", details: Some("a sore disk".into()) }),
        ..Feature::EMPTY
    };
    let test = app_with_features(&[crate::system::FEATURE, ILL]).await;

    let answer = test.anonymous().get("/api/system/health").await;

    assert_eq!(answer.status.as_u16(), 503);
    let body = answer.json();
    assert_eq!(body["code"], 503);
    assert_eq!(body["message"], "服务状态异常");
    assert_eq!(body["data"]["status"], "unhealthy");
    assert_eq!(body["data"]["checks"]["ill"], json!({ "status": "error", "details": "a sore disk" }));
}
