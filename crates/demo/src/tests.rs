//! The demo class as people find it who sign in.

use std::collections::BTreeSet;
use std::path::Path;

use axum::http::Method;
use jiff::{SignedDuration, Timestamp};
use kernel::clock::Clock;
use serde_json::Value;

use crate::folder::{self, Outcome};
use crate::portal::{DATABASE, Portal};
use crate::{ADMIN, PUPIL, TEACHER};

/// The portal of this folder, as the server opens it, with the people that a newcomer is told of.
async fn visit(folder: &Path) -> Portal {
    let mut portal = Portal::open(&folder.join(DATABASE), Clock::system()).await.unwrap();
    for name in [PUPIL, TEACHER, ADMIN] {
        portal.enter(name).await.unwrap();
    }
    portal
}

async fn get(portal: &Portal, name: &str, path: &str) -> Value {
    portal.call(name, Method::GET, path, None).await.unwrap()
}

/// The moments of all messages of the class room, the newest first.
async fn class_messages(portal: &Portal) -> Vec<Timestamp> {
    let mut moments = Vec::new();
    let mut before = String::new();
    loop {
        let path = format!("/api/chat/messages?room=class_01&limit=100{before}");
        let page = get(portal, PUPIL, &path).await;
        let messages = page["messages"].as_array().unwrap();
        moments.extend(
            messages
                .iter()
                .map(|message| -> Timestamp { message["created_at"].as_str().unwrap().parse().unwrap() }),
        );
        let oldest = messages.iter().map(|message| message["seq"].as_i64().unwrap()).min();
        if page["has_more"] != true {
            return moments;
        }
        before = format!("&before={}", oldest.unwrap());
    }
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap()
}

#[test]
fn whoever_signs_in_to_the_demo_finds_a_class_in_the_middle_of_a_term() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("data/demo");
    let now = Clock::system().now();
    assert_eq!(folder::prepare(&folder, now).unwrap(), Outcome::Made);
    runtime().block_on(async {
        let portal = visit(&folder).await;
        assert_eq!(get(&portal, ADMIN, "/api/admin/users").await["total"], 40);
        assert_eq!(get(&portal, TEACHER, "/api/admin/officers").await.as_array().unwrap().len(), 4);

        let moments = class_messages(&portal).await;
        let days: BTreeSet<_> = moments.iter().map(|at| at.as_second() / 86_400).collect();
        assert!(moments.len() > 1_500, "{} messages in the class room", moments.len());
        assert!(days.len() > 100, "they were said on {} days", days.len());
        assert!(moments.iter().all(|at| *at <= now), "a message of the future");

        let announcements = get(&portal, PUPIL, "/api/announcements?limit=100").await;
        let announcements = announcements["announcements"].as_array().unwrap();
        let with = |field: &str, value: Value| announcements.iter().filter(|one| one[field] == value).count();
        assert!(announcements.len() > 15 && with("type", "homework".into()) > 3);
        assert!(with("pinned", true.into()) == 1 && with("requires_ack", true.into()) > 1);

        let rooms = get(&portal, PUPIL, "/api/chat/rooms").await;
        let kinds: BTreeSet<_> =
            rooms["rooms"].as_array().unwrap().iter().map(|room| room["kind"].clone().to_string()).collect();
        assert!(kinds.len() >= 3, "{kinds:?}");
        assert_eq!(get(&portal, PUPIL, "/api/countdown").await["total"], 5);
        assert_eq!(get(&portal, TEACHER, "/api/moderation/cases").await["total"], 1);
        let posts = get(&portal, PUPIL, "/api/community").await;
        let posts = posts["posts"].as_array().unwrap();
        assert!(posts.len() >= 8 && posts[0]["pinned"] == true, "{} posts", posts.len());
        assert!(posts.iter().any(|post| post["anonymous"] == true && post["author_id"] == ""));
        assert!(posts.iter().any(|post| post["poll"]["voter_count"].as_i64() > Some(5)));
        assert!(get(&portal, PUPIL, "/api/level/info").await["level"].as_i64().unwrap() > 1);
        let homework = get(&portal, PUPIL, "/api/homework?open=true").await;
        assert!(homework["total"].as_i64().unwrap() >= 3, "{homework}");
        let rosters = get(&portal, PUPIL, "/api/duty/rosters").await;
        assert_eq!(rosters["rosters"].as_array().unwrap().len(), 1);
        assert!(get(&portal, PUPIL, "/api/seating").await["unseated"].as_array().unwrap().len() <= 6);
        let today = now.to_zoned(jiff::tz::TimeZone::system()).date();
        let week = format!(
            "/api/timetable/days?from={today}&until={}",
            today.saturating_add(jiff::Span::new().days(7))
        );
        let days = get(&portal, PUPIL, &week).await;
        let lessons =
            days["days"].as_array().unwrap().iter().map(|day| day["lessons"].as_array().unwrap().len());
        assert!(lessons.sum::<usize>() > 20, "the week has lessons");
        portal.close().await;
    });

    let marker = folder.join("demo-class.txt");
    let made = marker.metadata().unwrap().modified().unwrap();
    assert_eq!(folder::prepare(&folder, now).unwrap(), Outcome::Kept, "the class of today is kept");
    assert_eq!(marker.metadata().unwrap().modified().unwrap(), made);
}

#[test]
fn a_folder_that_the_demo_has_not_made_is_left_as_it_is() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("demo");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join(DATABASE), "a real portal").unwrap();

    let refusal = folder::prepare(&folder, Clock::system().now()).unwrap_err().to_string();

    assert!(refusal.contains("left alone"), "{refusal}");
    assert_eq!(std::fs::read_to_string(folder.join(DATABASE)).unwrap(), "a real portal");
    assert_eq!(std::fs::read_dir(parent.path()).unwrap().count(), 1, "nothing is left beside it");
}

#[test]
fn a_database_that_exists_is_never_filled() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join(DATABASE);
    std::fs::write(&database, "a real portal").unwrap();

    let now = Clock::system().now() - SignedDuration::from_hours(1);
    let refusal = crate::fill(folder.path(), now).unwrap_err().to_string();

    assert!(refusal.contains("new databases only"), "{refusal}");
    assert_eq!(std::fs::read_to_string(&database).unwrap(), "a real portal");
}
