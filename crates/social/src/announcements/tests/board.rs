//! What the board of a class has of announcements.

use kernel::texts::Language;

use super::*;
use crate::announcements::board_part::ANNOUNCEMENTS;

async fn shown(portal: &TestPortal) -> Vec<String> {
    let read = (ANNOUNCEMENTS.read)(portal.app.clone(), "01".into(), Language::Chinese);
    let read = read.await.unwrap();
    let all = read["announcements"].as_array().unwrap().iter();
    all.map(|one| one["title"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_board_has_what_is_pinned_and_what_is_two_weeks_old_at_most() {
    let portal = portal().await;
    let lead = portal.class_admin().await;
    write(&lead, json!({ "title": "校服订购" })).await;
    write(&lead, json!({ "title": "作息时间", "pinned": true })).await;
    portal.advance(14 * 24 * 60 * 60 - 60);
    assert_eq!(shown(&portal).await, ["作息时间", "校服订购"]);
    portal.advance(60);
    assert_eq!(shown(&portal).await, ["作息时间"]);
}
