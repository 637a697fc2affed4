//! `/api/user/layouts`: the layouts of the desktop that a member replaced.
//!
//! Five are kept however old they are, and up to twenty of the last 24 hours. Small steps that
//! follow one another are one: what stands there is what was before they began.

use axum::extract::State;
use kernel::app::iso;
use kernel::http::{Caller, Json, Path};
use kernel::user::UserId;
use kernel::{ApiError, App, Envelope, Reply, Result, texts::REVISION_CONFLICT};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::desktop_layout;
use super::events::{self, UserEvent};
use super::settings::{self, Settings, conflict, unset};
use super::store::{self, layouts};

/// A desktop layout that the member used before.
#[derive(Serialize, ToSchema)]
pub(super) struct PastLayout {
    /// The id of the layout, a UUID.
    id: String,
    /// When the layout was replaced, ISO 8601.
    replaced_at: String,
    /// The desktop layout, in the same shape as in the settings.
    #[schema(value_type = Object)]
    desktop_layout: Value,
}

/// The desktop layouts that the member used before.
#[derive(Serialize, ToSchema)]
pub(super) struct PastLayouts {
    /// The earlier layouts, the newest first.
    layouts: Vec<PastLayout>,
}

/// Lists the desktop layouts that the member used before.
#[utoipa::path(get, path = "/api/user/layouts", tag = "user",
    responses((status = 200, body = Envelope<PastLayouts>)))]
pub(super) async fn list_layouts(State(app): State<App>, caller: Caller) -> Result<Reply<PastLayouts>> {
    list(&app, caller.facts.user_id).await
}

async fn list(app: &App, user: UserId) -> Result<Reply<PastLayouts>> {
    let rows = app.db.read(move |read| Ok(layouts::past(read, user)?)).await?;
    let wire = |past: layouts::Past| PastLayout {
        id: past.id,
        replaced_at: iso(past.replaced_at),
        desktop_layout: desktop_layout::parse(&past.layout),
    };
    Ok(Reply::ok(PastLayouts { layouts: rows.into_iter().map(wire).collect() }))
}

/// A desktop layout that is stored among the earlier ones without being used.
#[derive(Deserialize, ToSchema)]
pub(super) struct KeptLayout {
    /// The desktop layout, in the same shape as in the settings.
    #[schema(value_type = Object)]
    desktop_layout: Value,
}

/// Stores a desktop layout among the earlier ones without using it. A client calls it with the layout that
/// lost a conflict between two devices.
#[utoipa::path(post, path = "/api/user/layouts", tag = "user", request_body = KeptLayout,
    responses((status = 200, body = Envelope<PastLayouts>)))]
pub(super) async fn keep_layout(
    State(app): State<App>,
    caller: Caller,
    Json(kept): Json<KeptLayout>,
) -> Result<Reply<PastLayouts>> {
    desktop_layout::check(&kept.desktop_layout)?;
    let user = caller.facts.user_id;
    let text = kept.desktop_layout.to_string();
    app.write(move |tx| Ok(layouts::keep(tx, user, &text)?)).await?;
    list(&app, user).await
}

/// The request to use an earlier desktop layout again.
#[derive(Deserialize, ToSchema)]
pub(super) struct Restoration {
    /// The revision of the settings that the client has seen; 409 when the settings were changed since.
    revision: Option<i64>,
}

/// Uses an earlier desktop layout again; the present one is kept among the earlier ones.
#[utoipa::path(post, path = "/api/user/layouts/{id}/restore", tag = "user",
    params(("id" = String, Path, description = "The id of the layout")),
    request_body = Restoration, responses((status = 200, body = Envelope<Settings>)))]
pub(super) async fn restore_layout(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Json(request): Json<Restoration>,
) -> Result<Reply<Settings>> {
    let user = caller.facts.user_id;
    let settings = app.write(move |tx| {
        let mut row = store::settings(tx, user)?.unwrap_or_else(unset);
        if request.revision.is_some_and(|base| base != row.revision) {
            return Err(conflict(tx, user, row));
        }
        let layout = layouts::take(tx, user, &id)?.ok_or_else(ApiError::not_found)?;
        let before = row.desktop_layout.replace(layout);
        row.revision += 1;
        let told = UserEvent::SettingsChanged { revision: row.revision };
        events::append(tx, user, Some(user), &told)?;
        row.updated_at = tx.now();
        if !store::write_settings(tx, user, &row)? {
            return Err(REVISION_CONFLICT.err());
        }
        if let Some(before) = before {
            layouts::keep(tx, user, &before)?;
        }
        Ok(settings::shown(tx, user, row)?)
    });
    Ok(Reply::ok(settings.await?))
}
