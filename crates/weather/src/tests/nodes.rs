//! Two nodes on one database; SQLite has one node, so these run on PostgreSQL.

use kernel::testing::TestSetup;
use serde_json::json;

use super::*;

#[tokio::test]
async fn two_nodes_ask_once_and_tell_a_warning_once() {
    let scene = Scene::new().await;
    if scene.portal.app.db.engine_name() != "postgres" {
        return;
    }
    scene.weather().await;
    let variables: Vec<(String, String)> = [("WEATHER_KEY", KEY), ("WEATHER_LOCATION", "116.30,39.96")]
        .map(|(n, v)| (n.into(), v.into()))
        .into();
    let host = super::super::environment::source(&scene.portal.app.config).unwrap().host.to_string();
    let mut all: Vec<(&str, &str)> = variables.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
    all.push(("WEATHER_API_HOST", &host));
    let features: Vec<_> = identity::FEATURES.iter().copied().chain([FEATURE]).collect();
    let setup = TestSetup { features: &features, accounts: identity::accounts, variables: &all };
    let second = scene.portal.second_node(setup).await;

    scene.stub.set_warnings(vec![scene.stub.warning("w1", "red")]);
    let token = scene.alice.token().unwrap();
    let other = second.anonymous().bearing(&token);
    let before: Vec<usize> = ["/v7/weather/now", "/weatheralert"].map(|path| scene.stub.count(path)).into();
    scene.advance_minutes(15);
    for _ in 0..200 {
        let both = async { tokio::join!(scene.weather(), other.get(ALL)) };
        let (one, two) = while_time_passes(&scene.portal, Duration::from_millis(5), both).await;
        let two = two.data();
        let stale = [&one, &two].map(|all| all["now"]["stale"].as_bool().unwrap());
        if stale == [false, false] {
            assert_eq!(one["now"]["data"], two["now"]["data"]);
            break;
        }
        // On a busy machine the answer takes longer than a node waits, so what is old is served meanwhile.
    }
    let after: Vec<usize> = ["/v7/weather/now", "/weatheralert"].map(|path| scene.stub.count(path)).into();
    assert_eq!(after, before.iter().map(|count| count + 1).collect::<Vec<_>>());

    for _ in 0..3 {
        scene.advance_minutes(1);
        pause().await;
    }
    for _ in 0..2000 {
        let alerts = other.get(ALERTS).await.data();
        if alerts["alerts"].as_array().unwrap().len() == 1 {
            assert_eq!(alerts["alerts"][0]["id"], json!("w1"));
            break;
        }
        pause().await;
    }
    let events = scene.portal.app.db.read(|read| Ok(kernel::events::after(read, 0, 500)?)).await.unwrap();
    assert_eq!(events.iter().filter(|event| event.name() == "weather.alert_published").count(), 1);
    second.app.stop().await;
}
