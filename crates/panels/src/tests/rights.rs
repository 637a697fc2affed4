//! What a panel's token opens, and who may do what with panels.

use super::*;

#[tokio::test]
async fn the_token_of_a_panel_opens_its_own_paths_alone() {
    let scene = Scene::new().await;
    let (screen, id) = scene.panel("大屏").await;
    let token = screen.cookie.clone().split_once('=').unwrap().1.to_owned();
    let panel = format!("{PANELS}/{id}");
    for target in
        [PANELS, &panel, "/api/user/me", "/api/admin/users", "/api/level/info", "/api/notifications"]
    {
        for client in [
            screen.client.clone(),
            scene.portal.anonymous().bearing(&token),
            scene.portal.anonymous().with_cookie(&token),
        ] {
            let answer = client.get(target).await;
            assert!(matches!(answer.status.as_u16(), 401 | 404 | 405), "{target}: {}", answer.text());
        }
        let in_query = format!("{target}?token={token}");
        let answer = scene.portal.anonymous().get(&in_query).await;
        assert!(matches!(answer.status.as_u16(), 401 | 404 | 405), "{in_query}");
    }
    // And a member's session opens nothing of a panel.
    let member = scene.portal.member().await;
    assert_eq!(refusal(&member.get("/api/panel/stream").await), "401 panel_unknown");
    for cookie in ["panel_token=", "panel_token=x", "panel_token=0"] {
        let stranger = scene.portal.anonymous().with("cookie", cookie);
        assert_eq!(refusal(&stranger.get("/api/panel/stream").await), "401 panel_unknown");
    }
}

#[tokio::test]
async fn a_screen_that_waits_reads_nothing_of_any_class_and_reports_nothing() {
    let scene = Scene::new().await;
    let screen = scene.screen().await;
    let mut lines = screen.stream(&scene).await;
    assert_eq!(lines.next().await.unwrap()["type"], "waiting");
    scene.set_note("geheim").await.unwrap();
    scene.portal.advance(20);
    assert_eq!(lines.next().await.unwrap()["type"], "alive");
    assert_eq!(refusal(&screen.report(&report(&json!("x"))).await), "401 panel_unknown");
}

#[tokio::test]
async fn panels_are_managed_by_the_staff_of_their_class_alone() {
    let scene = Scene::new().await;
    let (_, id) = scene.panel("大屏").await;
    let other = scene.portal.register("240200").await;
    let paths = [(Method::GET, format!("{PANELS}/{id}/board")), (Method::DELETE, format!("{PANELS}/{id}"))];
    for (method, path) in &paths {
        assert_eq!(other.send(method.clone(), path, None).await.status, StatusCode::NOT_FOUND, "{path}");
    }
    assert_eq!(other.patch(&format!("{PANELS}/{id}"), &json!({})).await.status, StatusCode::NOT_FOUND);
    assert_eq!(other.get(PANELS).await.data()["panels"], json!([]));
    assert_eq!(other.get(&format!("{PANELS}?class=01")).await.status, StatusCode::FORBIDDEN);
    let admin = scene.portal.admin().await;
    assert_eq!(admin.get(PANELS).await.data()["panels"][0]["id"], json!(id));
    assert_eq!(admin.get(&format!("{PANELS}?class=02")).await.data()["panels"], json!([]));
    // The staff of another class may confirm no screen for this one.
    let screen = scene.screen().await;
    let new = json!({ "code": screen.code, "name": "大屏", "class": "01" });
    assert_eq!(other.post(PANELS, &new).await.status, StatusCode::FORBIDDEN);
    let nameless = json!({ "code": screen.code, "name": "大屏" });
    assert_eq!(refusal(&admin.post(PANELS, &nameless).await), "400 panel_class_missing");
}
