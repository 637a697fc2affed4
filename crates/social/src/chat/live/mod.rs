//! The chat socket and its polls: frames both ways (`api/asyncapi.yaml`, decision 0051).
//!
//! What happens reaches clients from the log alone, through the feed of `realtime`: a socket is a
//! place in it ([`session`]) and one task ([`socket`]), which takes the shared bytes of what its
//! member may see as fast as the client takes them ([`outbox`]). What a client says is done by the
//! same verbs as over HTTP ([`act`]). One task wakes sockets, one ticks for all of them ([`tasks`]).
//!
//! Absent on purpose: queues per socket, timers per socket, compression.

mod act;
mod codec;
mod command;
mod outbox;
mod passing;
pub(super) mod poll;
mod presence;
mod reply;
pub(super) mod route;
mod session;
mod show;
mod socket;
mod sockets;
mod strangers;
mod strikes;
mod tasks;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kernel::App;
use kernel::tasks::Stop;
use kernel::user::UserId;
use tokio::sync::Semaphore;

pub use command::{CLIENT_FRAMES, check_frame};
pub use route::open_socket;
pub(super) use show::show;
pub(super) use tasks::start;

/// Sockets of this node at most. The ports bound connections first (decision 0172); these places are what the
/// stop waits for.
const MAX_SOCKETS: usize = 20_000;

/// What the socket holds in memory.
pub(super) struct Live {
    sockets: sockets::Sockets,
    presence: presence::Presence,
    passing: passing::Passing,
    /// Who wrote where last, and when.
    writing: Mutex<HashMap<UserId, (String, bool, Duration)>>,
    seats: Arc<Semaphore>,
    strangers: strangers::Strangers,
}

impl Default for Live {
    fn default() -> Self {
        Self {
            sockets: sockets::Sockets::default(),
            presence: presence::Presence::default(),
            passing: passing::Passing::default(),
            writing: Mutex::default(),
            seats: Arc::new(Semaphore::new(MAX_SOCKETS)),
            strangers: strangers::Strangers::default(),
        }
    }
}

/// Takes sockets until it is asked to stop, then ends those that are open and answers when they are
/// gone. Whoever comes after that is refused until this runs again; before its first time nobody is.
pub async fn take_sockets(app: &App, mut stop: Stop) {
    let live = app.state::<Live>();
    live.sockets.resume();
    stop.asked().await;
    live.sockets.stop();
    // All seats are free when everybody has gone; an error is not possible, they are never taken away.
    let seats = u32::try_from(MAX_SOCKETS).unwrap_or(u32::MAX);
    drop(live.seats.acquire_many(seats).await);
}

/// The open sockets of this node.
pub(super) fn count_sockets(app: &App) -> u64 {
    app.state::<Live>().sockets.count().try_into().unwrap_or(u64::MAX)
}

/// The members who are there on any node, as members are told.
pub(super) fn count_online(app: &App) -> u64 {
    app.state::<Live>().presence.count().try_into().unwrap_or(u64::MAX)
}

/// Someone's rights may be others now: their sockets ask anew before they send anything more.
pub(super) fn refresh(app: &App, user: &str) {
    if let Some(user) = UserId::parse(user) {
        app.state::<Live>().sockets.ask_user(&user, sockets::ask::REFRESH);
    }
}

/// The frames that this feature tells or answers, as `api/asyncapi.yaml` has them; other features have
/// theirs.
pub const SERVER_FRAMES: &[&str] = &[
    "connected",
    "pong",
    "error",
    "done",
    "message_sent",
    "private_message_sent",
    "group_message_sent",
    "new_message",
    "private_message",
    "group_message",
    "private_message_history",
    "group_message_history",
    "history_messages",
    "message_edited",
    "message_recalled",
    "message_reaction_added",
    "message_reaction_removed",
    "message_pinned",
    "message_unpinned",
    "message_read",
    "chat_cleared",
    "chat_settings_changed",
    "chat_report_changed",
    "group_created",
    "group_member_joined",
    "group_member_left",
    "group_member_kicked",
    "group_dissolved",
    "group_transferred",
    "group_renamed",
    "group_announcement",
    "groups_list",
    "group_members_list",
    "user_typing",
    "user_online",
    "user_offline",
    "user_status_change",
    "presence",
    "reset",
    "server_shutting_down",
    "account_banned",
];
