//! `/api/user/settings`: theme, wallpaper, notification switches and the desktop's layout.

use axum::extract::State;
use kernel::db::{DbResult, Read};
use kernel::http::{Caller, Json};
use kernel::user::UserId;
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::desktop_layout::{self, refuse_large};
use super::events::{self, UserEvent};
use super::store::{self, SettingsRow};
use super::{replaced_layouts, texts};

/// Largest stored notification settings, in KiB of JSON.
const MAX_NOTIFICATIONS_KIB: usize = 4;

/// The personal settings of the member.
#[derive(Serialize, ToSchema)]
pub(super) struct Settings {
    /// The theme of the desktop: `light`, `dark` or `auto`.
    theme: String,
    /// `default`, a built-in name, or a site-relative address.
    wallpaper: String,
    /// Which sources may notify the member, by name of the source.
    #[schema(value_type = Object)]
    notifications: Value,
    /// The desktop layout `{pages:[{id,widgets:[{id,type,config,size{w,h}}]}]}`, or null for the default of
    /// the class. Unknown keys are kept.
    #[schema(value_type = Option<Object>)]
    desktop_layout: Value,
    /// The default layout of the class, in the same shape; null for the built-in one.
    #[schema(value_type = Option<Object>)]
    default_layout: Value,
    /// Grows with each write; 0 before the first.
    revision: i64,
    /// ISO 8601; null before the first write.
    updated_at: Option<String>,
}

/// The settings to change; at least one field is needed.
#[derive(Deserialize, ToSchema)]
pub(super) struct SettingsChange {
    /// The theme of the desktop: `light`, `dark` or `auto`.
    theme: Option<String>,
    /// The wallpaper, at most 300 characters.
    wallpaper: Option<String>,
    /// The new notification switches; they replace all stored ones.
    #[schema(value_type = Option<Object>)]
    notifications: Option<Value>,
    /// The new desktop layout; null goes back to the default of the class.
    #[serde(default, deserialize_with = "kernel::http::double_option")]
    #[schema(value_type = Option<Object>)]
    desktop_layout: Option<Value>,
    /// The revision this change was made from; when another device wrote since, 409 with the
    /// current settings. Without it the last write wins.
    revision: Option<i64>,
}

/// Returns the settings of the caller.
#[utoipa::path(get, path = "/api/user/settings", tag = "user",
    responses((status = 200, body = Envelope<Settings>)))]
pub(super) async fn get_settings(State(app): State<App>, caller: Caller) -> Result<Reply<Settings>> {
    let user = caller.facts.user_id;
    let settings = app.db.read(move |read| {
        let row = store::settings(read, user)?.unwrap_or_else(unset);
        Ok(shown(read, user, row)?)
    });
    Ok(Reply::ok(settings.await?))
}

/// Changes the settings of the caller; absent fields stay.
#[utoipa::path(put, path = "/api/user/settings", tag = "user", request_body = SettingsChange,
    responses((status = 200, body = Envelope<Settings>)))]
pub(super) async fn put_settings(
    State(app): State<App>,
    caller: Caller,
    Json(change): Json<SettingsChange>,
) -> Result<Reply<Settings>> {
    let change = checked(change)?;
    let user = caller.facts.user_id;
    let settings = app.write(move |tx| {
        let mut row = store::settings(tx, user)?.unwrap_or_else(unset);
        if change.revision.is_some_and(|base| base != row.revision) {
            return Err(conflict(tx, user, row));
        }
        let before = row.desktop_layout.clone();
        change.apply(&mut row);
        row.revision += 1;
        let told = UserEvent::SettingsChanged { revision: row.revision };
        events::append(tx, user, Some(user), &told)?;
        row.updated_at = tx.now();
        if !store::write_settings(tx, user, &row)? {
            return Err(conflict(tx, user, row));
        }
        replaced_layouts::keep_replaced(tx, user, before, &row, change.revision.is_some())?;
        Ok(shown(tx, user, row)?)
    });
    Ok(Reply::ok(settings.await?))
}

/// 409 with what holds now.
pub(super) fn conflict(read: &mut Read, user: UserId, current: SettingsRow) -> ApiError {
    match shown(read, user, current) {
        Ok(current) => {
            kernel::texts::REVISION_CONFLICT.err().data(serde_json::to_value(current).unwrap_or_default())
        }
        Err(error) => error.into(),
    }
}

/// Before the first write.
pub(super) fn unset() -> SettingsRow {
    SettingsRow {
        theme: "light".into(),
        wallpaper: "default".into(),
        notifications: json!({ "superIsland": true, "chat": true, "sound": false }).to_string(),
        desktop_layout: None,
        revision: 0,
        updated_at: 0,
    }
}

/// A row as its owner sees it.
///
/// # Errors
/// When a statement fails.
pub(super) fn shown(read: &mut Read, user: UserId, row: SettingsRow) -> DbResult<Settings> {
    let default = store::layouts::effective_default(read, user.class())?;
    Ok(Settings {
        theme: row.theme,
        wallpaper: row.wallpaper,
        notifications: desktop_layout::parse(&row.notifications),
        desktop_layout: row.desktop_layout.as_deref().map(desktop_layout::parse).unwrap_or_default(),
        default_layout: default.as_deref().map(desktop_layout::parse).unwrap_or_default(),
        revision: row.revision,
        updated_at: (row.revision > 0).then(|| kernel::app::iso(row.updated_at)),
    })
}

impl SettingsChange {
    fn apply(&self, row: &mut SettingsRow) {
        if let Some(theme) = &self.theme {
            row.theme.clone_from(theme);
        }
        if let Some(wallpaper) = &self.wallpaper {
            row.wallpaper.clone_from(wallpaper);
        }
        if let Some(notifications) = &self.notifications {
            row.notifications = notifications.to_string();
        }
        if let Some(layout) = &self.desktop_layout {
            row.desktop_layout = (!layout.is_null()).then(|| layout.to_string());
        }
    }
}

fn checked(change: SettingsChange) -> Result<SettingsChange> {
    let SettingsChange { theme, wallpaper, notifications, desktop_layout, .. } = &change;
    if theme.is_none() && wallpaper.is_none() && notifications.is_none() && desktop_layout.is_none() {
        return Err(kernel::texts::NOTHING_TO_CHANGE.err());
    }
    if theme.as_ref().is_some_and(|theme| !["light", "dark", "auto"].contains(&theme.as_str())) {
        return Err(texts::THEME_INVALID.err());
    }
    if wallpaper.as_ref().is_some_and(|w| w.chars().count() > 300 || w.chars().any(char::is_control)) {
        return Err(kernel::texts::TOO_LONG.with("field", "wallpaper").with("max", 300));
    }
    if let Some(notifications) = notifications {
        if !notifications.is_object() {
            return Err(ApiError::invalid("notifications"));
        }
        refuse_large("notifications", notifications, MAX_NOTIFICATIONS_KIB)?;
    }
    if let Some(layout) = desktop_layout.as_ref().filter(|layout| !layout.is_null()) {
        desktop_layout::check(layout)?;
    }
    Ok(change)
}
