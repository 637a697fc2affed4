//! Chat: what members say to each other, to their class and to everyone.
//!
//! Owns the tables `chat_*` and the paths `/api/chat/*`. Rooms are `public`, `class_CC` (from the class
//! list), `group_UUID` (made by members, joined by invitation) and `private:ID:ID`. A message's place
//! is the number of its event in the log; events carry ids alone, so what was recalled cannot be
//! replayed. What is unread follows from one mark per member and room; nothing is written per
//! recipient.
//!
//! For whoever else sends messages here: [`send`] with a [`Draft`], which checks and counts like HTTP.
//!
//! Absent on purpose: copies of recalled words (but for a report's), a drop of repeated words,
//! message bodies in events.

mod access;
mod attach;
mod class_rooms;
mod commands;
mod draft;
mod dto;
mod edit;
mod events;
mod follow;
mod frames;
mod global_search;
mod greeting;
mod group;
mod hidden_history;
mod history;
mod mentions;
mod model;
mod presence;
mod render;
mod report;
mod room_settings;
mod routes;
mod search_index;
mod search_query;
mod send;
mod store;
mod tasks;
#[cfg(test)]
mod tests;
mod texts;
mod tokenizer;
mod typing;

use dashmap::DashSet;
use identity::level::{Action, Earned, Reward};
use kernel::apps::BuiltIn;
use kernel::events::FeatureEvent as _;
use kernel::limits::Limit;
use kernel::user::Permission;
use kernel::{Feature, Routes, routes};
use realtime::Greeting;

pub use draft::{Draft, DraftFields, FileDraft};
pub use dto::ChatMessage;
pub use events::ChatEvent;
pub use model::RoomId;
pub use send::{Sent, send};

use routes::{groups, messages, poll, reports, rooms};

/// What officers may do to what members write.
pub static MANAGE_POSTS: Permission =
    Permission { id: "manage_posts", name: &texts::MANAGE_POSTS, about: &texts::MANAGE_POSTS_ABOUT };

/// Messages of a member, over all rooms.
static MESSAGES: Limit = Limit::new("chat", "RATE_LIMIT_CHAT", "30/60", "chat messages per user");
/// What the first frame of a socket says of the chat.
static GREETING: Greeting = Greeting {
    build: |app, facts, is_resumed| Box::pin(greeting::fields(app, facts, is_resumed)),
    schema: kernel::frames::schemas::<greeting::ChatGreeting<'_>>,
    example: greeting::ChatGreeting::example,
};

/// A message earns experience.
static MESSAGE_REWARD: Reward = Reward(|event| match ChatEvent::read(event)? {
    ChatEvent::MessageCreated(_) => Earned::by_actor(event, Action::SendMessage),
    _ => None,
});

/// The feature.
pub const FEATURE: Feature = Feature {
    name: "chat",
    router,
    actions: texts::ACTIONS,
    log_words: texts::LOG_WORDS,
    limits: &[&MESSAGES],
    permissions: &[&MANAGE_POSTS],
    consumers: &[&search_index::INDEX],
    provides: &[&MESSAGE_REWARD, &commands::COMMANDS, &GREETING],
    apps: &[BuiltIn { name: "chat", label: &texts::APP, protected: false, paths: &["/api/chat"] }],
    statements: &store::STATEMENTS,
    state: |state, _| {
        state.insert(Chat::default());
        state.insert(presence::Presence::default());
        state.insert(typing::Typing::default());
        state.insert(greeting::GreetingCache::default());
        state.insert(hidden_history::HiddenHistory::default());
    },
    start: |app| Box::pin(class_rooms::start(app)),
    on_event: Some(follow::follow),
    frames: frames::FRAMES,
    render: Some(render::render),
    search: global_search::find,
    erase_user: store::erasure::erase,
    export_user: store::erasure::export,
    ..Feature::EMPTY
};

fn router() -> Routes {
    Routes::new()
        .routes(routes!(rooms::list_rooms))
        .routes(routes!(rooms::see_removal))
        .routes(routes!(rooms::set_room))
        .routes(routes!(rooms::list_pins))
        .routes(routes!(rooms::mark_read))
        .routes(routes!(rooms::clear_history))
        .routes(routes!(rooms::list_contacts))
        .routes(routes!(messages::list_messages, messages::send_message))
        .routes(routes!(messages::list_group_messages))
        .routes(routes!(messages::list_private_messages))
        .routes(routes!(messages::search_messages))
        .routes(routes!(messages::edit_message))
        .routes(routes!(messages::list_edits))
        .routes(routes!(messages::recall_message))
        .routes(routes!(messages::add_reaction, messages::remove_reaction))
        .routes(routes!(messages::pin_message, messages::unpin_message))
        .routes(routes!(reports::report_message))
        .routes(routes!(reports::list_reports))
        .routes(routes!(reports::list_own_reports))
        .routes(routes!(reports::get_report))
        .routes(routes!(reports::resolve_report))
        .routes(routes!(groups::list_groups, groups::create_group))
        .routes(routes!(groups::get_group, groups::rename_group, groups::dissolve_group))
        .routes(routes!(groups::list_members))
        .routes(routes!(groups::join_group))
        .routes(routes!(groups::leave_group))
        .routes(routes!(groups::invite_to_group))
        .routes(routes!(groups::kick_member))
        .routes(routes!(groups::transfer_group))
        .routes(routes!(groups::set_announcement))
        .routes(routes!(poll::register_chat_poll))
        .routes(routes!(poll::poll_chat))
        .routes(routes!(poll::send_frame))
        .routes(routes!(poll::unregister_chat_poll))
}

/// What the feature holds in memory.
#[derive(Default)]
struct Chat {
    /// Class rooms that are known to be there.
    classes: DashSet<String>,
}
