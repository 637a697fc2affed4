//! When the provider is asked.

use futures_util::future::join_all;

use super::*;

/// The path of each part, and the minutes that what it brings is as good as new.
const LIFETIMES: [(&str, u64); 7] = [
    ("/v7/minutely/5m", 5),
    ("/weatheralert/v1/current", 10),
    ("/v7/weather/now", 15),
    ("/v7/weather/24h", 30),
    ("/airquality/v1/current", 30),
    ("/v7/weather/7d", 60),
    ("/v7/indices/1d", 6 * 60),
];

#[tokio::test]
async fn each_part_is_fetched_again_when_it_is_as_old_as_it_may_be() {
    let scene = Scene::new().await;
    scene.weather().await;
    let mut expected: Vec<usize> = LIFETIMES.iter().map(|(path, _)| scene.stub.count(path)).collect();
    assert_eq!(expected, [1; 7]);
    for minute in 1..=360 {
        // A second short of the minute nothing is due that was not due before.
        scene.portal.advance(59);
        scene.weather().await;
        scene.portal.advance(1);
        scene.weather().await;
        for (index, (_, lifetime)) in LIFETIMES.iter().enumerate() {
            expected[index] += usize::from(minute % lifetime == 0);
        }
        let counts: Vec<usize> = LIFETIMES.iter().map(|(path, _)| scene.stub.count(path)).collect();
        assert_eq!(counts, expected, "after {minute} minutes");
    }
    assert_eq!(scene.stub.count("/geo"), 1);
}

#[tokio::test]
async fn fifty_members_at_once_are_one_request_for_each_part() {
    let scene = Scene::new().await;
    let all = join_all((0..50).map(|_| scene.weather())).await;
    assert!(all.iter().all(|weather| weather == &all[0]));
    for (path, _) in LIFETIMES {
        assert_eq!(scene.stub.count(path), 1, "{path}");
    }
}

#[tokio::test]
async fn only_warnings_are_asked_for_while_nobody_looks() {
    let scene = Scene::new().await;
    for minute in 1..=30_usize {
        scene.advance_minutes(1);
        scene.look().await;
        assert_eq!(scene.stub.count("/weatheralert"), 1 + minute / 10);
    }
    assert_eq!(scene.stub.received().len(), 5, "four times the warnings, and the place");
}

#[tokio::test]
async fn a_request_goes_on_when_the_member_who_caused_it_has_left() {
    let scene = Scene::new().await;
    let portal = &scene.portal;
    scene.stub.set("/v7/weather/now", Some(Behaviour::Hang));
    {
        let asking = scene.alice.get("/api/weather/now");
        tokio::pin!(asking);
        for _ in 0..2000 {
            tokio::select! {
                biased;
                _ = &mut asking => panic!("it hangs"),
                () = pause() => {}
            }
            if scene.stub.count("/v7/weather/now") == 1 {
                break;
            }
        }
    }
    portal.advance(8);
    // The failure is noted although nobody waits for it, and the pause holds for everything.
    let before = scene.stub.received().len();
    for _ in 0..2000 {
        if scene.alice.get("/api/weather/now").await.data()["now"]["problem"]["code"] == "timeout" {
            assert!(scene.stub.received().len() <= before + 2);
            return;
        }
        pause().await;
    }
    panic!("the failure is not noted");
}

#[tokio::test]
async fn a_member_who_can_be_served_older_data_waits_two_seconds_and_the_request_goes_on() {
    let scene = Scene::new().await;
    let before = scene.weather().await["now"].clone();
    scene.stub.set("/v7/weather/now", Some(Behaviour::Hold));
    scene.advance_minutes(15);
    let now =
        while_time_passes(&scene.portal, Duration::from_millis(20), scene.weather()).await["now"].clone();
    assert_eq!((&now["data"], &now["fetched_at"]), (&before["data"], &before["fetched_at"]));
    assert_eq!((&now["stale"], &now["problem"]), (&true.into(), &Value::Null));
    scene.stub.set("/v7/weather/now", None);
    let now = scene.weather().await["now"].clone();
    assert_eq!((&now["stale"], scene.stub.count("/v7/weather/now")), (&false.into(), 2));
}

#[tokio::test]
async fn what_is_kept_survives_a_restart_and_another_place_begins_anew() {
    let scene = Scene::new().await;
    let before = scene.weather().await;
    let Scene { portal, stub, .. } = scene;
    let asked = stub.received().len();

    // The provider ended with the portal: nobody answers there.
    let portal = portal.restart(&[]).await;
    let alice = portal.client_of(kernel::user::UserId::parse("240111").unwrap()).await;
    assert_eq!(alice.get(ALL).await.data(), before);
    assert_eq!(stub.received().len(), asked);

    let portal = portal.restart(&[("WEATHER_LOCATION", "121.47,31.23")]).await;
    let alice = portal.client_of(kernel::user::UserId::parse("240111").unwrap()).await;
    let elsewhere = alice.get(ALL).await.data();
    assert!(elsewhere["now"]["data"].is_null() && elsewhere["place"].is_null(), "{elsewhere}");
    assert_eq!(elsewhere["now"]["problem"]["code"], "unreachable");
}

#[tokio::test]
async fn a_clock_that_went_back_keeps_nothing_fresh_for_ever() {
    let scene = Scene::new().await;
    scene.weather().await;
    scene.portal.app.clock.set_wall("2025-01-01T00:00:00Z".parse().unwrap());
    scene.weather().await;
    assert_eq!(scene.stub.count("/v7/weather/now"), 2);
}
