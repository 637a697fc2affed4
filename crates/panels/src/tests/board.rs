//! The board: what is on it, and when a panel gets a new one.

use super::*;

#[tokio::test]
async fn a_change_that_the_class_sees_reaches_the_panel_at_once_and_nothing_else_sends_a_board() {
    let scene = Scene::new().await;
    let (screen, _) = scene.panel("大屏").await;
    let mut lines = screen.stream(&scene).await;
    let first = lines.board().await;
    assert_eq!(first["parts"]["note"], json!({ "class": "01", "note": "" }));
    assert_eq!(first["parts"]["exam"], json!(null));
    assert_eq!(first["parts"]["lock"], json!({ "locked": false }));

    scene.set_note("新消息").await.unwrap();
    let next = lines.board().await;
    assert_eq!(next["parts"]["note"]["note"], "新消息");
    assert_ne!(first["revision"], next["revision"]);

    scene.portal.advance(20);
    let quiet = lines.next().await.unwrap();
    assert_eq!(quiet["type"], "alive", "the same board is not sent twice");
    assert!(quiet["server_time"].is_i64());
}

#[tokio::test]
async fn the_lock_and_the_exam_of_the_class_are_on_the_board() {
    let scene = Scene::new().await;
    let (screen, _) = scene.panel("大屏").await;
    let mut lines = screen.stream(&scene).await;
    lines.board().await;
    scene.officer.put("/api/admin/lock-screen", &json!({ "enabled": true })).await.data();
    assert_eq!(lines.board().await["parts"]["lock"], json!({ "locked": true }));
    let until = kernel::app::iso(scene.portal.app.clock.now_ms() + 3_600_000);
    scene.officer.put("/api/admin/exam-mode", &json!({ "until": until })).await.data();
    assert_eq!(lines.board().await["parts"]["exam"]["until"], json!(until));
}

#[tokio::test]
async fn settings_show_at_once_and_hidden_parts_are_not_sent() {
    let scene = Scene::new().await;
    let (screen, id) = scene.panel("大屏").await;
    let mut lines = screen.stream(&scene).await;
    lines.board().await;
    let change =
        json!({ "name": "前排", "settings": { "theme": "dark", "hidden": ["note"], "night": null } });
    let changed = scene.officer.patch(&format!("{PANELS}/{id}"), &change).await.data();
    assert_eq!((&changed["name"], &changed["settings"]["theme"]), (&json!("前排"), &json!("dark")));
    let board = lines.board().await;
    assert_eq!(board["panel"]["name"], "前排");
    assert_eq!(board["panel"]["settings"]["night"], json!(null));
    assert_eq!(board["parts"].get("note"), None);
    let both = json!({ "settings": { "hidden": ["note", "lock", "broadcasts"] } });
    scene.officer.patch(&format!("{PANELS}/{id}"), &both).await.data();
    let board = lines.board().await;
    assert!(
        board["parts"]["lock"].is_object() && board["parts"]["broadcasts"].is_object(),
        "no setting hides these"
    );
    let refused = json!({ "settings": { "text_scale": 3 } });
    assert_eq!(
        scene.officer.patch(&format!("{PANELS}/{id}"), &refused).await.status,
        StatusCode::BAD_REQUEST
    );
}

#[tokio::test]
async fn a_part_that_cannot_be_read_stays_as_it_was() {
    let scene = Scene::new().await;
    let (screen, _) = scene.panel("大屏").await;
    let mut lines = screen.stream(&scene).await;
    lines.board().await;
    scene.set_note("好").await.unwrap();
    lines.board().await;
    scene.set_note("broken").await.unwrap();
    scene.officer.put("/api/admin/lock-screen", &json!({ "enabled": true })).await.data();
    let board = lines.board().await;
    assert_eq!(
        (&board["parts"]["note"]["note"], &board["parts"]["lock"]["locked"]),
        (&json!("好"), &json!(true))
    );
}

#[tokio::test]
async fn what_a_panel_reports_is_what_the_staff_see_and_count() {
    let scene = Scene::new().await;
    let (screen, id) = scene.panel("大屏").await;
    let revision = screen.stream(&scene).await.board().await["revision"].clone();
    let state = report(&revision);
    screen.report(&state).await.data();
    let listed = scene.officer.get(PANELS).await.data()["panels"][0].clone();
    assert_eq!((&listed["id"], &listed["state"]["revision"]), (&json!(id), &revision));
    assert_eq!(listed["state"]["shown"], state["shown"]);
    let drawn = scene.officer.get(&format!("{PANELS}/{id}/board")).await.data();
    assert_eq!(drawn["board"]["revision"], revision, "the console draws the very board");

    scene.panel("后墙").await;
    let before = scene.portal.app.clock.now_ms() - 60_000;
    let counted = scene.portal.app.db.read(move |read| {
        let item = |id: &str, classes: &[&str], until: Option<i64>| crate::SentItem {
            id: id.to_owned(),
            classes: classes.iter().map(|class| (*class).to_owned()).collect(),
            until,
        };
        let items = [
            item("b1", &[], None),
            item("b1", &["02"], None),
            item("made-up", &[], Some(i64::MAX)),
            item("over", &[], Some(before)),
        ];
        Ok(crate::counts(read, crate::ShownKind::Broadcast, &items)?)
    });
    let counted: Vec<_> = counted.await.unwrap().iter().map(|count| (count.shown, count.of)).collect();
    assert_eq!(counted, [(1, 2), (0, 0), (0, 2), (0, 0)], "what was over before there was a panel has none");

    for broken in ["view", "shown", "width", "revision"] {
        let mut refused = state.clone();
        refused[broken] = json!("x".repeat(100));
        assert_eq!(screen.report(&refused).await.status, StatusCode::BAD_REQUEST, "{broken}");
    }
    // A panel that says nothing for a minute and a half is offline.
    scene.portal.advance(90);
    assert_eq!(scene.officer.get(PANELS).await.data()["panels"][0]["online"], json!(false));
}

#[tokio::test]
async fn a_panel_is_one_after_a_restart_of_the_server() {
    let scene = Scene::new().await;
    let (screen, id) = scene.panel("大屏").await;
    let Scene { portal, officer } = scene;
    let (cookie, token) = (screen.cookie.clone(), officer.token().unwrap());
    let portal = portal.restart(&[]).await;
    let again = Screen { client: portal.anonymous().with("cookie", &cookie), cookie, code: screen.code };
    assert_eq!(again.stream_of(&portal).await.board().await["panel"]["id"], json!(id));
    assert_eq!(portal.anonymous().bearing(&token).get(PANELS).await.data()["panels"][0]["id"], json!(id));
}
