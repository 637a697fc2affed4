//! What every node does when the log has something new about the chat, the class list or members.

use identity::setup::SetupEvent;
use identity::user::UserEvent;
use kernel::App;
use kernel::events::{Event, FeatureEvent};
use kernel::user::UserId;

use super::events::{ChatEvent, Members};
use super::model::RoomId;
use super::presence::Presence;
use crate::chat::rooms::class_rooms;
use crate::chat::rooms::greeting::GreetingCache;
use crate::chat::rooms::hidden_history::HiddenHistory;

/// Keeps the memory of this node.
pub(super) fn follow(app: &App, event: &Event) {
    if let Some(change) = ChatEvent::read(event) {
        if matches!(&change, ChatEvent::HistoryCleared(_)) {
            app.state::<HiddenHistory>().add(UserId::parse(&event.actor_id));
        }
        remember(app, change);
    }
    if let Some(SetupEvent::ListChanged { .. }) = SetupEvent::read(event) {
        class_rooms::refresh_classes(app);
    }
    let change = UserEvent::read(event);
    if change.as_ref().is_some_and(UserEvent::changes_members) {
        app.state::<GreetingCache>().forget();
        app.state::<Presence>().forget_written(&event.subject_id);
    }
    let Some(user) = UserId::parse(&event.subject_id) else { return };
    match change {
        Some(UserEvent::Registered) => class_rooms::begin_read_markers(app, user, event.seq),
        Some(UserEvent::Erased) => app.groups.forget(user),
        _ => {}
    }
}

fn remember(app: &App, event: ChatEvent) {
    let group = |room_id: &str| match RoomId::parse(room_id) {
        Some(RoomId::Group(group)) => Some(group),
        _ => None,
    };
    let Some(group) = group(event.room_id()) else { return };
    match event {
        ChatEvent::GroupCreated(Members { members, .. }) => app.groups.join(&group, members),
        ChatEvent::GroupDissolved(_) => app.groups.end(&group),
        ChatEvent::MemberJoined(by) => app.groups.join(&group, [by.user_id]),
        ChatEvent::MemberLeft(by) | ChatEvent::MemberKicked(by) => app.groups.leave(&group, by.user_id),
        _ => {}
    }
}
