//! Realtime: how clients learn of what happens, and how they say something themselves.
//!
//! One task reads the event log and builds each frame once ([`frame`], [`feed`], [`follow`]). Sockets
//! ([`socket`]) and polls ([`poll`]) hold a place in that feed, not a queue. What is told and never stored,
//! such as typing, goes to sockets through a short ring ([`ephemeral`]). Answers that come piece by piece are
//! streams of their own ([`event_stream`]). Features of the crates above register
//! the frames that clients may send ([`Commands`]) and fields of the first frame ([`Greeting`]); this crate
//! knows none of them.
//!
//! Owns the table `realtime_events`, the paths `/api/realtime/*` (`interface 4.6`, `interface 6.1`) and the
//! socket: any path of WS_PORT, and `/ws`. The poll of `/api/realtime` carries what members publish and what
//! the server tells everyone (the polled events of the log); sockets and the polls of the chat carry the events
//! of every feature.
//!
//! Absent on purpose: delivery to those who are away for longer than the log is kept; queues and timers per
//! socket; compression.

mod command;
mod ephemeral;
pub mod event_stream;
mod events;
mod feed;
mod follow;
mod frame;
mod frames;
mod greeting;
mod model;
pub mod poll;
mod publication;
mod render;
mod routes;
mod socket;
mod store;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
#[cfg(test)]
mod tests;
mod texts;

use std::collections::HashSet;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use identity::user::UserEvent;
use kernel::config::Variable;
use kernel::events::{Event, FeatureEvent as _};
use kernel::limits::Limit;
use kernel::user::{UserFacts, UserId};
use kernel::{App, Feature, Result, Routes, routes};

pub use command::{
    Command, Commands, Head, NoFields, Refused, answer, check_frame, client_frames, done, handle_frame,
    refusal,
};
pub use ephemeral::EphemeralFrame;
pub use events::RealtimeEvent;
pub use frame::{Channel, Recipients};
pub use greeting::{Fields, Greeting, greeting};
pub use model::is_reserved;
pub use publication::Publication;
pub use socket::{accept_sockets, changed_members, has_socket, open_socket};

use poll::registry::PollRegistry;
use socket::Sockets;

/// Port of the chat socket; 0 picks a free one, for tests.
pub static WS_PORT: Variable<u16> = Variable::new("WS_PORT", "10001", "port of the chat socket");

/// Polls of a registration.
static POLLS: Limit = Limit::new("poll", "RATE_LIMIT_POLL", "20/1", "polls per registration");
/// Sign-ins that the socket refuses.
static REFUSALS: Limit =
    Limit::new("socket", "RATE_LIMIT_SOCKET", "120/60", "refused sign-ins at the chat socket per address");
/// Frames of clients that are only passed on (typing, status) or answered at once (ping).
pub static SIGNALS: Limit =
    Limit::new("signal", "RATE_LIMIT_SIGNAL", "600/60", "typing, status and ping frames per user");

/// The feature.
pub const FEATURE: Feature = Feature {
    name: "realtime",
    log_words: texts::LOG_WORDS,
    router,
    variables: &[&WS_PORT],
    limits: &[&POLLS, &REFUSALS, &SIGNALS],
    statements: store::STATEMENTS,
    state: |state, _| {
        state.insert(Hub::default());
        state.insert(Sockets::default());
    },
    start: |app| Box::pin(follow::start(app)),
    on_event: Some(refresh_rights),
    frames: frames::FRAMES,
    render: Some(render::publications),
    provides: &[&command::OWN],
    erase_user: store::delete_all_of,
    export_user: store::export_all_of,
    ..Feature::EMPTY
};

/// The features of this crate.
pub const FEATURES: &[Feature] = &[FEATURE];

fn router() -> Routes {
    Routes::new()
        .routes(routes!(poll::routes::register_poll))
        .routes(routes!(poll::routes::poll_events))
        .routes(routes!(poll::routes::unregister_poll))
        .routes(routes!(routes::publish_event))
        .routes(routes!(socket::upgrade::enter_socket))
}

/// What decides what a member sees may be different now: their sockets ask before they show anything more.
fn refresh_rights(app: &App, event: &Event) {
    let changed = UserEvent::read(event).is_some_and(|event| event.changes_members());
    if let Some(user) = UserId::parse(&event.subject_id).filter(|_| changed) {
        socket::refresh_rights(app, &user);
    }
}

/// The members who poll a channel of this node.
#[must_use]
pub fn polling_members(app: &App, channel: Channel) -> HashSet<UserId> {
    app.state::<Hub>().polls.users(channel)
}

/// The number of the newest event that sockets of this node are shown.
#[must_use]
pub fn newest_seq(app: &App) -> i64 {
    app.state::<Hub>().feed.read()
}

/// What a member missed after a number, from the log, up to where the frames in memory begin.
struct MissedFrames {
    /// Ready for a socket.
    wires: Vec<Bytes>,
    /// Everything up to here was looked at.
    read_to: i64,
}

/// What a socket missed; `None` when the log no longer has all of it.
///
/// # Errors
/// When the database is away.
async fn missed_frames(
    app: &App,
    seq: i64,
    (oldest, most_bytes): (i64, usize),
    facts: &UserFacts,
) -> Result<Option<MissedFrames>> {
    let page = poll::read_log(app, (Channel::Chat, model::Position::after(seq)), (oldest, most_bytes), facts)
        .await?;
    Ok(page.map(|page| MissedFrames {
        read_to: page.read_to,
        wires: page.frames.iter().map(|frame| frame.wire().clone()).collect(),
    }))
}

/// Rows this far apart are read apart: what lies between is of other features, or of nobody's interest.
const FAR: i64 = 32;

/// Numbers in their order as ranges, the first and the last of each, so that a few events that lie
/// far apart are not a reason to read everything between them.
pub fn ranges(numbers: impl IntoIterator<Item = i64>) -> Vec<(i64, i64)> {
    let mut found: Vec<(i64, i64)> = Vec::new();
    for number in numbers {
        match found.last_mut() {
            Some((_, last)) if number - *last <= FAR => *last = number,
            _ => found.push((number, number)),
        }
    }
    found
}

/// What the feature holds in memory.
struct Hub {
    /// The newest frames, for every socket and poll.
    feed: feed::Feed,
    polls: Arc<PollRegistry>,
    /// Answers with events since frames were last shown: how busy it is.
    answers: AtomicU64,
    /// This process, as its poll ids begin.
    node: OnceLock<String>,
}

impl Default for Hub {
    fn default() -> Self {
        let (feed, polls) = (feed::Feed::default(), Arc::default());
        Self { feed, polls, answers: AtomicU64::new(0), node: OnceLock::new() }
    }
}

#[cfg(test)]
mod ranges_tests {
    use super::{FAR, ranges};

    #[test]
    fn a_few_events_that_lie_far_apart_are_no_reason_to_read_what_is_between() {
        assert_eq!(ranges([]), []);
        assert_eq!(ranges([7]), [(7, 7)]);
        assert_eq!(ranges([1, 2, 2 + FAR]), [(1, 2 + FAR)]);
        assert_eq!(ranges([1, 9, 10 + FAR, 16_000]), [(1, 9), (10 + FAR, 10 + FAR), (16_000, 16_000)]);
    }
}
