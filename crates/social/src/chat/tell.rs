//! What the room tells the event log, and what it does when it hears it, on every node.
//!
//! Events carry ids alone. Who hears one: its audience, and beside them `user_id` (who was kicked is
//! in the group no more) and `members` (of a group that has ended).

use kernel::App;
use kernel::db::{DbResult, Tx};
use kernel::events::{Audience, Event, NewEvent};
use kernel::user::UserId;
use serde_json::Value;

use super::model::RoomId;
use super::{Chat, live, start};

/// Something that happened in a room.
pub(super) struct News<'a> {
    /// `message_created` and the like.
    pub(super) what: &'static str,
    pub(super) room: &'a RoomId,
    /// Nobody, where it must not be known.
    pub(super) actor: Option<UserId>,
    /// A message, or the room itself.
    pub(super) subject: &'a str,
    pub(super) data: Value,
}

/// Tells everyone in the room.
pub(super) fn tell(app: &App, tx: &mut Tx, news: &News<'_>) -> DbResult<i64> {
    tell_only(app, tx, news, news.room.audience())
}

/// Tells some.
pub(super) fn tell_only(app: &App, tx: &mut Tx, news: &News<'_>, audience: Audience) -> DbResult<i64> {
    let (actor, subject, data) = (news.actor, news.subject, news.data.clone());
    app.events.append(tx, NewEvent { stream: "chat", what: news.what, audience, actor, subject, data })
}

/// Keeps the memory of this node.
pub(super) fn hear(app: &App, event: &Event) {
    match event.kind.as_str() {
        "chat.group_changed" | "chat.member_changed" => remember(&app.state::<Chat>(), event),
        "setup.list_changed" => start::refresh_classes(app),
        "user.registered" => {
            app.state::<Chat>().people.forget();
            if let Some(user) = UserId::parse(&event.subject_id) {
                start::welcome(app, user, event.seq);
            }
        }
        "user.profile_changed" | "user.rights_changed" | "user.status_changed" => {
            app.state::<Chat>().people.forget();
            live::refresh(app, &event.subject_id);
        }
        "user.erased" => {
            let chat = app.state::<Chat>();
            chat.people.forget();
            if let Some(user) = UserId::parse(&event.subject_id) {
                chat.circles.forget(user);
            }
        }
        _ => {}
    }
}

fn remember(chat: &Chat, event: &Event) {
    let data: Value = serde_json::from_str(&event.data).unwrap_or_default();
    let Some(RoomId::Group(group)) = data["room_id"].as_str().and_then(RoomId::parse) else { return };
    let user = data["user_id"].as_str().and_then(UserId::parse);
    match (data["change"].as_str().unwrap_or_default(), user) {
        ("created", _) => {
            let members = data["members"].as_array().into_iter().flatten();
            chat.circles.join(&group, members.filter_map(|id| UserId::parse(id.as_str()?)));
        }
        ("dissolved", _) => chat.circles.end(&group),
        ("joined", Some(user)) => chat.circles.join(&group, [user]),
        ("left" | "kicked", Some(user)) => chat.circles.leave(&group, user),
        _ => {}
    }
}
