//! From a code on a screen to a panel, and back.

use super::*;

#[tokio::test]
async fn a_screen_shows_a_code_until_an_officer_confirms_it_and_then_the_board() {
    let scene = Scene::new().await;
    let screen = scene.screen().await;
    assert!(screen.code.len() == 6 && screen.code.bytes().all(|digit| digit.is_ascii_digit()));
    let mut lines = screen.stream(&scene).await;
    let waiting = lines.next().await.unwrap();
    assert_eq!((&waiting["type"], &waiting["code"]), (&json!("waiting"), &json!(screen.code)));

    let shown = scene.officer.get(&format!("{PANELS}/pairing/{}", screen.code)).await.data();
    let facts = (&shown["width"], &shown["height"], &shown["browser"], &shown["address"]);
    assert_eq!(facts, (&json!(1920), &json!(1080), &json!("Chrome 80"), &json!("192.0.2.1")));

    let paired = scene.pair(&screen, " 教室大屏 ").await;
    assert_eq!((&paired["name"], &paired["class"]), (&json!("教室大屏"), &json!("01")));
    assert_eq!((&paired["online"], &paired["state"]), (&json!(true), &json!(null)));
    let board = lines.board().await;
    assert_eq!((&board["class"], &board["panel"]["name"]), (&json!("01"), &json!("教室大屏")));
    assert_eq!(board["zone"], json!("Asia/Shanghai"));

    let again = scene.officer.post(PANELS, &json!({ "code": screen.code, "name": "另一块" })).await;
    assert_eq!(refusal(&again), "404 panel_code_unknown", "a code confirms once");
    let answer =
        screen.client.post("/api/panel/pairing", &json!({ "width": 1, "height": 1, "pixel_ratio": 1 })).await;
    assert_eq!(refusal(&answer), "409 panel_paired", "a panel stays one");
}

#[tokio::test]
async fn a_browser_with_two_tabs_has_one_code_and_the_oldest_of_four_streams_ends() {
    let scene = Scene::new().await;
    let screen = scene.screen().await;
    let size = json!({ "width": 1, "height": 1, "pixel_ratio": 1 });
    assert_eq!(screen.client.post("/api/panel/pairing", &size).await.data()["code"], json!(screen.code));
    scene.pair(&screen, "大屏").await;
    let mut all = Vec::new();
    for _ in 0..4 {
        let mut lines = screen.stream(&scene).await;
        lines.board().await;
        all.push(lines);
    }
    while all[0].next().await.is_some() {}
    scene.set_note("好").await.unwrap();
    for lines in &mut all[1..] {
        assert_eq!(lines.board().await["parts"]["note"]["note"], "好");
    }
}

#[tokio::test]
async fn a_code_runs_out_after_ten_minutes_and_is_forgotten() {
    let scene = Scene::new().await;
    let screen = scene.screen().await;
    let mut lines = screen.stream(&scene).await;
    lines.until("waiting").await;
    scene.portal.advance(10 * 60);
    lines.until("removed").await;
    assert_eq!(lines.next().await, None);
    let late = scene.officer.post(PANELS, &json!({ "code": screen.code, "name": "大屏" })).await;
    assert_eq!(refusal(&late), "404 panel_code_unknown");
    assert_eq!(refusal(&screen.client.get("/api/panel/stream").await), "401 panel_unknown");
    // Asking anew gives another code, and removes the old one.
    let next = scene.screen().await;
    assert_eq!(scene.pair(&next, "大屏").await["name"], "大屏");
}

#[tokio::test]
async fn a_removed_panel_ends_its_stream_at_once_and_its_token_opens_nothing() {
    let scene = Scene::new().await;
    let (screen, id) = scene.panel("大屏").await;
    let mut lines = screen.stream(&scene).await;
    let revision = lines.board().await["revision"].clone();
    scene.officer.delete(&format!("{PANELS}/{id}")).await.data();
    lines.until("removed").await;
    assert_eq!(lines.next().await, None);
    assert_eq!(refusal(&screen.report(&report(&revision)).await), "401 panel_unknown");
    assert_eq!(scene.officer.get(PANELS).await.data()["panels"], json!([]));
}

#[tokio::test]
async fn names_are_unique_in_a_class_and_a_class_has_twenty_panels_at_most() {
    let scene = Scene::new().await;
    scene.panel("大屏").await;
    let screen = scene.screen().await;
    let same = scene.officer.post(PANELS, &json!({ "code": screen.code, "name": "大屏" })).await;
    assert_eq!(refusal(&same), "409 panel_name_taken");
    for name in ["", "  ", "一二三四五六七八九十一二三四五六七八九十一", "a\nb"] {
        let refused = scene.officer.post(PANELS, &json!({ "code": screen.code, "name": name })).await;
        assert_eq!(refusal(&refused), "400 panel_name_invalid", "{name:?}");
    }
    // Another officer's codes, so that the limit of one is not met.
    let admin = scene.portal.admin().await;
    let other = admin.post(PANELS, &json!({ "code": screen.code, "name": "大屏", "class": "02" })).await;
    assert_eq!(other.data()["class"], "02");
    let class = scene.portal.class_admin().await;
    for number in 2..=20 {
        let (screen, client) = (scene.screen_from(number).await, if number < 12 { &class } else { &admin });
        let new = json!({ "code": screen.code, "name": format!("大屏{number}"), "class": "01" });
        client.post(PANELS, &new).await.data();
    }
    let screen = scene.screen_from(21).await;
    let new = json!({ "code": screen.code, "name": "多余", "class": "01" });
    assert_eq!(refusal(&class.post(PANELS, &new).await), "409 panel_too_many");
}

#[tokio::test]
async fn codes_cannot_be_asked_for_or_guessed_at_will() {
    let scene = Scene::new().await;
    for _ in 0..20 {
        scene.screen().await;
    }
    let size = json!({ "width": 1, "height": 1, "pixel_ratio": 1 });
    let refused = scene.portal.anonymous().post("/api/panel/pairing", &size).await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    for guess in 0..40 {
        let answer = scene.officer.get(&format!("{PANELS}/pairing/x{guess}")).await;
        assert_eq!(refusal(&answer), "404 panel_code_unknown");
    }
    let screen = scene.screen_from(9).await;
    let right = scene.officer.post(PANELS, &json!({ "code": screen.code, "name": "大屏" })).await;
    assert_eq!(right.status, StatusCode::TOO_MANY_REQUESTS, "a right code too, else guessing would go on");
}
