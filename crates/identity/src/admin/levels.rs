//! `/api/admin/users/{id}/level`: how far a member has come, and why. The level is for everyone of
//! the staff who sees the member. The history says when a member did what, so it is for class admins
//! and admins, and a look at it stands in the log.

use axum::extract::State;
use kernel::audit::Actor;
use kernel::http::{Admin, ClassAdmin, Path, Query};
use kernel::{App, Envelope, Reply, Result};

use super::{MANAGE_USERS, access, texts};
use crate::level::{self, ExperienceEntry, HistoryPage, LevelInfo};

/// Returns the level of a member of the caller's class, or of any class for an admin.
#[utoipa::path(get, path = "/api/admin/users/{id}/level", tag = "admin",
    params(("id" = String, Path, description = "The user ID of the member, or the number of the member's row")),
    responses((status = 200, body = Envelope<LevelInfo>)))]
pub(super) async fn user_level(
    State(app): State<App>,
    Admin(caller): Admin,
    Path(id): Path<String>,
) -> Result<Reply<LevelInfo>> {
    let today = app.today();
    level::catch_up(&app).await;
    let reading = app.clone();
    let info = app.db.read(move |read| {
        let user = access::find(read, &id)?.facts.user_id;
        let class = access::class_of(&caller.facts);
        if !class.is_empty() && class != user.class() {
            return Err(kernel::texts::NO_PERMISSION.err());
        }
        level::info(read, &reading, user, today)
    });
    Ok(Reply::ok(info.await?))
}

/// Lists the awards of experience of a member that the caller may manage, newest first.
#[utoipa::path(get, path = "/api/admin/users/{id}/level/log", tag = "admin",
    params(
        ("id" = String, Path, description = "The user ID of the member, or the number of the member's row"),
        HistoryPage,
    ),
    responses((status = 200, body = Envelope<Vec<ExperienceEntry>>)))]
pub(super) async fn user_level_log(
    State(app): State<App>,
    ClassAdmin(caller): ClassAdmin,
    Path(id): Path<String>,
    Query(page): Query<HistoryPage>,
) -> Result<Reply<Vec<ExperienceEntry>>> {
    level::catch_up(&app).await;
    let entries = app.write(move |tx| {
        let member = access::target(tx, &caller, &id, &MANAGE_USERS)?;
        let user = member.facts.user_id;
        let entries = level::history(tx, user, &page)?;
        tx.audit_access(&Actor::from(&caller), &texts::VIEW_LEVEL_LOG, user.as_str())?;
        Ok(entries)
    });
    Ok(Reply::ok(entries.await?))
}
