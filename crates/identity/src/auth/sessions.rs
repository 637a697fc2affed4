//! Where members are signed in: the list, and the end of one session or of all others.
//!
//! A session is a sign-in and the tokens it was refreshed to. The list is a help for people; whether
//! a token holds never depends on it. That a token was used is noted in memory and written once a
//! minute for all together, so no request costs a write.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::USER_AGENT;
use jiff::Timestamp;
use kernel::app::iso;
use kernel::db::{DbResult, Read, Tx};
use kernel::http::{Caller, Path};
use kernel::tasks::{Need, Stop};
use kernel::token::{Claims, Computer};
use kernel::user::{UserFacts, UserId};
use kernel::{ApiError, App, AppTx, Envelope, Reply, Result};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::devices;
use super::revoked;
use super::store::{self, Issued};
use super::subjects::Device;
use crate::user::{self, TokensInUse, directory};

/// Between two writes of who was seen.
const EVERY: Duration = Duration::from_secs(60);
/// Rows changed in one turn of the write queue.
const BATCH: usize = 100;

/// Declares the writer of who was seen.
pub(super) fn spawn(app: &App) {
    app.tasks.service(app, "session-notes", Need::Optional, store_last_seen);
}

async fn store_last_seen(app: App, mut stop: Stop) -> Result<()> {
    let seen = TokensInUse::clone(&app.state::<TokensInUse>());
    loop {
        let more = stop.sleep(&app.clock, EVERY).await;
        let now = app.clock.now();
        for batch in seen.take().chunks(BATCH) {
            let batch = batch.to_vec();
            if let Err(error) = app.write(move |tx| Ok(store::saw(tx, &batch, now)?)).await {
                tracing::warn!(%error, "times at which sessions were last seen not stored");
            }
        }
        if !more {
            return Ok(());
        }
    }
}

/// Puts the token of a sign-in on the list, and the device among those that have signed in.
pub(super) async fn record(app: &App, token: &str, headers: &HeaderMap, browser: &Device) {
    let Some(claims) = app.tokens.verify(token, &app.clock) else { return };
    let (device, browser, now) = (device(headers), browser.clone(), app.clock.now());
    let issued = app.write(move |tx| {
        add(tx, &claims, None, &device, now)?;
        Ok(devices::signed_in(tx, claims.user_id, &browser, now.as_millisecond())?)
    });
    if let Err(error) = issued.await {
        // As with the note of the sign-in: a full disk keeps nobody out.
        tracing::warn!(%error, "session not added to the list of sessions; its token works");
    }
}

/// Whom these claims belong to, when they still hold. Takes the log's counter first, as everyone who
/// ends sessions does: what holds here does until the transaction ends, on any node.
///
/// # Errors
/// 401 when the session has ended, or there is none.
pub(super) fn hold(tx: &mut AppTx, claims: Option<&Claims>) -> Result<UserFacts> {
    let expired = || kernel::texts::LOGIN_EXPIRED.err();
    tx.lock_log()?;
    let claims = claims.ok_or_else(expired)?;
    let facts = directory::member_of(tx, claims.user_id)?.ok_or_else(expired)?.facts;
    if store::is_revoked(tx, &claims.jti)? || !facts.accepts(claims.ver, &claims.jti) {
        return Err(expired());
    }
    Ok(facts)
}

/// A fresh token in the session of the one presented. Whether that one still holds is asked once
/// more, behind the counter that everyone who ends sessions holds too: they find both tokens on the
/// list, or this finds neither.
///
/// # Errors
/// 401 when the session has ended meanwhile. A full disk renews nothing: a token that is on no list
/// could not be ended, and the one presented goes on.
pub(super) async fn renew(app: &App, caller: &Caller, headers: &HeaderMap) -> Result<String> {
    let expired = || kernel::texts::LOGIN_EXPIRED.err();
    let before = caller.claims.clone().ok_or_else(expired)?;
    let (device, now) = (device(headers), app.clock.now());
    let renewed = app.write(move |tx| {
        let facts = hold(tx, Some(&before))?;
        let app = tx.app();
        let issue = app.tokens.issue_on(Computer::of(before.shared), &facts, &app.clock, &app.random);
        let token = issue.map_err(ApiError::internal)?;
        let claims = app.tokens.verify(&token, &app.clock).ok_or_else(expired)?;
        add(tx, &claims, Some(&before.jti), &device, now)?;
        Ok(token)
    });
    renewed.await
}

/// Puts a token on the list, in the session of the one `before` it.
fn add(tx: &mut Tx, claims: &Claims, before: Option<&str>, device: &str, now: Timestamp) -> DbResult<()> {
    let session_id = before.map(|jti| store::session_of(tx, jti)).transpose()?.flatten();
    let issued = Issued {
        jti: claims.jti.clone(),
        session_id: session_id.unwrap_or_else(|| claims.jti.clone()),
        created_at: now.as_millisecond(),
        expires_at: claims.exp,
        last_seen_at: now.as_millisecond(),
        device: device.to_owned(),
    };
    store::add_session(tx, claims.user_id, &issued, now)
}

/// Browser and system, a word each: enough to know one's own devices apart, too little to follow them.
fn device(headers: &HeaderMap) -> String {
    let agent = headers.get(USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
    let first = |words: &[(&'static str, &'static str)]| {
        words.iter().find(|(sign, _)| agent.contains(sign)).map(|(_, name)| *name)
    };
    let browser = first(&[
        ("MicroMessenger", "WeChat"),
        ("QQBrowser", "QQ"),
        ("Edg", "Edge"),
        ("Firefox", "Firefox"),
        ("Chrome", "Chrome"),
        ("Safari", "Safari"),
    ]);
    let system = first(&[
        ("Windows", "Windows"),
        ("HarmonyOS", "HarmonyOS"),
        ("Android", "Android"),
        ("iPad", "iPad"),
        ("iPhone", "iPhone"),
        ("CrOS", "ChromeOS"),
        ("Mac OS", "macOS"),
        ("Linux", "Linux"),
    ]);
    [browser, system].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// A session: one sign-in of a member on one device.
#[derive(Serialize, ToSchema)]
pub(crate) struct SessionItem {
    /// The id of the session.
    id: String,
    /// Browser and system, like `Chrome, Android`; empty when unknown.
    device: String,
    /// When the session began, ISO 8601.
    created_at: String,
    /// When the session was last used, to the minute, ISO 8601.
    last_seen_at: String,
    /// When the session ends unless it is refreshed, ISO 8601.
    expires_at: String,
    /// Whether this session makes the request.
    current: bool,
}

/// The sessions of a member, last used first.
#[derive(Serialize, ToSchema)]
pub(crate) struct SessionList {
    /// The sessions of the member.
    sessions: Vec<SessionItem>,
}

/// The number of sessions that were ended.
#[derive(Serialize, ToSchema)]
pub(crate) struct EndedSessions {
    /// The number of sessions that were ended.
    ended: usize,
}

/// The sessions of a member that hold; `current` is the token of whoever asks.
///
/// # Errors
/// When the statement fails.
pub(crate) fn list(read: &mut Read, user: UserId, current: &str, now: Timestamp) -> DbResult<SessionList> {
    let mut sessions = BTreeMap::<String, (Issued, bool)>::new();
    for token in store::sessions(read, user, now)? {
        let own = token.jti == current;
        match sessions.get_mut(&token.session_id) {
            Some((session, is_current)) => {
                session.created_at = session.created_at.min(token.created_at);
                session.last_seen_at = session.last_seen_at.max(token.last_seen_at);
                session.expires_at = session.expires_at.max(token.expires_at);
                *is_current |= own;
            }
            None => drop(sessions.insert(token.session_id.clone(), (token, own))),
        }
    }
    let mut sessions: Vec<_> = sessions.into_values().collect();
    sessions.sort_by_key(|(session, _)| std::cmp::Reverse(session.last_seen_at));
    let item = |(session, current): (Issued, bool)| SessionItem {
        id: session.session_id,
        device: session.device,
        created_at: iso(session.created_at),
        last_seen_at: iso(session.last_seen_at),
        expires_at: iso(session.expires_at.saturating_mul(1000)),
        current,
    };
    Ok(SessionList { sessions: sessions.into_iter().map(item).collect() })
}

/// Ends every token of a member but `kept`, on the list or not.
///
/// # Errors
/// When a statement fails.
pub(crate) fn end_all(tx: &mut AppTx, user: UserId, kept: Option<&str>) -> DbResult<EndedSessions> {
    user::end_sessions(tx, user, kept)?;
    let kept_session = kept.map(|jti| store::session_of(tx, jti)).transpose()?.flatten();
    let now = tx.app().clock.now();
    let before = store::sessions(tx, user, now)?;
    let ended: std::collections::BTreeSet<&str> = before
        .iter()
        .map(|token| token.session_id.as_str())
        .filter(|session| Some(*session) != kept_session.as_deref())
        .collect();
    store::forget_sessions(tx, user, kept)?;
    Ok(EndedSessions { ended: ended.len() })
}

/// Ends every token of one session of a member.
///
/// # Errors
/// 404 when it is not one of theirs.
pub(crate) fn end_one(tx: &mut AppTx, user: UserId, session_id: &str) -> Result<()> {
    // Before looking: a token that is being renewed is on the list, or will not be.
    tx.lock_log()?;
    let now = tx.app().clock.now();
    let tokens = store::sessions(tx, user, now)?;
    let mut ended = false;
    for token in tokens.iter().filter(|token| token.session_id == session_id) {
        revoked::revoke(tx, user, &token.jti, token.expires_at)?;
        ended = true;
    }
    if ended { Ok(()) } else { Err(ApiError::not_found()) }
}

/// Lists the sessions of the caller.
#[utoipa::path(get, path = "/api/user/sessions", tag = "user",
    responses((status = 200, body = Envelope<SessionList>)))]
pub(super) async fn own_sessions(State(app): State<App>, caller: Caller) -> Result<Reply<SessionList>> {
    let (user, now) = (caller.facts.user_id, app.clock.now());
    let list = app.db.read(move |read| Ok(list(read, user, caller.token_id(), now)?));
    Ok(Reply::ok(list.await?))
}

/// Ends one session of the caller; its connections end within a second.
#[utoipa::path(delete, path = "/api/user/sessions/{id}", tag = "user",
    params(("id" = String, Path, description = "The id of the session")),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(super) async fn end_session(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Reply<()>> {
    let user = caller.facts.user_id;
    app.write(move |tx| end_one(tx, user, &id)).await?;
    Ok(Reply::done())
}

/// Ends all other sessions of the caller.
#[utoipa::path(delete, path = "/api/user/sessions", tag = "user",
    responses((status = 200, body = Envelope<EndedSessions>)))]
pub(super) async fn end_other_sessions(
    State(app): State<App>,
    caller: Caller,
) -> Result<Reply<EndedSessions>> {
    let user = caller.facts.user_id;
    let kept = caller.claims.map(|claims| claims.jti);
    let ended = app.write(move |tx| Ok(end_all(tx, user, kept.as_deref())?));
    Ok(Reply::ok(ended.await?))
}

/// What a member takes along.
///
/// # Errors
/// When the statement fails.
pub(super) fn export(read: &mut Read, user: &UserId) -> DbResult<Option<Value>> {
    // Expired ones too, until they are swept.
    let tokens = store::sessions(read, *user, Timestamp::UNIX_EPOCH)?;
    let item = |token: Issued| {
        json!({ "device": token.device, "created_at": iso(token.created_at),
                "last_seen_at": iso(token.last_seen_at) })
    };
    let sessions: Vec<Value> = tokens.into_iter().map(item).collect();
    let devices = devices::export(read, *user)?;
    let any = !sessions.is_empty() || !devices.is_empty();
    Ok(any.then(|| json!({ "sessions": sessions, "devices": devices })))
}
