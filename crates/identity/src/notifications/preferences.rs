//! `/api/notifications/preferences`: how the caller wants to be told.

use std::collections::BTreeMap;

use axum::extract::State;
use kernel::db::{DbResult, Read};
use kernel::http::{Caller, Json};
use kernel::texts::Bilingual;
use kernel::user::UserId;
use kernel::{App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::model::{Mode, QuietHours};
use super::{events, inbox, store, texts};

/// How the caller is told of a kind of notifications.
#[derive(Serialize, ToSchema)]
pub(super) struct KindPreference {
    /// The name of the kind.
    kind: &'static str,
    /// What members call the kind.
    label: Bilingual,
    /// How the caller is told: `on` in the inbox and in the island, `quiet` in the inbox alone, `off` not at all.
    mode: Mode,
}

/// How the caller wants to be told.
#[derive(Serialize, ToSchema)]
pub(super) struct NotificationPreferences {
    /// The kinds of this portal, those that concern a member most first.
    kinds: Vec<KindPreference>,
    /// When the quiet hours begin, in which no island shows anything that is not urgent: `HH:MM` in the zone of the
    /// portal. Null for none.
    #[schema(required)]
    quiet_from: Option<String>,
    /// When the quiet hours end; they may pass midnight.
    #[schema(required)]
    quiet_to: Option<String>,
    /// Whether no island shows anything that is not urgent during the lessons of the caller's class either, by its
    /// timetable.
    quiet_in_lessons: bool,
}

fn preferences(read: &mut Read, app: &App, user: UserId) -> DbResult<NotificationPreferences> {
    let modes: BTreeMap<String, Mode> = store::modes(read, user)?.into_iter().collect();
    let mut kinds: Vec<_> = inbox::kinds(app).collect();
    kinds.sort_by_key(|kind| kind.importance);
    let kinds = kinds.into_iter().map(|kind| KindPreference {
        kind: kind.name,
        label: kind.label.into(),
        mode: modes.get(kind.name).copied().unwrap_or_default(),
    });
    let quiet = store::quiet_hours(read, user)?;
    let (quiet_from, quiet_to) = quiet.map(|hours| (hours.from, hours.to)).unzip();
    let quiet_in_lessons = store::is_quiet_in_lessons(read, user)?;
    Ok(NotificationPreferences { kinds: kinds.collect(), quiet_from, quiet_to, quiet_in_lessons })
}

/// Returns how the caller wants to be told.
#[utoipa::path(get, path = "/api/notifications/preferences", tag = "notifications",
    responses((status = 200, body = Envelope<NotificationPreferences>)))]
pub(super) async fn get_notification_preferences(
    State(app): State<App>,
    caller: Caller,
) -> Result<Reply<NotificationPreferences>> {
    let (portal, user) = (app.clone(), caller.facts.user_id);
    Ok(Reply::ok(app.db.read(move |read| Ok(preferences(read, &portal, user)?)).await?))
}

/// The preferences to change; absent fields stay.
#[derive(Clone, Deserialize, ToSchema)]
pub(super) struct NotificationPreferencesChange {
    /// `on`, `quiet` or `off` by the name of the kind; kinds that are not named stay.
    #[serde(default)]
    modes: BTreeMap<String, Mode>,
    /// When the quiet hours begin, `HH:MM`; null, with `quiet_to` null, for none.
    #[serde(default, deserialize_with = "kernel::http::double_option")]
    #[schema(value_type = Option<String>)]
    quiet_from: Option<Option<String>>,
    /// When the quiet hours end, `HH:MM`.
    #[serde(default, deserialize_with = "kernel::http::double_option")]
    #[schema(value_type = Option<String>)]
    quiet_to: Option<Option<String>>,
    /// Whether it is quiet during the lessons of the caller's class too.
    quiet_in_lessons: Option<bool>,
}

/// Changes how the caller wants to be told.
#[utoipa::path(put, path = "/api/notifications/preferences", tag = "notifications",
    request_body = NotificationPreferencesChange,
    responses((status = 200, body = Envelope<NotificationPreferences>)))]
pub(super) async fn put_notification_preferences(
    State(app): State<App>,
    caller: Caller,
    Json(change): Json<NotificationPreferencesChange>,
) -> Result<Reply<NotificationPreferences>> {
    if let Some(unknown) = change.modes.keys().find(|name| inbox::kinds(&app).all(|kind| kind.name != *name))
    {
        return Err(texts::KIND_UNKNOWN.with("kind", unknown));
    }
    let changes_hours = change.quiet_from.is_some();
    if changes_hours != change.quiet_to.is_some() {
        return Err(texts::QUIET_INCOMPLETE.err());
    }
    let (from, to) = (change.quiet_from.flatten(), change.quiet_to.flatten());
    let quiet = QuietHours::parse(from.as_deref(), to.as_deref())?;
    let (modes, in_lessons, user) = (change.modes, change.quiet_in_lessons, caller.facts.user_id);
    let preferences = app.write(move |tx| {
        events::append_changed(tx, &[user])?;
        for (kind, mode) in &modes {
            store::set_mode(tx, user, kind, *mode)?;
        }
        if changes_hours {
            store::set_quiet_hours(tx, user, quiet.as_ref())?;
        }
        if let Some(quiet) = in_lessons {
            store::set_quiet_in_lessons(tx, user, quiet)?;
        }
        let app = tx.app();
        Ok(preferences(tx, app, user)?)
    });
    Ok(Reply::ok(preferences.await?))
}
