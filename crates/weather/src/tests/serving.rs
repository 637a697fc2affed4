//! What members are shown.

use serde_json::json;

use super::*;

#[tokio::test]
async fn a_member_sees_all_parts_of_the_weather_of_the_place() {
    let scene = Scene::new().await;
    scene.stub.set_warnings(vec![scene.stub.warning("w1", "yellow")]);
    scene.advance_minutes(10);
    let weather = scene.weather().await;

    assert_eq!((&weather["configured"], &weather["missing"]), (&json!(true), &json!([])));
    assert_eq!(weather["place"], json!({ "name": "海淀", "region": "北京" }));
    for part in ["now", "hourly", "daily", "air", "indices", "warnings", "minutely"] {
        let part = &weather[part];
        assert!(!part["data"].is_null(), "{part}");
        assert_eq!((&part["stale"], &part["problem"]), (&json!(false), &Value::Null));
        assert_eq!(part["fetched_at"], "2026-09-01T00:10:00.000Z");
    }
    assert_eq!(weather["now"]["data"]["observed_at"], "2026-09-01T00:10:00.000Z");
    assert!(weather["now"]["data"]["temperature"].is_number());
    assert_eq!(weather["hourly"]["data"].as_array().unwrap().len(), 24);
    assert_eq!(weather["daily"]["data"][0]["date"], "2026-09-01");
    assert_eq!(
        (&weather["air"]["data"]["aqi"], &weather["air"]["data"]["category"]),
        (&json!(58.0), &json!("良"))
    );
    assert_eq!(weather["warnings"]["data"][0]["level"], "yellow");
    assert_eq!(weather["minutely"]["data"]["steps"].as_array().unwrap().len(), 24);

    let asked = scene.stub.received();
    assert!(
        asked.iter().all(|request| request.key == KEY && !request.query.values().any(|value| value == KEY))
    );
    let of = |path: &str| asked.iter().find(|request| request.path.starts_with(path)).unwrap();
    assert_eq!(of("/v7/weather/now").query["location"], "116.30,39.96");
    assert_eq!(of("/v7/indices/1d").query["type"], "0");
    assert_eq!(
        of("/airquality").path,
        "/airquality/v1/current/39.96/116.30",
        "the latitude comes first there"
    );
}

#[tokio::test]
async fn the_widget_asks_for_no_more_than_it_shows() {
    let scene = Scene::new().await;
    let short = scene.alice.get("/api/weather/now").await.data();
    assert_eq!(short["today"]["data"]["date"], "2026-09-01");
    assert_eq!(short["place"]["name"], "海淀");
    assert!(
        short["now"]["data"]["condition"].is_string() && short["minutely"]["data"]["summary"].is_string()
    );
    for path in ["/v7/indices", "/airquality", "/v7/weather/24h"] {
        assert_eq!(scene.stub.count(path), 0, "{path}");
    }
}

#[tokio::test]
async fn a_reader_of_english_gets_the_words_of_the_provider_in_english() {
    let scene = Scene::new().await;
    let english = scene.alice.clone().with("accept-language", "en");
    let weather = english.get(ALL).await.data();
    assert_eq!(weather["air"]["data"]["category"], "Moderate");
    assert_eq!(scene.weather().await["air"]["data"]["category"], "良", "each language is kept by itself");
    scene.refuse("/v7/weather/now", 500);
    scene.advance_minutes(15);
    let weather = english.get(ALL).await.data();
    assert_eq!(
        weather["now"]["problem"],
        json!({ "code": "unavailable", "message": "The weather service has failed; the portal tries again later" })
    );
}

#[tokio::test]
async fn a_city_and_an_id_are_looked_up_once() {
    for (place, location) in [("朝阳", "101010200"), ("101010300", "101010300")] {
        let scene = Scene::at(place).await;
        let weather = scene.weather().await;
        assert!(weather["now"]["data"].is_object(), "{weather}");
        assert_eq!(weather["place"]["name"], if place == "朝阳" { "朝阳" } else { "海淀" });
        scene.advance_minutes(60);
        scene.weather().await;
        assert_eq!(scene.stub.count("/geo"), 1);
        let asked = scene.stub.received();
        let of = |path: &str| asked.iter().find(|request| request.path.starts_with(path)).unwrap();
        assert_eq!(of("/v7/weather/now").query["location"], location);
        assert_eq!(of("/v7/minutely/5m").query["location"], "116.30,39.96");
    }
}

#[tokio::test]
async fn without_a_key_there_is_no_weather_and_an_admin_learns_what_is_missing() {
    let portal = TestPortal::with(&[FEATURE], &[("WEATHER_LOCATION", "北京")]).await;
    let (admin, alice) = (portal.admin().await, portal.member().await);
    for path in [ALL, "/api/weather/now"] {
        let weather = alice.get(path).await.data();
        assert_eq!((&weather["configured"], &weather["missing"]), (&json!(false), &json!([])));
        assert_eq!(
            weather["now"],
            json!({ "data": null, "fetched_at": null, "stale": false, "problem": null })
        );
        let told = admin.get(path).await.data();
        assert_eq!(told["missing"], json!(["WEATHER_KEY", "WEATHER_API_HOST"]));
    }
    let none = json!({ "alerts": [], "fetched_at": null, "stale": false });
    assert_eq!(alice.get(ALERTS).await.data(), none);
    let warning = "there is no weather until WEATHER_KEY and WEATHER_API_HOST are set too";
    assert!(portal.app.config.warnings.iter().any(|line| line == warning));
}

#[tokio::test]
async fn nobody_sees_the_weather_without_a_session() {
    let scene = Scene::new().await;
    for path in [ALL, "/api/weather/now", ALERTS] {
        assert_eq!(scene.portal.anonymous().get(path).await.status.as_u16(), 401, "{path}");
    }
}

#[tokio::test]
async fn a_host_without_the_newer_paths_is_asked_by_the_older_ones() {
    let scene = Scene::new().await;
    scene.refuse("/airquality", 404);
    scene.refuse("/weatheralert", 404);
    scene.stub.set_warnings(vec![scene.stub.warning("w1", "red")]);
    scene.advance_minutes(10);
    let weather = scene.weather().await;
    assert_eq!(
        (&weather["air"]["data"]["category"], &weather["air"]["data"]["primary"]),
        (&json!("优"), &Value::Null)
    );
    assert_eq!(weather["warnings"]["data"][0]["level"], "red");
}
