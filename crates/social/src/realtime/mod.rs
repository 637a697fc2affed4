//! Realtime: events for apps and plugins over HTTP long poll (`interface 4.6`, `interface 6.1`).
//!
//! Owns the table `realtime_events` and the paths `/api/realtime/*`. Its poll carries what members
//! publish and what the server tells everyone (the polled events of the log), nothing
//! else; the chat's sockets and polls carry the events of every feature from the same feed. Nothing
//! is queued per client. One task reads the log and builds each frame once ([`frame`], [`feed`]); a
//! registration is a place in it ([`parking`]), and a poll that finds nothing is parked until the task
//! shows something its caller may see ([`poll`]).
//!
//! Absent on purpose: delivery to those who are away for longer than the log is kept.

mod events;
mod feed;
mod frame;
mod jobs;
mod model;
mod parking;
mod poll;
mod registration;
mod routes;
mod show;
mod store;
#[cfg(test)]
mod tests;
mod texts;

use std::collections::HashSet;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use kernel::limits::Limit;
use kernel::user::{UserFacts, UserId};
use kernel::{App, Feature, Result};
use tokio::sync::broadcast;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use events::RealtimeEvent;
pub(crate) use frame::{Channel, Eyes, Frame, Recipients, text_frame};
pub use model::is_reserved;
pub(crate) use registration::{Poll, poll_of, register, unregister};
pub(crate) use routes::{PollAnswer, PollId, PollQuery, PollRegistration};

/// Polls of a registration.
static POLLS: Limit = Limit::new("poll", "RATE_LIMIT_POLL", "20/1", "polls per registration");

/// The feature.
pub const FEATURE: Feature = Feature {
    name: "realtime",
    router,
    limits: &[&POLLS],
    statements: store::STATEMENTS,
    state: |state, _| state.insert(Hub::default()),
    start: |app| Box::pin(jobs::start(app)),
    show: Some(show::publications),
    erase_user: store::delete_all_of,
    export_user: store::export_all_of,
    ..Feature::EMPTY
};

fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(routes::register_poll))
        .routes(routes!(routes::poll_events))
        .routes(routes!(routes::publish_event))
        .routes(routes!(routes::unregister_poll))
}

/// Whether clients are shown everything up to this number.
#[cfg(test)]
pub(crate) fn shows(app: &App, seq: i64) -> bool {
    app.state::<Hub>().feed.shown().seq >= seq
}

/// The members who poll a channel of this node.
pub(crate) fn polling(app: &App, channel: Channel) -> HashSet<UserId> {
    app.state::<Hub>().parking.users(channel)
}

/// What a member missed after a number, from the log, up to where the frames in memory begin.
pub(crate) struct Missed {
    /// Ready for a socket.
    pub(crate) wires: Vec<Bytes>,
    /// Everything up to here was looked at.
    pub(crate) through: i64,
}

/// What a socket missed; `None` when the log no longer has all of it.
///
/// # Errors
/// When the database is away.
pub(crate) async fn missed(
    app: &App,
    seq: i64,
    (floor, most_bytes): (i64, usize),
    facts: &UserFacts,
) -> Result<Option<Missed>> {
    let page =
        poll::read_log(app, (Channel::Chat, model::Place::after(seq)), (floor, most_bytes), facts).await?;
    Ok(page.map(|page| Missed {
        through: page.through,
        wires: page.frames.iter().map(|frame| frame.wire().clone()).collect(),
    }))
}

/// Rows this far apart are read apart: what lies between is of other streams, or of nobody's interest.
const FAR: i64 = 32;

/// Numbers in their order as stretches, the first and the last of each, so that a few events that lie
/// far apart are not a reason to read everything between them.
pub(crate) fn stretches(numbers: impl IntoIterator<Item = i64>) -> Vec<(i64, i64)> {
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
pub(crate) struct Hub {
    /// The newest frames, for every socket and poll.
    pub(crate) feed: feed::Feed,
    parking: Arc<parking::Parking>,
    /// Answers with events since frames were last shown: how busy it is.
    answers: AtomicU64,
    /// This process, as its poll ids begin.
    node: OnceLock<String>,
    /// Frames as they come, to wake sockets by.
    pub(crate) news: broadcast::Sender<Arc<[Arc<Frame>]>>,
}

impl Default for Hub {
    fn default() -> Self {
        let (feed, parking) = (feed::Feed::default(), Arc::default());
        let news = broadcast::Sender::new(64);
        Self { feed, parking, answers: AtomicU64::new(0), node: OnceLock::new(), news }
    }
}

#[cfg(test)]
mod stretches_tests {
    use super::{FAR, stretches};

    #[test]
    fn a_few_events_that_lie_far_apart_are_no_reason_to_read_what_is_between() {
        assert_eq!(stretches([]), []);
        assert_eq!(stretches([7]), [(7, 7)]);
        assert_eq!(stretches([1, 2, 2 + FAR]), [(1, 2 + FAR)]);
        assert_eq!(stretches([1, 9, 10 + FAR, 16_000]), [(1, 9), (10 + FAR, 10 + FAR), (16_000, 16_000)]);
    }
}
