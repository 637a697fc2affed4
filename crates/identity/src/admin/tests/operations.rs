//! Services, the server's mode, and the plots.

use super::*;

const PROCESS: &str = "/api/admin/process";
const MODE: &str = "/api/admin/server-mode";
const HISTORY: &str = "/api/admin/server-stats/history";

/// Lets the sampler come to its sleep, and then moves the clock. Its last sample is seen before it
/// hears that it was stored: a write of one's own is answered after that.
async fn advance(portal: &TestPortal, seconds: u64) {
    portal.app.write(|_| Ok(())).await.unwrap();
    portal.settle().await;
    for _ in 0..50 {
        tokio::task::yield_now().await;
    }
    portal.advance(seconds);
}

/// Moves the clock a minute, and waits for what the sampler writes.
async fn a_minute(portal: &TestPortal, client: &Client, samples: usize) {
    advance(portal, 60).await;
    while count(client).await != samples {
        tokio::task::yield_now().await;
    }
}

async fn count(client: &Client) -> usize {
    client.get(HISTORY).await.data()["at"].as_array().unwrap().len()
}

async fn process(client: &Client, name: &str) -> Value {
    let all = client.get(&format!("{PROCESS}/status")).await.data();
    all["processes"].as_array().unwrap().iter().find(|process| process["name"] == name).cloned().unwrap()
}

#[tokio::test]
async fn a_stopped_sampler_writes_nothing_until_it_is_started_again() {
    let portal = TestPortal::new(&[]).await;
    let head = portal.class_admin().await;
    let name = "stat-sampler";
    assert_eq!(process(&head, name).await["state"], "running");
    a_minute(&portal, &head, 1).await;

    let stopped = head.post_empty(&format!("{PROCESS}/{name}/stop")).await.data();
    assert_eq!(
        (&stopped["state"], &stopped["since"]),
        (&json!("stopped"), &json!("2026-09-01T00:01:00.000Z"))
    );
    assert_eq!(newest(&portal).await.1, "process_stop");
    for _ in 0..3 {
        portal.advance(60);
        portal.settle().await;
    }
    assert_eq!(count(&head).await, 1);

    let started = head.post_empty(&format!("{PROCESS}/{name}/start")).await.data();
    assert_eq!((&started["state"], &started["restarts"]), (&json!("running"), &json!(0)));
    a_minute(&portal, &head, 2).await;
    head.post_empty(&format!("{PROCESS}/{name}/restart")).await.data();
    a_minute(&portal, &head, 3).await;
    let acts: Vec<String> =
        log(&portal).await.into_iter().map(|row| format!("{} {}", row.action, row.target)).collect();
    assert_eq!(
        acts,
        ["process_stop stat-sampler", "process_start stat-sampler", "process_restart stat-sampler"]
    );
}

#[tokio::test]
async fn where_there_are_several_classes_admins_alone_stop_parts_and_change_the_mode() {
    let portal = TestPortal::new(&[]).await;
    portal.list_classes(&["01", "02"]).await;
    let (head, admin) = (portal.class_admin().await, portal.admin().await);
    let refused = "403 无权限执行此操作";
    let manageable =
        async |client: &Client| client.get(&format!("{PROCESS}/status")).await.data()["manageable"].clone();
    assert_eq!((manageable(&head).await, manageable(&admin).await), (json!(false), json!(true)));
    for verb in ["restart", "stop"] {
        let path = format!("{PROCESS}/stat-sampler/{verb}");
        assert_eq!(head.post_empty(&path).await.refusal(), refused);
        assert_eq!(process(&head, "stat-sampler").await["state"], "running");
        admin.post_empty(&path).await.data();
    }
    assert_eq!(head.post(MODE, &json!({ "mode": "multi" })).await.refusal(), refused);
    assert_eq!(head.get(MODE).await.data(), json!({ "mode": "single" }));
    assert_eq!(admin.post(MODE, &json!({ "mode": "multi" })).await.data(), json!({ "mode": "multi" }));

    let started = head.post_empty(&format!("{PROCESS}/stat-sampler/start")).await.data();
    assert_eq!(started["state"], "running", "starting takes nothing from anyone");
}

#[tokio::test]
async fn what_the_portal_needs_is_not_stopped_and_officers_touch_nothing() {
    let portal = TestPortal::new(&[]).await;
    let (head, officer) = (portal.class_admin().await, portal.officer(&portal.permissions()).await);
    let essential = "400 该服务是运行必需的，不能停止";
    for name in ["http", "database", "events"] {
        assert_eq!(process(&head, name).await["stoppable"], false);
        assert_eq!(head.post_empty(&format!("{PROCESS}/{name}/stop")).await.refusal(), essential);
    }
    assert_eq!(head.post_empty(&format!("{PROCESS}/http/restart")).await.refusal(), essential);
    assert_eq!(head.post_empty(&format!("{PROCESS}/nothing/stop")).await.refusal(), "404 请求的内容不存在");
    assert!(log(&portal).await.is_empty());
    assert_eq!(head.post_empty(&format!("{PROCESS}/events/restart")).await.data()["state"], "running");
    for act in ["stop", "start", "restart"] {
        let answer = officer.post_empty(&format!("{PROCESS}/stat-sampler/{act}")).await;
        assert_eq!(answer.refusal(), "403 无权限执行此操作");
    }
    assert_eq!(officer.get(&format!("{PROCESS}/status")).await.status, 403);
}

#[tokio::test]
async fn the_mode_is_stored_told_and_logged() {
    let portal = TestPortal::new(&[]).await;
    let (head, officer) = (portal.class_admin().await, portal.officer(&portal.permissions()).await);
    assert_eq!(head.get(MODE).await.data(), json!({ "mode": "single" }));
    assert_eq!(head.post(MODE, &json!({ "mode": "multi" })).await.data(), json!({ "mode": "multi" }));
    let detail = json!({ "mode": "multi" });
    assert_eq!(
        newest(&portal).await,
        ("240100".into(), "set_server_mode".into(), "server_mode".into(), detail)
    );
    let events = portal.app.db.read(|read| Ok(kernel::events::after(read, 0, 1000)?)).await.unwrap();
    assert_eq!(events.last().unwrap().name(), "admin.server_mode_changed");
    for wrong in [json!({ "mode": "both" }), json!({ "mode": 1 }), json!({})] {
        assert_eq!(head.post(MODE, &wrong).await.status, 400);
    }
    assert_eq!(officer.post(MODE, &json!({ "mode": "single" })).await.refusal(), "403 无权限执行此操作");
    assert_eq!(officer.get(MODE).await.status, 403);
    let portal = portal.restart(&[]).await;
    let head = portal.client_of(id("240100")).await;
    assert_eq!(head.get(MODE).await.data(), json!({ "mode": "multi" }));
}

#[tokio::test]
async fn a_plot_has_one_value_a_minute_for_two_days() {
    let portal = TestPortal::new(&[]).await;
    let head = portal.class_admin().await;
    a_minute(&portal, &head, 1).await;
    for _ in 0..29 {
        head.get("/api/user/profile").await.data();
    }
    a_minute(&portal, &head, 2).await;
    let history = head.get(HISTORY).await.data();
    assert_eq!((&history["interval"], &history["at"][1]), (&json!(60), &json!(portal.app.clock.now_ms())));
    let columns = history.as_object().unwrap().iter().filter(|(name, _)| *name != "interval");
    for (name, values) in columns {
        let values = values.as_array().unwrap();
        assert!(values.len() == 2 && values.iter().all(Value::is_number), "{name}: {values:?}");
    }
    assert!(history["requests"][1].as_f64().unwrap() >= 0.5, "thirty requests in a minute");
    assert_eq!(history["failures"][1], 0);
    assert!(history["rss"][1].as_u64().unwrap() > 0 && history["memory"][1].as_u64().unwrap() > 0);

    advance(&portal, 2 * 3600 - 60).await;
    while count(&head).await != 3 {
        tokio::task::yield_now().await;
    }
    let at = |hours: u32| {
        let (head, target) = (head.clone(), format!("{HISTORY}?hours={hours}"));
        async move { head.get(&target).await.data()["at"].as_array().unwrap().len() }
    };
    assert_eq!((at(1).await, at(3).await), (1, 3));
    advance(&portal, 47 * 3600).await;
    while at(48).await != 2 {
        tokio::task::yield_now().await;
    }
    for hours in ["0", "49", "-1", "x"] {
        assert_eq!(head.get(&format!("{HISTORY}?hours={hours}")).await.status, 400, "{hours}");
    }
    assert_eq!(portal.member().await.get(HISTORY).await.status, 403);
}
