//! An update of a portal that was in use: what the database held before is what the new version reads.

use desk::cloud::CloudEvent;
use desk::countdown::CountdownEvent;
use edge::assets::AssetEvent;
use edge::cdn::CdnEvent;
use edge::system::SystemEvent;
use identity::auth::AuthEvent;
use identity::level::LevelEvent;
use identity::setup::SetupEvent;
use identity::user::UserEvent;
use kernel::apps::AppEvent;
use kernel::events::{Event, FeatureEvent, after};
use kernel::testing::{TestApp, TestSetup};
use kernel::user::UserId;
use realtime::RealtimeEvent;
use serde_json::json;
use server::FEATURES;
use social::announcements::AnnouncementEvent;
use social::broadcasts::BroadcastEvent;
use social::chat::ChatEvent;

/// Name and data of an event in the log of then, and its name now.
type Renamed = (&'static str, &'static str, &'static str);

/// What the long poll carried, and carries.
const POLLED: [Renamed; 9] = [
    ("extension.published", "null", "realtime.published"),
    ("system.announcement_published", ANNOUNCED, "announcements.published"),
    ("system.announcement_updated", ANNOUNCED, "announcements.updated"),
    ("system.announcement_removed", ANNOUNCED, "announcements.removed"),
    ("system.announcement_reminder", r#"{"id":7}"#, "announcements.reminded"),
    ("system.super_island_notification", r#"{"id":"b1","priority":"urgent"}"#, "broadcasts.sent"),
    ("system.broadcast_ended", r#"{"id":"b1"}"#, "broadcasts.ended"),
    (
        "system.market_app_control_changed",
        r#"{"appName":"chat","class":"01","enabled":false,"updatedBy":"240100"}"#,
        "apps.switched",
    ),
    (
        "system.app_update_available",
        r#"{"forceUpdate":true,"minClientVersion":"1.2.0","version":"1.3.0"}"#,
        "system.client_update_changed",
    ),
];

const ANNOUNCED: &str = r#"{"id":7,"kind":"notice","requires_ack":true,"revision":2}"#;

/// What was said in the chat.
const CHAT: [Renamed; 20] = [
    ("chat.message_created", r#"{"id":"m1","room_id":"class_01"}"#, "chat.message_created"),
    ("chat.message_edited", r#"{"id":"m1","room_id":"public"}"#, "chat.message_edited"),
    ("chat.message_recalled", r#"{"id":"m1","room_id":"public"}"#, "chat.message_recalled"),
    (
        "chat.reaction_changed",
        r#"{"change":"added","emoji":"👍","id":"m1","room_id":"public","user_id":"240111"}"#,
        "chat.reaction_added",
    ),
    (
        "chat.reaction_changed",
        r#"{"change":"removed","emoji":"👍","id":"m1","room_id":"public","user_id":"240111"}"#,
        "chat.reaction_removed",
    ),
    ("chat.pin_changed", r#"{"change":"added","id":"m1","room_id":"public"}"#, "chat.message_pinned"),
    ("chat.pin_changed", r#"{"change":"removed","id":"m1","room_id":"public"}"#, "chat.message_unpinned"),
    ("chat.read_marked", r#"{"id":"m1","room_id":"public","user_id":"240111"}"#, "chat.message_read"),
    ("chat.read_marked", r#"{"change":"cleared","room_id":"public"}"#, "chat.history_cleared"),
    ("chat.read_marked", r#"{"change":"settings","room_id":"public"}"#, "chat.room_settings_changed"),
    (
        "chat.group_changed",
        r#"{"change":"created","members":["240111","240112"],"room_id":"group_g"}"#,
        "chat.group_created",
    ),
    (
        "chat.group_changed",
        r#"{"change":"dissolved","members":["240111"],"room_id":"group_g"}"#,
        "chat.group_dissolved",
    ),
    (
        "chat.group_changed",
        r#"{"change":"transferred","new_owner_id":"240112","old_owner_id":"240111","room_id":"group_g"}"#,
        "chat.group_transferred",
    ),
    ("chat.group_changed", r#"{"change":"renamed","room_id":"group_g"}"#, "chat.group_renamed"),
    ("chat.group_changed", r#"{"change":"announced","room_id":"group_g"}"#, "chat.group_announced"),
    (
        "chat.member_changed",
        r#"{"change":"joined","invited_by":"240111","room_id":"group_g","user_id":"240112"}"#,
        "chat.member_joined",
    ),
    (
        "chat.member_changed",
        r#"{"change":"left","room_id":"group_g","user_id":"240112"}"#,
        "chat.member_left",
    ),
    (
        "chat.member_changed",
        r#"{"change":"kicked","kicked_by":"240111","room_id":"group_g","user_id":"240112"}"#,
        "chat.member_kicked",
    ),
    // An id that is spelt like a change is none.
    ("chat.message_created", r#"{"id":"added","room_id":"public"}"#, "chat.message_created"),
    ("chat.read_marked", r#"{"id":"cleared","room_id":"public","user_id":"240111"}"#, "chat.message_read"),
];

/// Everything else.
const OTHERS: [Renamed; 25] = [
    ("user.registered", "null", "user.registered"),
    ("user.signed_in", "null", "user.signed_in"),
    ("user.profile_changed", "null", "user.profile_changed"),
    ("user.settings_changed", r#"{"revision":3}"#, "user.settings_changed"),
    ("user.rights_changed", "null", "user.rights_changed"),
    ("user.status_changed", r#"{"disabled":true}"#, "user.status_changed"),
    ("user.bulk_status_changed", r#"{"affected":9,"disabled":false}"#, "user.bulk_status_changed"),
    ("user.sessions_ended", r#"{"kept":"jti"}"#, "user.sessions_ended"),
    ("user.sessions_ended", r#"{"kept":null}"#, "user.sessions_ended"),
    ("user.default_layout_changed", r#"{"class":""}"#, "user.default_layout_changed"),
    ("user.erased", "null", "user.erased"),
    ("auth.revoked", r#"{"exp":1788220800,"jti":"jti"}"#, "auth.revoked"),
    ("setup.list_changed", r#"{"rows":40}"#, "setup.list_changed"),
    ("setup.settings_changed", r#"{"settings":["timezone"]}"#, "setup.settings_changed"),
    (
        "level.exp_changed",
        r#"{"action":"send_message","exp":1,"exp_gained":1,"level":0,"leveled_up":false,"previous_level":0}"#,
        "level.exp_changed",
    ),
    ("assets.wallpaper_added", "null", "assets.wallpaper_added"),
    ("assets.wallpaper_removed", "null", "assets.wallpaper_removed"),
    ("cdn.cleared", r#"{"node":"n1"}"#, "cdn.cleared"),
    ("cloud.uploaded", "null", "cloud.uploaded"),
    ("cloud.removed", "null", "cloud.removed"),
    ("countdown.created", "null", "countdown.created"),
    ("countdown.updated", "null", "countdown.updated"),
    ("countdown.deleted", "null", "countdown.deleted"),
    ("admin.lock_screen_changed", r#"{"class":"01","enabled":true}"#, "admin.lock_screen_changed"),
    ("admin.server_mode_changed", r#"{"mode":"multi"}"#, "admin.server_mode_changed"),
];

/// Each change of an announcement was written twice. What polls did not carry is there no more for anyone.
const SUPERSEDED: [Renamed; 7] = [
    ("chat.report_changed", r#"{"change":"opened","report_id":"r1"}"#, "chat.report_changed"),
    ("chat.report_changed", r#"{"change":"dismissed","report_id":"r1"}"#, "chat.report_changed"),
    ("chat.report_changed", r#"{"change":"recalled","report_id":"r1"}"#, "chat.report_changed"),
    ("chat.report_changed", r#"{"change":"reopened","report_id":"r1"}"#, "chat.report_changed"),
    ("announcement.published", ANNOUNCED, "announcements.superseded"),
    ("announcement.updated", ANNOUNCED, "announcements.superseded"),
    ("announcement.removed", ANNOUNCED, "announcements.superseded"),
];

fn is_read<E: FeatureEvent>(event: &Event) -> bool {
    E::read(event).is_some()
}

/// Whether the feature that the event belongs to can read it.
fn is_known(event: &Event) -> bool {
    let read: fn(&Event) -> bool = match event.feature.as_str() {
        // Its type is not public; these are the kinds of it.
        "admin" => |event| ["lock_screen_changed", "server_mode_changed"].contains(&event.kind.as_str()),
        "announcements" => is_read::<AnnouncementEvent>,
        "apps" => is_read::<AppEvent>,
        "assets" => is_read::<AssetEvent>,
        "auth" => is_read::<AuthEvent>,
        "broadcasts" => is_read::<BroadcastEvent>,
        "cdn" => is_read::<CdnEvent>,
        "chat" => is_read::<ChatEvent>,
        "cloud" => is_read::<CloudEvent>,
        "countdown" => is_read::<CountdownEvent>,
        "level" => is_read::<LevelEvent>,
        "realtime" => is_read::<RealtimeEvent>,
        "setup" => is_read::<SetupEvent>,
        "system" => is_read::<SystemEvent>,
        "user" => is_read::<UserEvent>,
        other => panic!("no feature {other}"),
    };
    read(event)
}

#[tokio::test]
async fn every_event_from_before_events_had_types_is_read_with_its_type() {
    let rows = [POLLED.as_slice(), &CHAT, &OTHERS, &SUPERSEDED].concat();
    let setup = TestSetup { features: &FEATURES, accounts: identity::accounts, variables: &[] };
    let before: Vec<(&str, &str)> = rows.iter().map(|(kind, data, _)| (*kind, *data)).collect();
    let portal = TestApp::upgraded(setup, &before).await;

    let events = portal.app.db.read(|read| Ok(after(read, 0, 500)?)).await.unwrap();

    for (row, event) in rows.iter().zip(&events) {
        let (_, data, name) = *row;
        assert_eq!((event.name().as_str(), event.data.as_str()), (name, data), "{row:?}");
        assert_eq!(event.polled, POLLED.contains(row), "{row:?}");
        assert_eq!(is_known(event), !SUPERSEDED.contains(row), "{row:?}");
        let Event { audience, actor_id, subject_id, ts, seq, .. } = event;
        assert_eq!([audience, actor_id, subject_id], ["all", "240111", "s"], "{row:?}");
        assert_eq!(ts, seq, "{row:?}");
    }
    let numbers: Vec<i64> = events.iter().map(|event| event.seq).take(rows.len()).collect();
    assert!(numbers.into_iter().eq((1..).take(rows.len())), "none is missing");
}

/// The last migration before reports of messages were cases of moderation.
const WITHOUT_CASES: i64 = 51;

/// A message that two have reported and that was kept, reported again; and one that was recalled.
const REPORTED: &str = include_str!("../fixtures/chat_reports.sql");

#[tokio::test]
async fn reports_of_messages_become_cases_with_what_was_decided_on_them() {
    let setup = TestSetup { features: &FEATURES, accounts: identity::accounts, variables: &[] };
    let portal = TestApp::upgraded_from(setup, WITHOUT_CASES, REPORTED).await;
    let taken = |id: &str| {
        let user = UserId::parse(id).unwrap();
        portal.app.db.read(move |read| Ok((moderation::FEATURE.export_user)(read, &user)?))
    };
    let report = |reason: &str, status: &str, note: &str, ms: &str| json!({ "kind": "message", "reason": reason, "status": status, "note": note, "created_at": format!("1970-01-01T00:00:00.{ms}Z") });
    let (alice, carol, dave) =
        (taken("240101").await.unwrap(), taken("240103").await.unwrap(), taken("240104").await.unwrap());
    let (first, recalled) = (report("a", "kept", "seen", "001"), report("d", "removed", "", "011"));
    assert_eq!(alice.unwrap()["reports"], json!([first, recalled]));
    assert_eq!(carol.unwrap()["reports"], json!([report("b", "kept", "seen", "002")]));
    assert_eq!(dave.unwrap()["reports"], json!([report("c", "open", "", "010")]));
    let judged = taken("240100").await.unwrap().unwrap();
    assert_eq!(
        (&judged["decisions"][0]["words"], &judged["decisions"][0]["status"]),
        (&json!(""), &json!("removed")),
        "its words are past any appeal"
    );
    assert!(taken("240102").await.unwrap().is_none(), "what was kept is no decision against its author");
    // What a moderator had deleted nobody can appeal for, and the task that starts with the portal forgets it.
    let author = UserId::parse("240102").unwrap();
    let posts = || portal.app.db.read(move |read| Ok((community::FEATURE.export_user)(read, &author)?));
    let titles = loop {
        let posts = posts().await.unwrap().unwrap()["posts"].clone();
        let titles: Vec<serde_json::Value> =
            posts.as_array().unwrap().iter().map(|post| post["title"].clone()).collect();
        if titles.len() < 3 {
            break titles;
        }
        tokio::task::yield_now().await;
    };
    assert_eq!(titles, ["b", "c"], "the others stay");
}
