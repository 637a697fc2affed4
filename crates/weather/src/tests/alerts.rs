//! Warnings that everybody hears of, once.

use kernel::user::UserId;
use serde_json::json;

use super::*;

/// The frames of the weather so far, as every desktop gets them.
async fn frames(portal: &TestPortal) -> Vec<Value> {
    portal.settle().await;
    let all = portal.app.db.read(|read| Ok(kernel::events::after(read, 0, 500)?)).await.unwrap();
    let own = all.into_iter().filter(|event| event.feature == "weather").map(std::sync::Arc::new).collect();
    let render = FEATURE.render.unwrap();
    let frames = render(portal.app.clone(), own).await.unwrap();
    frames.iter().map(|frame| serde_json::from_str(&frame.json).unwrap()).collect()
}

impl Scene {
    /// What everybody was told after the next look that asks the provider.
    async fn told(&self) -> Vec<Value> {
        self.advance_minutes(10);
        self.look().await;
        frames(&self.portal).await
    }

    /// The ids of the warnings in force.
    async fn listed(&self) -> Vec<Value> {
        let listed = self.alice.get(ALERTS).await.data();
        listed["alerts"].as_array().unwrap().iter().map(|alert| alert["id"].clone()).collect()
    }

    /// A warning that ends at the same time whenever it is listed.
    fn warning(&self, id: &str, color: &str) -> Value {
        let mut warning = self.stub.warning(id, color);
        warning["expireTime"] = json!("2026-09-02T08:00+08:00");
        warning
    }

    fn warn(&self, warnings: &[(&str, &str)]) {
        self.stub.set_warnings(warnings.iter().map(|(id, color)| self.warning(id, color)).collect());
    }
}

#[tokio::test]
async fn a_new_warning_is_told_to_everybody_once_with_its_colour() {
    let scene = Scene::new().await;
    scene.warn(&[("w1", "orange")]);
    let told = scene.told().await;
    assert_eq!(told.len(), 1);
    assert_eq!(
        (&told[0]["type"], &told[0]["id"], &told[0]["level"]),
        (&json!("weather_alert"), &json!("w1"), &json!("orange"))
    );
    assert_eq!(told[0]["title"], "海淀区气象台发布大风橙色预警");
    assert_eq!(
        (&told[0]["published_at"], &told[0]["expires_at"]),
        (&json!("2026-09-01T00:00:00.000Z"), &json!("2026-09-02T00:00:00.000Z"))
    );

    scene.weather().await;
    assert_eq!(scene.told().await.len(), 1, "once");
    let listed = scene.alice.get(ALERTS).await.data();
    assert_eq!(
        (&listed["fetched_at"], &listed["stale"]),
        (&json!("2026-09-01T00:20:00.000Z"), &json!(false))
    );
    let alerts = listed["alerts"].as_array().unwrap();
    assert_eq!(alerts.len(), 1);
    assert_eq!((&alerts[0]["id"], &alerts[0]["sender"]), (&json!("w1"), &json!("海淀区气象台")));

    scene.warn(&[("w1", "orange"), ("w2", "red")]);
    let told = scene.told().await;
    assert_eq!((told.len(), &told[1]["id"]), (2, &json!("w2")));
}

#[tokio::test]
async fn a_warning_that_was_cancelled_disappears() {
    let scene = Scene::new().await;
    scene.warn(&[("w1", "blue"), ("w2", "red")]);
    assert_eq!(scene.told().await.len(), 2);
    let mut cancelled = scene.warning("w1", "blue");
    cancelled["messageType"]["code"] = json!("cancel");
    scene.stub.set_warnings(vec![cancelled, scene.warning("w2", "red")]);
    let told = scene.told().await;
    // Whoever comes late is not shown it any more.
    let shown: Vec<_> =
        told.iter().map(|frame| (frame["type"].as_str().unwrap(), frame["id"].as_str().unwrap())).collect();
    assert_eq!(shown, [("weather_alert", "w2"), ("weather_alert_ended", "w1")]);
    assert_eq!(scene.listed().await, ["w2"]);
    assert_eq!(scene.weather().await["warnings"]["data"].as_array().unwrap().len(), 1);

    // It is in force again: clients read the list anew, and nobody is told twice.
    scene.warn(&[("w1", "blue"), ("w2", "red")]);
    let told = scene.told().await;
    assert_eq!(told.iter().filter(|frame| frame["type"] == "weather_alert").count(), 2);
    let last = told.last().unwrap();
    assert_eq!((&last["type"], &last["id"]), (&json!("weather_alert_renewed"), &json!("w1")));
    assert_eq!(scene.listed().await, ["w2", "w1"]);
    assert_eq!(scene.told().await.len(), told.len(), "once");
}

#[tokio::test]
async fn a_warning_that_is_missing_in_one_answer_goes_on_and_in_two_is_over() {
    let scene = Scene::new().await;
    let types =
        async || -> Vec<Value> { scene.told().await.iter().map(|told| told["type"].clone()).collect() };
    scene.warn(&[("w1", "blue")]);
    assert_eq!(types().await, ["weather_alert"]);
    scene.warn(&[]);
    assert_eq!(types().await, ["weather_alert"], "the first answer without it");
    scene.look().await;
    assert_eq!(frames(&scene.portal).await.len(), 1, "the same answer does not count twice");
    assert_eq!(scene.listed().await, ["w1"]);
    scene.warn(&[("w1", "blue")]);
    assert_eq!(types().await, ["weather_alert"]);
    scene.warn(&[]);
    assert_eq!(types().await, ["weather_alert"], "the first one again");
    assert_eq!(types().await, ["weather_alert_ended"]);
    assert!(scene.listed().await.is_empty());
}

#[tokio::test]
async fn a_warning_that_is_listed_twice_is_told_once_and_holds_up_no_other() {
    let scene = Scene::new().await;
    scene.warn(&[("w1", "blue"), ("w1", "blue"), ("w2", "red")]);
    let told = scene.told().await;
    assert_eq!(told.iter().map(|frame| &frame["id"]).collect::<Vec<_>>(), ["w1", "w2"]);
}

#[tokio::test]
async fn an_update_that_replaces_a_warning_ends_it_at_once() {
    let scene = Scene::new().await;
    scene.warn(&[("w1", "blue")]);
    assert_eq!(scene.told().await.len(), 1);
    let mut update = scene.stub.warning("w2", "red");
    update["messageType"] = json!({ "code": "update", "supersedes": ["w1"] });
    scene.stub.set_warnings(vec![update]);
    scene.told().await;
    assert_eq!(scene.listed().await, ["w2"]);
}

#[tokio::test]
async fn a_warning_that_is_prolonged_is_listed_until_its_new_end() {
    let scene = Scene::new().await;
    scene.warn(&[("w1", "blue")]);
    assert_eq!(scene.told().await.len(), 1);
    scene.advance_minutes(60);
    scene.stub.set_warnings(vec![scene.stub.warning("w1", "blue")]);
    assert_eq!(scene.told().await.last().unwrap()["type"], "weather_alert_renewed");
    scene.stub.set("/weatheralert", Some(Behaviour::Status(500, None)));
    scene.advance_minutes(24 * 60 - 30);
    assert_eq!(scene.listed().await, ["w1"]);
}

#[tokio::test]
async fn a_warning_without_an_end_is_listed_two_days_when_the_provider_is_silent() {
    let scene = Scene::new().await;
    let mut endless = scene.stub.warning("w1", "blue");
    endless.as_object_mut().unwrap().remove("expireTime");
    scene.stub.set_warnings(vec![endless]);
    assert_eq!(scene.told().await.len(), 1);
    scene.stub.set("/weatheralert", Some(Behaviour::Status(500, None)));
    scene.advance_minutes(47 * 60);
    scene.look().await;
    assert_eq!(scene.listed().await, ["w1"]);
    assert_eq!(scene.alice.get(ALERTS).await.data()["stale"], true);
    scene.advance_minutes(60);
    assert!(scene.listed().await.is_empty());
    // The provider says that it is in force still.
    scene.stub.set("/weatheralert", None);
    scene.told().await;
    assert_eq!(scene.listed().await, ["w1"]);
}

#[tokio::test]
async fn warnings_of_another_place_and_without_a_provider_are_listed_no_more() {
    let scene = Scene::new().await;
    scene.warn(&[("w1", "yellow")]);
    assert_eq!(scene.told().await.len(), 1);
    let portal = scene.portal.restart(&[("WEATHER_KEY", "")]).await;
    let alice = portal.client_of(UserId::parse("240111").unwrap()).await;
    assert_eq!(alice.get(ALERTS).await.data()["alerts"], json!([]));
    let portal = portal.restart(&[("WEATHER_KEY", KEY), ("WEATHER_LOCATION", "121.47,31.23")]).await;
    assert_eq!(frames(&portal).await.last().unwrap()["type"], "weather_alert_ended");
    let alice = portal.client_of(UserId::parse("240111").unwrap()).await;
    assert_eq!(alice.get(ALERTS).await.data()["alerts"], json!([]));
}

#[tokio::test]
async fn a_provider_that_fails_ends_no_warning_and_time_does() {
    let scene = Scene::new().await;
    scene.warn(&[("w1", "yellow")]);
    assert_eq!(scene.told().await.len(), 1);
    for behaviour in [Behaviour::Status(500, None), Behaviour::Body(json!({ "code": "200" }).to_string())] {
        scene.stub.set("/weatheralert", Some(behaviour));
        assert_eq!(scene.told().await.len(), 1);
    }
    assert_eq!(scene.weather().await["warnings"]["data"][0]["id"], "w1");
    scene.advance_minutes(24 * 60);
    assert!(scene.listed().await.is_empty());
    assert_eq!(scene.weather().await["warnings"]["data"], json!([]));
}

#[tokio::test]
async fn a_restart_tells_nothing_again() {
    let scene = Scene::new().await;
    scene.warn(&[("w1", "yellow")]);
    assert_eq!(scene.told().await.len(), 1);
    let Scene { portal, stub, .. } = scene;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let host = format!("http://{}", listener.local_addr().unwrap());
    let portal = portal.restart(&[("WEATHER_API_HOST", &host)]).await;
    serve(&portal, stub.clone(), listener);
    let alice = portal.client_of(UserId::parse("240111").unwrap()).await;
    let scene = Scene { portal, stub, alice };
    assert_eq!(scene.told().await.len(), 1);
}

#[tokio::test]
async fn nobody_asks_for_warnings_while_the_app_is_disabled_for_all() {
    let scene = Scene::new().await;
    let caller = kernel::http::Caller {
        facts: std::sync::Arc::new(kernel::testing::facts("240000")),
        claims: None,
        client: None,
        address: [127, 0, 0, 1].into(),
        request_id: String::new(),
    };
    let scope = kernel::scope::Scope::Portal;
    let turned =
        scene.portal.app.write(move |tx| kernel::apps::Apps::set(tx, &caller, &scope, "weather", false));
    assert!(turned.await.unwrap());
    scene.portal.settle().await;
    let before = scene.stub.received().len();
    for _ in 0..30 {
        scene.advance_minutes(1);
        pause().await;
    }
    assert_eq!(scene.stub.received().len(), before);
    assert_eq!(scene.alice.get(ALL).await.status.as_u16(), 404);
}
