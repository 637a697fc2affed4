//! A provider that fails.

use std::io::Write;
use std::sync::{Arc, Mutex};

use serde_json::json;

use super::*;

const NOW: &str = "/v7/weather/now";

/// What is served of the weather at this moment after the provider has begun to answer so.
async fn after(behaviour: Behaviour) -> (Scene, Value, Value) {
    let scene = Scene::new().await;
    let before = scene.weather().await;
    scene.stub.set(NOW, Some(behaviour));
    scene.advance_minutes(15);
    let weather = scene.weather().await;
    (scene, before["now"].clone(), weather["now"].clone())
}

#[tokio::test]
async fn the_last_good_data_is_served_and_says_that_it_is_stale_and_why() {
    for (behaviour, code) in [
        (Behaviour::Status(401, None), "key_rejected"),
        (Behaviour::Status(402, None), "quota_used"),
        (Behaviour::Status(403, None), "not_allowed"),
        (Behaviour::Status(404, None), "no_data"),
        (Behaviour::Status(429, Some(7200)), "rate_limited"),
        (Behaviour::Status(500, None), "unavailable"),
        (Behaviour::Status(302, None), "unavailable"),
        (Behaviour::Huge(600 << 10), "too_large"),
        (Behaviour::Body("{\"code\":\"200\",\"now\":{\"te".into()), "unreadable"),
        (Behaviour::Body("<html>the captive portal of a school</html>".into()), "unreadable"),
        (Behaviour::Body(json!({ "code": "200", "now": { "icon": "100" } }).to_string()), "unreadable"),
        (Behaviour::Body(json!({ "code": "402" }).to_string()), "quota_used"),
    ] {
        let name = format!("{behaviour:?}");
        let (_scene, before, now) = after(behaviour).await;
        assert_eq!(now["data"], before["data"], "{name}");
        assert_eq!((&now["stale"], &now["fetched_at"]), (&json!(true), &before["fetched_at"]), "{name}");
        assert_eq!(now["problem"]["code"], code, "{name}");
        assert!(now["problem"]["message"].as_str().unwrap().contains("天气服务"), "{name}");
    }
}

#[tokio::test]
async fn a_part_that_fails_leaves_the_others_alone() {
    let (scene, _, _) = after(Behaviour::Status(500, None)).await;
    let weather = scene.weather().await;
    for part in ["hourly", "daily", "air", "indices", "warnings", "minutely"] {
        assert_eq!(
            (&weather[part]["stale"], &weather[part]["problem"]),
            (&json!(false), &Value::Null),
            "{part}"
        );
    }
}

#[tokio::test]
async fn a_provider_that_fails_is_asked_less_and_less_often_and_at_once_again_when_it_is_well() {
    let scene = Scene::new().await;
    scene.refuse(NOW, 503);
    let mut asked_at = Vec::new();
    for minute in 0..=70 {
        let before = scene.stub.count(NOW);
        scene.weather().await;
        if scene.stub.count(NOW) > before {
            asked_at.push(minute);
        }
        scene.advance_minutes(1);
    }
    assert_eq!(asked_at, [0, 1, 3, 7, 15, 31, 61]);
    scene.stub.set(NOW, None);
    scene.advance_minutes(30);
    let weather = scene.weather().await;
    assert_eq!((&weather["now"]["stale"], &weather["now"]["problem"]), (&json!(false), &Value::Null));
    scene.refuse(NOW, 503);
    scene.advance_minutes(15);
    scene.weather().await;
    scene.advance_minutes(1);
    let before = scene.stub.count(NOW);
    scene.weather().await;
    assert_eq!(scene.stub.count(NOW), before + 1, "the pause begins anew at a minute");
}

#[tokio::test]
async fn nothing_is_asked_before_the_time_that_the_provider_names() {
    let scene = Scene::new().await;
    scene.weather().await;
    scene.stub.set("/", Some(Behaviour::Status(429, Some(3 * 60 * 60))));
    scene.advance_minutes(60);
    scene.weather().await;
    let after_refusal = scene.stub.received().len();
    scene.advance_minutes(3 * 60 - 1);
    let weather = scene.weather().await;
    assert_eq!(scene.stub.received().len(), after_refusal);
    for part in ["now", "hourly", "daily", "air", "warnings", "minutely"] {
        assert_eq!(weather[part]["problem"]["code"], "rate_limited", "{part}");
        assert_eq!(weather[part]["stale"], true, "{part}");
    }
    assert_eq!(weather["indices"]["problem"], Value::Null, "what is fresh has none");
    scene.stub.set("/", None);
    scene.advance_minutes(2);
    assert_eq!(scene.weather().await["now"]["stale"], false);
}

#[tokio::test]
async fn a_provider_that_hangs_is_waited_for_once() {
    let scene = Scene::new().await;
    scene.weather().await;
    scene.stub.set("/", Some(Behaviour::Hang));
    scene.portal.advance(8 * 24 * 60 * 60);
    scene.wait_for("a request", || scene.stub.count("/geo") == 2).await;
    let asked = scene.stub.received().len();
    // The session of a week ago is over.
    let alice = scene.portal.client_of(kernel::user::UserId::parse("240111").unwrap()).await;
    let read = || while_time_passes(&scene.portal, Duration::from_secs(1), alice.get(ALL));
    let mut weather = read().await.data();
    for _ in 0..200 {
        assert!(weather["now"]["data"].is_object());
        if weather["now"]["problem"]["code"] == "timeout" {
            assert_eq!(scene.stub.received().len(), asked, "the place, and nothing after it");
            return;
        }
        weather = read().await.data();
    }
    panic!("no timeout: {weather}");
}

#[tokio::test]
async fn a_place_that_the_provider_does_not_know_is_named_as_the_reason() {
    let scene = Scene::before_any_answer(&[("WEATHER_LOCATION", "nowhere")], |_| {}).await;
    let weather = scene.weather().await;
    assert_eq!(weather["now"]["problem"]["code"], "place_unknown");
    assert_eq!((&weather["configured"], &weather["place"]), (&json!(true), &Value::Null));
    assert_eq!(scene.stub.count("/v7"), 0, "nothing is asked about nowhere");
}

#[tokio::test]
async fn a_look_up_that_fails_is_named_as_what_it_is_and_holds_up_no_part_afterwards() {
    let scene = Scene::before_any_answer(&[("WEATHER_LOCATION", "北京")], |stub| {
        stub.set("/geo", Some(Behaviour::Status(500, None)));
    })
    .await;
    let weather = scene.weather().await;
    let parts = ["now", "hourly", "daily", "air", "indices", "warnings", "minutely"];
    for part in parts {
        assert_eq!(weather[part]["problem"]["code"], "unavailable", "{part}");
    }
    assert_eq!((scene.stub.count("/geo"), scene.stub.received().len()), (1, 1));
    scene.stub.set("/geo", None);
    scene.advance_minutes(1);
    let weather = scene.weather().await;
    for part in parts {
        assert!(weather[part]["data"].is_array() || weather[part]["data"].is_object(), "{part}: {weather}");
    }
}

#[tokio::test]
async fn a_success_ends_no_pause_that_began_during_its_request() {
    let scene = Scene::new().await;
    scene.weather().await;
    scene.stub.set("/v7/weather/7d", Some(Behaviour::Hold));
    scene.stub.set(NOW, Some(Behaviour::Status(429, Some(3 * 60 * 60))));
    scene.advance_minutes(60);
    let asking = async {
        let weather = scene.weather().await;
        assert_eq!(weather["daily"]["stale"], false, "{weather}");
    };
    let releasing = async {
        let source = environment::source(&scene.portal.app.config).unwrap();
        for _ in 0..2000 {
            let cached = crate::cache::CachedWeather::read(&scene.portal.app, &source, "zh").await.unwrap();
            let is_refused = cached.part::<Value>(crate::model::Kind::Now).problem.is_some();
            if is_refused && scene.stub.count("/v7/weather/7d") == 2 {
                scene.stub.set("/v7/weather/7d", None);
                return;
            }
            pause().await;
        }
        panic!("the refusal is not noted");
    };
    tokio::join!(asking, releasing);
    let asked = scene.stub.received().len();
    scene.advance_minutes(2 * 60);
    assert_eq!(scene.weather().await["daily"]["problem"]["code"], "rate_limited");
    assert_eq!(scene.stub.received().len(), asked);
}

#[tokio::test]
async fn a_redirect_of_the_provider_is_not_followed() {
    let scene = Scene::new().await;
    scene.weather().await;
    let other = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let stub = Stub::default();
    let location = format!("http://{}/v7/weather/now", other.local_addr().unwrap());
    serve(&scene.portal, stub.clone(), other);
    let redirecting = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let host = format!("http://{}", redirecting.local_addr().unwrap());
    let Scene { portal, .. } = scene;
    let portal = portal.restart(&[("WEATHER_API_HOST", &host)]).await;
    portal.app.tasks.spawn("redirecting", move |mut stop| async move {
        let redirect = move || {
            let location = location.clone();
            async move { axum::response::Redirect::temporary(&location) }
        };
        let router = axum::Router::new().fallback(redirect);
        tokio::select! {
            served = axum::serve(redirecting, router) => served.unwrap(),
            () = stop.asked() => {}
        }
    });
    portal.advance(15 * 60);
    let alice = portal.client_of(kernel::user::UserId::parse("240111").unwrap()).await;
    assert_eq!(alice.get(ALL).await.data()["now"]["problem"]["code"], "unavailable");
    assert_eq!(stub.received(), [], "the key went nowhere else");
}

/// Everything that is logged on this thread.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn the_key_is_in_no_answer_and_in_no_line_of_the_log() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing_subscriber::filter::LevelFilter::TRACE)
        .with_writer(move || writer.clone())
        .finish();
    let _guard = tracing::subscriber::set_default(subscriber);

    let scene = Scene::new().await;
    scene.weather().await;
    // The stub repeats the key in its refusals.
    for status in [401, 403, 429, 500] {
        scene.refuse("/", status);
        scene.advance_minutes(24 * 60 + 1);
        let answer = scene.alice.get(ALL).await;
        assert!(!answer.text().contains(KEY), "{}", answer.text());
    }
    let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert!(log.contains("no weather from the provider"), "{log}");
    assert!(!log.contains(KEY), "the log shows the key");
    assert!(!scene.portal.app.config.masked().iter().any(|line| line.contains(KEY)));
}

#[tokio::test]
async fn a_host_that_is_not_http_or_a_key_with_blanks_refuses_the_start() {
    let config = |name: &str, value: &str| {
        let given = [("JWT_SECRET", "a secret that only tests use, 32 bytes"), (name, value)];
        let given = given.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        kernel::feature::config(&given, &[FEATURE]).map(drop).map_err(|error| error.to_string())
    };
    for (name, value) in [
        ("WEATHER_API_HOST", "file:///etc/passwd"),
        ("WEATHER_API_HOST", "https://me:secret@a.test"),
        ("WEATHER_KEY", "secret key"),
        ("WEATHER_LOCATION", "39.9,116.4"),
    ] {
        let refusal = config(name, value).unwrap_err();
        assert!(refusal.starts_with(name) && !refusal.contains("secret"), "{refusal}");
    }
    assert_eq!(config("WEATHER_LOCATION", "北京"), Ok(()));
}

#[tokio::test]
async fn an_operator_is_warned_of_a_key_that_would_travel_in_the_clear() {
    let warnings = async |host: &str| {
        let portal = TestPortal::with(&[FEATURE], &[("WEATHER_API_HOST", host)]).await;
        portal.app.config.warnings.iter().filter(|line| line.contains("over http")).count()
    };
    assert_eq!(warnings("http://weather.example.test").await, 1);
    assert_eq!(warnings("weather.example.test").await + warnings("http://127.0.0.1:8090").await, 0);
}
