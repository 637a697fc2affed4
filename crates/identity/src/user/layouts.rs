//! `/api/user/layouts`: the layouts of the desktop that a member replaced.
//!
//! Five are kept however old they are, and up to twenty of the last 24 hours. Small steps that
//! follow one another are one: what stands there is what was before they began.

use axum::extract::State;
use kernel::app::iso;
use kernel::http::{Caller, Json, Path};
use kernel::user::UserId;
use kernel::{ApiError, App, AppTx, Envelope, Reply, Result, texts::REVISION_CONFLICT};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::events::{self, UserEvent};
use super::settings::{self, Settings, conflict, unset};
use super::store::{self, SettingsRow, layouts};
use super::texts;

/// Largest stored layout, in KiB of JSON.
const MAX_LAYOUT_KIB: usize = 256;
/// Steps closer than this are one.
const STEP_MS: i64 = 5 * 60 * 1000;

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
        desktop_layout: parse(&past.layout),
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
    check(&kept.desktop_layout)?;
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

/// Keeps what a write of the settings has replaced.
///
/// # Errors
/// When a statement fails.
pub(super) fn keep_replaced(
    tx: &mut AppTx,
    user: UserId,
    before: Option<String>,
    now: &SettingsRow,
    knew_it: bool,
) -> Result<()> {
    let Some(before) = before.filter(|before| Some(before) != now.desktop_layout.as_ref()) else {
        return Ok(());
    };
    // A write that did not know what it replaces, and a way back to the default, may end hours of
    // work: these are no small steps.
    let arranged = |layout: &Option<String>| layout.as_ref().is_some_and(|text| !follows_default(text));
    if knew_it && arranged(&now.desktop_layout) {
        let newest = layouts::newest(tx, user)?;
        if newest.is_some_and(|newest| now.updated_at - newest < STEP_MS) {
            return Ok(());
        }
    }
    Ok(layouts::keep(tx, user, &before)?)
}

/// What a member may take along.
pub(super) fn exported(past: Vec<layouts::Past>) -> Value {
    past.into_iter()
        .map(|past| json!({ "replaced_at": iso(past.replaced_at), "desktop_layout": parse(&past.layout) }))
        .collect()
}

fn follows_default(layout: &str) -> bool {
    parse(layout)["pages"].as_array().is_none_or(Vec::is_empty)
}

/// A stored layout.
pub(super) fn parse(layout: &str) -> Value {
    serde_json::from_str(layout).unwrap_or_default()
}

/// The shape of interface 2.12. Whether a widget type exists is not ours to know: an app may come
/// back, and its widget with it.
///
/// # Errors
/// 400.
pub(super) fn check(layout: &Value) -> Result<()> {
    settings::refuse_large("desktop_layout", layout, MAX_LAYOUT_KIB)?;
    if is_layout(layout) { Ok(()) } else { Err(texts::LAYOUT_INVALID.err()) }
}

fn is_layout(layout: &Value) -> bool {
    let text = |value: &Value| value.as_str().is_some_and(|text| !text.is_empty() && text.len() <= 120);
    let cells = |value: &Value| value.as_u64().is_some_and(|cells| (1..=12).contains(&cells));
    let is_widget = |widget: &Value| {
        text(&widget["id"])
            && text(&widget["type"])
            && (widget["config"].is_null() || widget["config"].is_object())
            && cells(&widget["size"]["w"])
            && cells(&widget["size"]["h"])
    };
    let is_page = |page: &Value| {
        text(&page["id"]) && page["widgets"].as_array().is_some_and(|widgets| widgets.iter().all(is_widget))
    };
    layout["pages"].as_array().is_some_and(|pages| pages.len() <= 20 && pages.iter().all(is_page))
}
