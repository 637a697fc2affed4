//! Long polls: registrations ([`registry`]), and one poll from its cursor to its answer.

pub mod dto;
pub mod registration;
pub(crate) mod registry;
pub mod routes;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use kernel::connections::Ended;
use kernel::events::{self, Event};
use kernel::http::Caller;
use kernel::user::UserFacts;
use kernel::{App, Result};

use crate::feed::{MAX_PAGE_BYTES, Page};
use crate::frame::{self, Channel};
use crate::model::Position;
use crate::{Hub, texts};
use registry::{Number, Wake};

/// Longest wait. With the tick it stays below the contract's 25 seconds.
const HOLD: Duration = Duration::from_millis(24_600);
/// Longest wait for what was acknowledged to be shown; four times the longest that frames are gathered.
const CATCH_UP: Duration = Duration::from_secs(1);
/// Rows of the log looked through at once by a poll that is behind the frames in memory.
const LOG_PAGE: i64 = 500;

/// What a poll is answered.
pub(crate) struct Found {
    pub(crate) page: Page,
    /// The log no longer has what came next, or never had the cursor.
    pub(crate) reset: bool,
    pub(crate) server_time: i64,
}

/// How a poll said where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cursor {
    /// `since_seq`.
    Seq(i64),
    /// `since`.
    Time(i64),
    /// Not at all: after this registration's last answer.
    Own,
}

/// Answers at once with what waits, else within 25 seconds with what comes.
///
/// # Errors
/// 401 or 403 when the session ends meanwhile, 401 when the registration does.
pub(crate) async fn answer(
    app: &App,
    caller: &Caller,
    (channel, number): (Channel, Number),
    cursor: Cursor,
) -> Result<Found> {
    let hub = app.state::<Hub>();
    // What this node has acknowledged is shown in a moment; without it the answer would be a step behind.
    // Before anything is asked about the caller, who may lose rights meanwhile.
    let acknowledged = *app.events.committed().borrow();
    if hub.feed.shown().seq < acknowledged {
        // Later than that the database is away, and what is there has to do.
        let _ = app.clock.timeout(CATCH_UP, hub.feed.shows(acknowledged)).await;
    }
    let Some(after) = locate(app, &hub, number, cursor).await? else {
        return Ok(finish(app, &hub, number, None));
    };
    let mut connection = app.connections.open(caller.facts.user_id, caller.token_id());
    let facts = caller.current_facts(app).await?;
    let now = app.clock.monotonic();
    // Registered before the first look: whatever is shown from here on wakes it.
    let mut ticket = hub
        .polls
        .wait(number, after, facts.clone(), (now, now + HOLD))
        .ok_or_else(|| texts::NOT_REGISTERED.err())?;
    let found = read_page(app, &hub, (channel, after), &facts).await?;
    if found.as_ref().is_none_or(|page| !page.frames.is_empty()) {
        drop(ticket);
        return Ok(finish(app, &hub, number, found));
    }
    let wake = tokio::select! {
        wake = ticket.wait() => wake,
        why = connection.ended() => match why {
            Ended::Stopping => Wake::TimedOut,
            Ended::Disabled | Ended::Session => Wake::FramesShown,
        },
    };
    drop(ticket);
    // As they are now: rights may have changed while it waited, and the session may have ended.
    let facts = caller.current_facts(app).await?;
    match wake {
        Wake::FramesShown | Wake::TimedOut => {
            Ok(finish(app, &hub, number, read_page(app, &hub, (channel, after), &facts).await?))
        }
        // What there is belongs to the poll that came after this one, and so does the cursor.
        Wake::Replaced => {
            let page = Page { frames: Vec::new(), read_to: after.seq, more: false };
            Ok(stamped(app, &hub, number, page))
        }
    }
}

/// Where the poll stands; `None` when it must reload.
async fn locate(app: &App, hub: &Hub, number: Number, cursor: Cursor) -> Result<Option<Position>> {
    let position = match cursor {
        Cursor::Seq(seq) => Some(Position::after(seq)),
        Cursor::Time(since) => hub.polls.position(number, Some(since)),
        Cursor::Own => hub.polls.position(number, None),
    };
    let position = match (position, cursor) {
        (Some(position), _) => position,
        (None, Cursor::Time(since)) => return position_of(app, hub, since).await,
        (None, _) => return Err(texts::NOT_REGISTERED.err()),
    };
    // Ahead of this node, which may only be slower than the one that gave the cursor.
    let ahead = position.seq > hub.feed.shown().seq
        && position.seq > app.events.followed()
        && position.seq > app.events.newest().await?.0;
    Ok((!ahead).then_some(position))
}

/// The place of a time that none of this registration's answers bore.
async fn position_of(app: &App, hub: &Hub, since: i64) -> Result<Option<Position>> {
    let shown = hub.feed.shown();
    // A time to come, from before the clock was set back: what was seen by it, nobody knows.
    if since > app.clock.now_ms().max(shown.ts) {
        return Ok(None);
    }
    if let Some(position) = hub.feed.position_of(since) {
        return Ok(Some(position));
    }
    app.db
        .read(move |read| {
            let kept_from = events::oldest(read)?.unwrap_or((shown.seq + 1, shown.ts));
            let (first_seq, first_ts) = kept_from;
            // What was forgotten is older than the oldest row. The first row of all is number 1.
            if first_seq > 1 && since < first_ts {
                return Ok(None);
            }
            let next = events::first_polled_later(read, since)?;
            Ok(Some(Position { seq: next.map_or(shown.seq, |next| next - 1), ts: since }))
        })
        .await
}

/// What the caller sees from there; `None` when the log no longer has all of it.
async fn read_page(
    app: &App,
    hub: &Hub,
    (channel, mut after): (Channel, Position),
    facts: &UserFacts,
) -> Result<Option<Page>> {
    loop {
        match hub.feed.after(channel, after, (facts, &app.apps.muted_features())) {
            Ok(page) => return Ok(Some(page)),
            Err(oldest) => match read_log(app, (channel, after), (oldest, MAX_PAGE_BYTES), facts).await? {
                Some(page) if page.frames.is_empty() => after.seq = page.read_to,
                page => return Ok(page),
            },
        }
    }
}

/// The same from the log itself, up to where the frames in memory begin; `None` when the log no
/// longer has all of it, `most_bytes` at once. Frames are built from rows as they are now.
///
/// # Errors
/// When the database is away.
pub(crate) async fn read_log(
    app: &App,
    (channel, after): (Channel, Position),
    (oldest, most_bytes): (i64, usize),
    facts: &UserFacts,
) -> Result<Option<Page>> {
    let rows = app.db.read(move |read| {
        let known = events::oldest(read)?.is_some_and(|(first, _)| after.seq >= first - 1);
        let events = match channel {
            Channel::Realtime => events::polled(read, after.seq, oldest, LOG_PAGE)?,
            Channel::Chat => events::after(read, after.seq, LOG_PAGE)?,
        };
        Ok(known.then_some(events))
    });
    let Some(events) = rows.await? else { return Ok(None) };
    let whole = events.len() < usize::try_from(LOG_PAGE).unwrap_or_default();
    let events: Vec<Arc<Event>> =
        events.into_iter().filter(|event| event.seq <= oldest).map(Arc::new).collect();
    let last = events.last().map_or(oldest, |last| last.seq);
    let read_to = if whole { oldest } else { last };
    let (frames, muted) = (frame::build(app, &events).await?, app.apps.muted_features());
    let unseen = frames.into_iter().filter(|frame| frame.is_for(channel, after, (facts, &muted)));
    let mut page = Page::fill(unseen, read_to, most_bytes);
    // The frames in memory come after these.
    page.more |= !page.frames.is_empty();
    Ok(Some(page))
}

/// Notes where the registration stands now. A poll that must reload goes on from the newest.
fn finish(app: &App, hub: &Hub, number: Number, found: Option<Page>) -> Found {
    let reset = found.is_none();
    let newest = || Page { frames: Vec::new(), read_to: hub.feed.shown().seq, more: false };
    let page = found.unwrap_or_else(newest);
    if !page.frames.is_empty() {
        hub.answers.fetch_add(1, Ordering::Relaxed);
    }
    hub.polls.advance(number, page.read_to, app.clock.monotonic());
    Found { reset, ..stamped(app, hub, number, page) }
}

/// `server_time` never lies below the last event's time, and a client that sends it back as `since`
/// goes on where this answer ended.
fn stamped(app: &App, hub: &Hub, number: Number, page: Page) -> Found {
    let last = page.frames.last().map_or(i64::MIN, |last| last.ts);
    let shown = hub.feed.shown();
    let seen = if page.read_to >= shown.seq { shown.ts } else { i64::MIN };
    let server_time = app.events.hand_out_time(seen, |free| {
        // Of a page that is followed by another the time of its last event says where it ends.
        let wanted = if page.more { last } else { free.max(last) };
        hub.polls.stamp(number, (wanted, free), page.read_to)
    });
    Found { page, reset: false, server_time }
}
