//! Feeds: addresses under which programs read a calendar without a session.
//!
//! The key stands in the query of the address: queries are in no log. What is kept of it is its hash, by which it is
//! looked up, so nothing is compared that a clock could tell of.
//!
//! A feed ends with the sessions of its time: whoever made one with a stolen session loses it when the password is changed
//! or reset, or all sessions are ended.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Response, StatusCode};
use identity::user::facts_of;
use kernel::app::iso;
use kernel::http::{AddressLimit, Caller, Download, Json, Limited, Path, Query};
use kernel::limits::Limit;
use kernel::scope::Scope;
use kernel::texts::Language;
use kernel::user::UserFacts;
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use utoipa::{IntoParams, ToSchema};

use super::files::{ICS, calendar_name, text_of};
use crate::access::Owner;
use crate::model::MAX_FEEDS;
use crate::store::feeds::{self, Feed, FeedContent};
use crate::{FEED, texts};

/// The longest name, in characters.
const MAX_NAME: usize = 40;
/// How exactly it is kept when a feed was last read, in milliseconds: a program that asks often writes seldom.
const USED_MS: i64 = 3_600_000;
/// Asked again each time, since a feed can be revoked. A calendar that nobody changed is neither read nor written again for
/// it.
const CACHE: &str = "private, no-cache";

/// Names the limit of feeds.
pub(crate) struct FeedLimit;

impl Limited for FeedLimit {
    fn limit() -> &'static Limit {
        &FEED
    }
}

/// A feed.
#[derive(Serialize, ToSchema)]
pub(crate) struct CalendarFeed {
    /// The id of the feed.
    id: String,
    /// The name of the feed, by which its owner tells it from others; may be empty.
    name: String,
    /// What the feed shows.
    content: FeedContent,
    /// When the feed was made, ISO 8601.
    created_at: String,
    /// When the feed was last read, to the hour, ISO 8601; null for never.
    #[schema(required)]
    last_used_at: Option<String>,
}

impl From<Feed> for CalendarFeed {
    fn from(feed: Feed) -> Self {
        Self {
            id: feed.id,
            name: feed.name,
            content: feed.content,
            created_at: iso(feed.created_at),
            last_used_at: feed.last_used_at.map(iso),
        }
    }
}

/// The feeds of the caller.
#[derive(Serialize, ToSchema)]
pub(crate) struct CalendarFeedList {
    /// The oldest first, at most 10. Those that ended with a change of the password or of all sessions are not among them.
    feeds: Vec<CalendarFeed>,
}

/// Lists the feeds of the caller. Their addresses are not among it: they are shown once.
#[utoipa::path(get, path = "/api/calendar/feeds", tag = "calendar",
    responses((status = 200, body = Envelope<CalendarFeedList>)))]
pub(crate) async fn list_calendar_feeds(
    State(app): State<App>,
    caller: Caller,
) -> Result<Reply<CalendarFeedList>> {
    let (user, token_version) = (caller.facts.user_id, caller.facts.token_version);
    let mut feeds = app.db.read(move |read| Ok(feeds::list(read, user)?)).await?;
    feeds.retain(|feed| feed.token_version == token_version);
    Ok(Reply::ok(CalendarFeedList { feeds: feeds.into_iter().map(CalendarFeed::from).collect() }))
}

/// A new feed.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct NewCalendarFeed {
    /// The name of the feed, at most 40 characters.
    #[serde(default)]
    name: String,
    /// What the feed shows.
    #[serde(default)]
    content: FeedContent,
}

/// A feed with its address.
#[derive(Serialize, ToSchema)]
pub(crate) struct CreatedCalendarFeed {
    /// The feed.
    feed: CalendarFeed,
    /// The address of the feed within the portal, with its key. It is shown this once; whoever has it reads the feed.
    path: String,
}

/// Creates a feed. It ends when its owner changes the password, when staff resets it, and when all sessions are ended.
#[utoipa::path(post, path = "/api/calendar/feeds", tag = "calendar", request_body = NewCalendarFeed,
    responses((status = 200, body = Envelope<CreatedCalendarFeed>)))]
pub(crate) async fn create_calendar_feed(
    State(app): State<App>,
    caller: Caller,
    Json(new): Json<NewCalendarFeed>,
) -> Result<Reply<CreatedCalendarFeed>> {
    let name = new.name.trim().to_owned();
    if name.chars().count() > MAX_NAME || name.chars().any(char::is_control) {
        return Err(texts::FEED_NAME_INVALID.err());
    }
    let (user_id, token_version) = (caller.facts.user_id, caller.facts.token_version);
    let key = app.random.hex::<32>();
    let (id, created_at, hash) = (app.random.id(&app.clock), app.clock.now_ms(), hash(&key));
    let content = new.content;
    let feed = Feed { id, user_id, name, content, token_version, created_at, last_used_at: None };
    let made = app.write(move |tx| {
        tx.lock_log()?;
        feeds::remove_ended(tx, user_id, token_version)?;
        let count = feeds::list(tx, user_id)?.len();
        if i64::try_from(count).is_ok_and(|count| count >= MAX_FEEDS) {
            return Err(texts::FEEDS_TOO_MANY.with("max", MAX_FEEDS));
        }
        feeds::insert(tx, &feed, &hash)?;
        Ok(feed.clone())
    });
    let feed = CalendarFeed::from(made.await?);
    Ok(Reply::ok(CreatedCalendarFeed { feed, path: format!("/api/calendar/feed.ics?key={key}") }))
}

/// Revokes a feed: its address opens nothing from now on.
#[utoipa::path(delete, path = "/api/calendar/feeds/{id}", tag = "calendar",
    params(("id" = String, Path, description = "The id of the feed")),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(crate) async fn delete_calendar_feed(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<()>> {
    let user = caller.facts.user_id;
    let removed = app.write(move |tx| Ok(feeds::remove(tx, &id, user)?)).await?;
    if removed { Ok(Reply::done()) } else { Err(ApiError::not_found()) }
}

/// The key of a feed.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct FeedKey {
    /// The key, as the address of the feed has it.
    #[serde(default)]
    key: String,
}

/// Answers a feed as an iCalendar file. The key in the address is all that is asked for.
#[utoipa::path(get, path = "/api/calendar/feed.ics", tag = "calendar", params(FeedKey),
    responses(
        (status = 200, body = Vec<u8>, content_type = "text/calendar"),
        (status = 304, description = "The client has the current file"),
    ), security(()))]
pub(crate) async fn read_calendar_feed(
    State(app): State<App>,
    _: AddressLimit<FeedLimit>,
    language: Language,
    Query(FeedKey { key }): Query<FeedKey>,
    headers: HeaderMap,
) -> Result<Response<Body>> {
    let hash = hash(&key);
    let feed = app.db.read(move |read| Ok(feeds::of_key(read, &hash)?)).await?;
    let feed = feed.ok_or_else(ApiError::not_found)?;
    let facts = facts_of(&app, feed.user_id).await?.ok_or_else(ApiError::not_found)?;
    let is_banned = facts.ban.as_ref().is_some_and(|ban| ban.holds(app.clock.now()));
    let is_over = feed.token_version != facts.token_version;
    if is_over || is_banned || app.apps.admit_to("calendar", facts.user_id.class()).is_err() {
        return Err(ApiError::not_found());
    }
    note_used(&app, &feed).await?;
    let owners = shown(&facts, feed.content);
    let name = calendar_name(&owners, language);
    let version = version(&app, &owners, &name).await?;
    let mut download = Download { content_type: ICS, version: &version, length: 0, cache: CACHE };
    let (response, _) = download.answer(&headers)?;
    if response.status() == StatusCode::NOT_MODIFIED {
        return Ok(response);
    }
    let text = text_of(&app, owners, name).await?;
    download.length = u64::try_from(text.len()).unwrap_or(u64::MAX);
    let (mut response, part) = download.answer(&headers)?;
    if let Some(part) = part {
        let at = |place: u64| usize::try_from(place).unwrap_or(usize::MAX);
        let bytes = text.into_bytes().get(at(part.start)..at(part.end)).map(<[u8]>::to_vec);
        *response.body_mut() = Body::from(bytes.unwrap_or_default());
    }
    Ok(response)
}

/// Changes with what the file of some calendars says. Each release may write files in another way, or know other zones. It is
/// read before the events: a file that is newer than its version is only asked for once more.
async fn version(app: &App, owners: &[String], name: &str) -> Result<String> {
    let read = owners.to_vec();
    let states = app.db.read(move |tx| {
        let states = read.iter().map(|owner| Ok(feeds::state(tx, owner)?));
        states.collect::<Result<Vec<_>>>()
    });
    let facts = format!("{} {name} {owners:?} {:?}", env!("CARGO_PKG_VERSION"), states.await?);
    Ok(hex::encode(&Sha256::digest(facts)[..16]))
}

fn shown(facts: &UserFacts, content: FeedContent) -> Vec<String> {
    let class = Scope::of(facts).class().map(str::to_owned);
    let own = Owner::User(facts.user_id).stored();
    match content {
        FeedContent::All => class.into_iter().chain([own]).collect(),
        FeedContent::Own => vec![own],
        FeedContent::Class => class.into_iter().collect(),
    }
}

async fn note_used(app: &App, feed: &Feed) -> Result<()> {
    let now = app.clock.now_ms();
    if feed.last_used_at.is_some_and(|used| used + USED_MS > now) {
        return Ok(());
    }
    let id = feed.id.clone();
    app.write(move |tx| Ok(feeds::set_used(tx, &id, now)?)).await
}

fn hash(key: &str) -> String {
    hex::encode(Sha256::digest(key))
}
