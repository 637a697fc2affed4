//! `/api/admin/users/{id}/sessions`: where a member is signed in, and the end of all of it. Class
//! admins and admins alone: when someone is online is nothing for classmates.

use axum::extract::State;
use kernel::audit::{self, Actor};
use kernel::http::{ClassAdmin, Path};
use kernel::user::Permission;
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde_json::json;

use super::access;
use crate::auth::sessions::{self, EndedSessions, SessionList};

/// The sessions of a member whom the caller may manage.
#[utoipa::path(get, path = "/api/admin/users/{id}/sessions", tag = "admin", params(("id" = String, Path)),
    responses((status = 200, body = Envelope<SessionList>)))]
pub(super) async fn list_user_sessions(
    State(app): State<App>,
    ClassAdmin(caller): ClassAdmin,
    Path(id): Path<String>,
) -> Result<Reply<SessionList>> {
    let now = app.clock.now();
    let list = app.db.read(move |read| {
        let member = access::find(read, &id)?;
        if !caller.facts.may_manage(&member.facts, Permission::ManageUsers) {
            return Err(ApiError::forbidden(&kernel::texts::NO_PERMISSION));
        }
        Ok(sessions::list(read, member.facts.user_id, "", now)?)
    });
    Ok(Reply::ok(list.await?))
}

/// Ends every session of a member; connections end within a second.
#[utoipa::path(delete, path = "/api/admin/users/{id}/sessions", tag = "admin", params(("id" = String, Path)),
    responses((status = 200, body = Envelope<EndedSessions>)))]
pub(super) async fn end_user_sessions(
    State(app): State<App>,
    ClassAdmin(caller): ClassAdmin,
    Path(id): Path<String>,
) -> Result<Reply<EndedSessions>> {
    let writer = app.clone();
    let ended = app.db.write(move |tx| {
        let member = access::target(&writer, tx, &caller, &id, Permission::ManageUsers)?;
        let user = member.facts.user_id;
        let ended = sessions::end_all(&writer, tx, user, None)?;
        audit::record(&writer, tx, &Actor::from(&caller), "end_sessions", user.as_str(), &json!({}))?;
        Ok(ended)
    });
    Ok(Reply::ok(ended.await?))
}
