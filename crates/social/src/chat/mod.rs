//! Chat: what members say to each other, to their class and to everyone.
//!
//! Owns the tables `chat_*` and the paths `/api/chat/*`. Rooms are `public`, `class_CC` (from the class
//! list), `group_UUID` (made by members, joined by invitation) and `private:ID:ID`. A message's place
//! is the number of its event in the log; events carry no words, so what was recalled cannot be
//! replayed. What is unread follows from one mark per member and room; nothing is written per
//! recipient.
//!
//! For whoever else sends messages here: [`send`] with a [`Draft`], which checks and counts like HTTP.
//!
//! Absent on purpose: copies of recalled words (but for what moderators remove), a drop of repeated words,
//! message bodies in events.

mod access;
mod attach;
mod case_content;
mod commands;
mod content_kind;
mod draft;
mod dto;
mod events;
mod follow;
mod frames;
mod held_message;
mod inbound;
mod log_target;
mod messages;
mod model;
mod notifications;
mod outbound;
mod presence;
mod render;
mod rooms;
mod routes;
mod search;
mod store;
#[cfg(test)]
mod tests;
mod texts;

use dashmap::DashSet;
use identity::level::{Action, Earned, Reward};
use kernel::Feature;
use kernel::apps::BuiltIn;
use kernel::events::FeatureEvent as _;
use kernel::limits::Limit;
use realtime::Greeting;

pub use draft::{Draft, DraftFields, FileDraft};
pub use dto::ChatMessage;
pub use events::ChatEvent;
pub use messages::send::{Sent, send};
pub use model::RoomId;

/// Messages of a member, over all rooms.
static MESSAGES: Limit = Limit::new("chat", "RATE_LIMIT_CHAT", "30/60", "chat messages per user");
/// What the first frame of a socket says of the chat.
static GREETING: Greeting = Greeting {
    build: |app, facts, is_resumed| Box::pin(rooms::greeting::fields(app, facts, is_resumed)),
    schema: kernel::frames::schemas::<rooms::greeting::ChatGreeting<'_>>,
    example: rooms::greeting::ChatGreeting::example,
};

/// A message earns experience.
static MESSAGE_REWARD: Reward = Reward(|event| match ChatEvent::read(event)? {
    ChatEvent::MessageCreated(_) => Earned::by_actor(event, Action::SendMessage),
    _ => None,
});

/// The feature.
pub const FEATURE: Feature = Feature {
    name: "chat",
    router: routes::router,
    actions: texts::ACTIONS,
    log_words: texts::LOG_WORDS,
    name_log_target: Some(log_target::name),
    limits: &[&MESSAGES],
    provides: &[
        &MESSAGE_REWARD,
        &commands::COMMANDS,
        &GREETING,
        &inbound::MESSAGE_SEND,
        &outbound::MESSAGE_RECEIVED,
        &notifications::MENTION,
        &notifications::REPLY,
        &notifications::ROOMS_WITH_NEWS,
        &content_kind::MESSAGE,
        &search::messages::MESSAGES,
        &search::messages::FILES,
        &search::rooms::ROOMS,
    ],
    apps: &[BuiltIn { name: "chat", label: &texts::APP, protected: false, paths: &["/api/chat"] }],
    statements: &store::STATEMENTS,
    state: |state, _| {
        state.insert(Chat::default());
        state.insert(presence::Presence::default());
        state.insert(presence::typing::Typing::default());
        state.insert(rooms::greeting::GreetingCache::default());
        state.insert(rooms::hidden_history::HiddenHistory::default());
    },
    start: |app| Box::pin(rooms::class_rooms::start(app)),
    on_event: Some(follow::follow),
    frames: frames::FRAMES,
    render: Some(render::render),
    erase_user: store::erasure::erase,
    export_user: store::erasure::export,
    ..Feature::EMPTY
};

/// What the feature holds in memory.
#[derive(Default)]
struct Chat {
    /// Class rooms that are known to be there.
    classes: DashSet<String>,
}
