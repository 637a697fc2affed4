//! `/api/admin/users/{id}/sessions`: where a member is signed in, and the end of one or all of it.
//! Class admins and admins alone: when someone is online is nothing for classmates. Looking stands in
//! the log too.

use axum::extract::State;
use kernel::audit::Actor;
use kernel::http::{ClassAdmin, Path};
use kernel::{App, Envelope, Reply, Result};
use serde_json::json;

use super::{MANAGE_USERS, access, texts};
use crate::auth::sessions::{self, EndedSessions, SessionList};

/// The sessions of a member whom the caller may manage.
#[utoipa::path(get, path = "/api/admin/users/{id}/sessions", tag = "admin",
    params(("id" = String, Path, description = "The user ID of the member, or the number of the member's row")),
    responses((status = 200, body = Envelope<SessionList>)))]
pub(super) async fn list_user_sessions(
    State(app): State<App>,
    ClassAdmin(caller): ClassAdmin,
    Path(id): Path<String>,
) -> Result<Reply<SessionList>> {
    let list = app.write(move |tx| {
        let member = access::target(tx, &caller, &id, &MANAGE_USERS)?;
        let user = member.facts.user_id;
        let now = tx.app().clock.now();
        let list = sessions::list(tx, user, "", now)?;
        tx.audit_access(&Actor::from(&caller), &texts::VIEW_SESSIONS, user.as_str())?;
        Ok(list)
    });
    Ok(Reply::ok(list.await?))
}

/// Ends every session of a member; connections end within a second.
#[utoipa::path(delete, path = "/api/admin/users/{id}/sessions", tag = "admin",
    params(("id" = String, Path, description = "The user ID of the member, or the number of the member's row")),
    responses((status = 200, body = Envelope<EndedSessions>)))]
pub(super) async fn end_user_sessions(
    State(app): State<App>,
    ClassAdmin(caller): ClassAdmin,
    Path(id): Path<String>,
) -> Result<Reply<EndedSessions>> {
    let ended = app.write(move |tx| {
        let member = access::target(tx, &caller, &id, &MANAGE_USERS)?;
        let user = member.facts.user_id;
        let ended = sessions::end_all(tx, user, None)?;
        tx.audit(&Actor::from(&caller), &texts::END_SESSIONS, user.as_str(), &json!({}))?;
        Ok(ended)
    });
    Ok(Reply::ok(ended.await?))
}

/// Ends one session of a member; its connections end within a second, the others go on.
#[utoipa::path(delete, path = "/api/admin/users/{id}/sessions/{session}", tag = "admin",
    params(
        ("id" = String, Path, description = "The user ID of the member, or the number of the member's row"),
        ("session" = String, Path, description = "The id of the session"),
    ),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(super) async fn end_user_session(
    State(app): State<App>,
    ClassAdmin(caller): ClassAdmin,
    Path((id, session)): Path<(String, String)>,
) -> Result<Reply<()>> {
    let ended = app.write(move |tx| {
        let member = access::target(tx, &caller, &id, &MANAGE_USERS)?;
        let user = member.facts.user_id;
        sessions::end_one(tx, user, &session)?;
        Ok(tx.audit(&Actor::from(&caller), &texts::END_SESSION, user.as_str(), &json!({}))?)
    });
    ended.await?;
    Ok(Reply::done())
}
