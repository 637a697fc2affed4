//! The lists.

use serde_json::{Value, json};

use super::{AssetFolder, FEATURE, MP4, PNG, TestPortal, own};

#[tokio::test]
async fn a_portal_without_files_has_the_built_in_sets_and_they_are_served() {
    let portal = TestPortal::new(&[FEATURE]).await;
    let alice = portal.member().await;

    let wallpapers = alice.get("/api/assets/wallpapers").await.data();
    let ids: Vec<_> = wallpapers.as_array().unwrap().iter().map(|w| w["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["default", "ocean", "sky", "night", "dawn", "arctic"]);
    assert_eq!((&wallpapers[1]["name"], &wallpapers[1]["type"]), (&json!("海洋"), &json!("gradient")));
    assert_eq!(wallpapers[1]["url"], "/resources/builtin/wallpapers/ocean.svg");
    assert!(
        wallpapers
            .as_array()
            .unwrap()
            .iter()
            .all(|w| w["css"].as_str().unwrap().contains("linear-gradient("))
    );

    let icons = alice.get("/api/assets/weather-icons").await.data();
    assert_eq!(icons.as_array().unwrap().len(), 22);
    let levels: Vec<Value> =
        (0..7).map(|n| json!({ "url": format!("/resources/builtin/levels/lv{n}.svg") })).collect();
    for item in [wallpapers, icons, json!(levels)].iter().flat_map(|list| list.as_array().unwrap()) {
        let answer = portal.anonymous().get(item["url"].as_str().unwrap()).await;
        assert_eq!(answer.header("content-type"), "image/svg+xml", "{item}");
        assert!(
            answer.text().starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\"")
                && answer.text().trim_end().ends_with("</svg>")
        );
    }
}

#[tokio::test]
async fn the_portals_own_files_come_first_with_posters_beside_their_videos() {
    let place = AssetFolder::with(&[
        ("wallpapers/b 海.PNG", PNG),
        ("wallpapers/waves.mp4", MP4),
        ("wallpapers/waves.jpg", PNG),
        ("wallpapers/alone.webm", PNG),
        ("wallpapers/empty.png", b""),
        ("wallpapers/.hidden.png", PNG),
        ("wallpapers/page.html", PNG),
        ("wallpapers/drawing.svg", PNG),
        ("wallpapers/folder.png/inner.png", PNG),
    ])
    .await;
    let alice = place.portal.member().await;

    let own = own(&alice).await;

    let line = |w: &Value| format!("{} {} {} {}", w["name"], w["type"], w["url"], w["poster"]);
    assert_eq!(
        own.iter().map(line).collect::<Vec<_>>(),
        [
            r#""b 海" "image" "/resources/wallpapers/b%20%E6%B5%B7.PNG" null"#,
            r#""alone" "video" "/resources/wallpapers/alone.webm" null"#,
            r#""waves" "video" "/resources/wallpapers/waves.mp4" "/resources/wallpapers/waves.jpg""#,
        ]
    );
    let all = alice.get("/api/assets/wallpapers").await.data();
    assert_eq!((&all[0], &all[3]["id"]), (&own[0], &json!("default")));
    for wallpaper in &own {
        assert_eq!(
            place.portal.anonymous().get(wallpaper["url"].as_str().unwrap()).await.status.as_u16(),
            200
        );
    }
}

#[tokio::test]
async fn a_weather_icon_of_the_portal_stands_in_the_place_of_the_built_in_one() {
    let place = AssetFolder::with(&[
        ("weather-icons/rain.png", PNG),
        ("weather-icons/rain.svg", b"<svg/>"),
        ("weather-icons/hail.png", PNG),
    ])
    .await;
    let alice = place.portal.member().await;

    let icons = alice.get("/api/assets/weather-icons").await.data();

    let url = |name: &str| {
        let icon = icons.as_array().unwrap().iter().find(|icon| icon["name"] == name).unwrap();
        icon["url"].as_str().unwrap().to_owned()
    };
    assert_eq!(icons.as_array().unwrap().len(), 23);
    assert_eq!(url("rain"), "/resources/weather-icons/rain.svg");
    assert_eq!(url("hail"), "/resources/weather-icons/hail.png");
    assert_eq!(url("snow"), "/resources/builtin/weather-icons/snow.svg");
}

#[tokio::test]
async fn every_list_needs_a_token() {
    let portal = TestPortal::new(&[FEATURE]).await;

    for list in ["wallpapers", "weather-icons"] {
        assert_eq!(portal.anonymous().get(&format!("/api/assets/{list}")).await.refusal(), "401 未登录");
    }
}
