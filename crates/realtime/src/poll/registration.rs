//! Registrations as requests name them, for the polls of every channel.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use kernel::http::{Caller, Query, UnlimitedCaller, count_attempt};
use kernel::limits::{Key, USER};
use kernel::{App, Result};

use super::Cursor;
use super::dto::{PollQuery, PollRegistration};
use super::registry::{NewRegistration, Number};
use crate::frame::Channel;
use crate::{Hub, POLLS, model, texts};

/// Registers a poll.
pub fn register(app: &App, caller: &Caller, channel: Channel) -> PollRegistration {
    let hub = app.state::<Hub>();
    let node = hub.node.get().map_or("", String::as_str);
    let poll_id = format!("{node}-{}", app.random.hex::<16>());
    let shown = hub.feed.shown();
    let server_time = app.events.hand_out_time(shown.ts, |time| time);
    add(app, caller, (channel, &poll_id), shown.seq, server_time);
    PollRegistration { server_time, transport: "poll", seq: shown.seq, poll_id }
}

fn add(app: &App, caller: &Caller, (channel, id): (Channel, &str), cursor: i64, server_time: i64) -> Number {
    app.state::<Hub>().polls.register(&NewRegistration {
        id,
        channel,
        user: caller.facts.user_id,
        token_id: caller.token_id(),
        cursor,
        server_time,
        now: app.clock.monotonic(),
    })
}

/// Ends a registration; fine when there is none.
pub fn unregister(app: &App, caller: &Caller, channel: Channel, poll_id: Option<&str>) {
    let polls = &app.state::<Hub>().polls;
    let (user, now) = (caller.facts.user_id, app.clock.monotonic());
    if let Some(number) = polls.find((channel, user), poll_id, caller.token_id(), now) {
        polls.unregister(number);
    }
}

/// A poll that may be answered: its caller, registration and cursor.
pub struct Poll {
    pub(crate) caller: Caller,
    pub(crate) channel: Channel,
    pub(crate) number: Number,
    pub(crate) cursor: Cursor,
}

/// The poll that a request is. Draws from RATE_LIMIT_POLL and not from the user's requests, malformed
/// attempts too.
///
/// # Errors
/// 401 without a registration, 400 for a cursor that is none, 429.
pub async fn poll_of(parts: &mut Parts, app: &App, channel: Channel) -> Result<Poll> {
    let UnlimitedCaller(caller) = UnlimitedCaller::from_request_parts(parts, app).await?;
    let user = caller.facts.user_id;
    let query = Query::<PollQuery>::from_request_parts(parts, app).await;
    let poll_id = query.as_ref().ok().and_then(|Query(query)| query.poll_id.as_deref());
    let poll_id = poll_id.filter(|id| !id.is_empty());
    let hub = app.state::<Hub>();
    let now = app.clock.monotonic();
    let number = hub.polls.find((channel, user), poll_id, caller.token_id(), now);
    count_attempt(parts, app, &POLLS, number.map_or(Key::user(user), Key::number))?;
    let Query(query) = query?;
    let since = model::parse_cursor("since", query.since.as_deref())?.map(Cursor::Time);
    let since_seq = model::parse_cursor("since_seq", query.since_seq.as_deref())?.map(Cursor::Seq);
    let cursor = since_seq.or(since).unwrap_or(Cursor::Own);
    let number = match (number, query.poll_id) {
        (Some(number), _) => Some(number),
        (None, Some(id)) => adopt(parts, app, &caller, (channel, &id), cursor)?,
        (None, None) => None,
    };
    let number = number.ok_or_else(|| texts::NOT_REGISTERED.err())?;
    Ok(Poll { caller, channel, number, cursor })
}

/// A poll registered with another node, or before a restart, that says where it stands goes on
/// here. It costs what registering costs.
fn adopt(
    parts: &Parts,
    app: &App,
    caller: &Caller,
    (channel, id): (Channel, &str),
    cursor: Cursor,
) -> Result<Option<Number>> {
    let own =
        app.state::<Hub>().node.get().map_or("", String::as_str) == model::node_of(id).unwrap_or_default();
    if own || model::node_of(id).is_none() || matches!(cursor, Cursor::Own) {
        return Ok(None);
    }
    count_attempt(parts, app, &USER, Key::user(caller.facts.user_id))?;
    Ok(Some(add(app, caller, (channel, id), 0, i64::MIN)))
}
