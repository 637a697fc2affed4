//! What clients are told of updates (`interface 9.2`): the oldest client that is still
//! served, where the update is, and whether clients must take it at once. System admins settle it; the
//! kernel keeps it with the settings in memory, so that a heartbeat reads no database.

use axum::extract::State;
use kernel::app::iso;
use kernel::audit::Actor;
use kernel::db::{DbResult, Tx};
use kernel::events::{Audience, Event, FeatureEvent as _, NewEvent};
use kernel::http::{Caller, Json, SystemAdmin};
use kernel::settings::Settings;
use kernel::{ApiError, App, AppTx, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use serde_json::json;
use url::Url;
use utoipa::ToSchema;

use super::events::SystemEvent;
use super::texts;
use super::version::{MIN_CLIENT_VERSION, VERSION};

/// The settings.
const MIN_VERSION: &str = "min_client_version";
const URL: &str = "update_url";
/// When the update was forced, in milliseconds; empty while none is.
const FORCED_SINCE: &str = "force_update_since";

/// The longest address of an update.
const MAX_URL: usize = 500;

/// What clients are told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ClientUpdate {
    pub(super) min_version: String,
    pub(super) url: String,
    /// Since when clients must update, in milliseconds.
    pub(super) forced_since: Option<i64>,
}

impl ClientUpdate {
    /// As this node has it in memory.
    pub(super) fn current(settings: &Settings) -> Self {
        Self::of([MIN_VERSION, URL, FORCED_SINCE].map(|name| settings.text(name)))
    }

    /// As the database has it.
    fn stored(tx: &mut Tx) -> DbResult<Self> {
        let [min, url, since] = [MIN_VERSION, URL, FORCED_SINCE].map(|name| Settings::stored(tx, name));
        Ok(Self::of([min?, url?, since?]))
    }

    fn of([min_version, url, since]: [Option<String>; 3]) -> Self {
        Self {
            min_version: min_version.unwrap_or_else(|| MIN_CLIENT_VERSION.into()),
            url: url.unwrap_or_default(),
            forced_since: since.and_then(|since| since.parse().ok()),
        }
    }

    /// Since when clients must update, ISO 8601.
    pub(super) fn since(&self) -> Option<String> {
        self.forced_since.map(iso)
    }

    /// What an open desktop is asked to do.
    pub(super) fn action(&self) -> &'static str {
        if self.forced_since.is_some() { "force_reload" } else { "none" }
    }
}

/// The versions that clients are told about.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ClientUpdateSettings {
    /// The server's version.
    version: &'static str,
    /// The oldest client version that does not have to update.
    min_client_version: String,
    /// Whether clients must update at once.
    force_update: bool,
    /// When the present forced update began, ISO 8601; null when none is forced. Another value means another
    /// forced update.
    force_update_since: Option<String>,
    /// Where to get the update; empty for the web desktop, which updates by reloading.
    update_url: String,
}

impl From<ClientUpdate> for ClientUpdateSettings {
    fn from(update: ClientUpdate) -> Self {
        Self {
            version: VERSION,
            force_update: update.forced_since.is_some(),
            force_update_since: update.since(),
            min_client_version: update.min_version,
            update_url: update.url,
        }
    }
}

/// The versions that clients shall be told about. Absent fields stay as they are, so that two admins who
/// change different fields do not undo each other.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ClientUpdateChange {
    /// A semantic version, such as `1.4.0`.
    min_client_version: Option<String>,
    /// `true` makes every open desktop reload once. What is forced already stays the same forced
    /// update; `false` ends it.
    force_update: Option<bool>,
    /// An `http` or `https` address without a name or password in it, of 500 bytes at most; empty for
    /// none.
    update_url: Option<String>,
}

fn parse_version(raw: &str) -> Result<String> {
    let parsed = semver::Version::parse(raw.trim()).ok().filter(|_| raw.len() <= 64);
    parsed.map(|version| version.to_string()).ok_or_else(|| ApiError::invalid("minClientVersion"))
}

fn parse_url(raw: &str) -> Result<String> {
    let raw = raw.trim();
    if raw.is_empty() {
        return Ok(String::new());
    }
    let is_wanted = |url: &Url| {
        matches!(url.scheme(), "http" | "https") && url.username().is_empty() && url.password().is_none()
    };
    let parsed = Url::parse(raw).ok().filter(is_wanted).map(String::from);
    parsed.filter(|url| url.len() <= MAX_URL).ok_or_else(|| ApiError::invalid("updateUrl"))
}

/// Returns the versions that clients are told about, and since when an update is forced.
#[utoipa::path(get, path = "/api/admin/version", tag = "system",
    responses((status = 200, body = Envelope<ClientUpdateSettings>)))]
pub(super) async fn client_update(State(app): State<App>, _: SystemAdmin) -> Reply<ClientUpdateSettings> {
    Reply::ok(ClientUpdate::current(&app.settings).into())
}

/// Settles what clients are told of updates. The version and heartbeat payloads bear it from then on,
/// and every client hears `{"type": "app_update_available", "version": …, "minClientVersion": …,
/// "forceUpdate": …}`. What is so already changes nothing.
#[utoipa::path(put, path = "/api/admin/version", tag = "system", request_body = ClientUpdateChange,
    responses((status = 200, body = Envelope<ClientUpdateSettings>)))]
pub(super) async fn set_client_update(
    State(app): State<App>,
    SystemAdmin(caller): SystemAdmin,
    Json(wanted): Json<ClientUpdateChange>,
) -> Result<Reply<ClientUpdateSettings>> {
    let min_version = wanted.min_client_version.as_deref().map(parse_version).transpose()?;
    let url = wanted.update_url.as_deref().map(parse_url).transpose()?;
    let is_forced = wanted.force_update;
    let update = app.write(move |tx| {
        tx.lock_log()?;
        let before = ClientUpdate::stored(tx)?;
        let forced_since = match is_forced {
            Some(true) => Some(before.forced_since.unwrap_or(tx.now())),
            Some(false) => None,
            None => before.forced_since,
        };
        let update = ClientUpdate {
            min_version: min_version.clone().unwrap_or_else(|| before.min_version.clone()),
            url: url.clone().unwrap_or_else(|| before.url.clone()),
            forced_since,
        };
        if update != before {
            change(tx, &caller, &before, &update)?;
        }
        Ok(update)
    });
    Ok(Reply::ok(update.await?.into()))
}

/// Tells everyone, keeps what differs, and writes the log. A setting that nobody changed is not stored: its
/// default may be another one in the next release.
fn change(tx: &mut AppTx, caller: &Caller, before: &ClientUpdate, update: &ClientUpdate) -> Result<()> {
    let (min_version, is_forced) = (&update.min_version, update.forced_since.is_some());
    let changed = SystemEvent::ClientUpdateChanged {
        version: VERSION.to_owned(),
        min_client_version: min_version.clone(),
        force_update: is_forced,
    };
    tx.emit(NewEvent::new(&changed, Audience::All).by(caller.facts.user_id))?;
    if update.min_version != before.min_version {
        tx.app().settings.set(tx, MIN_VERSION, min_version)?;
    }
    if update.url != before.url {
        tx.app().settings.set(tx, URL, &update.url)?;
    }
    if update.forced_since != before.forced_since {
        let since = update.forced_since.map(|since| since.to_string()).unwrap_or_default();
        tx.app().settings.set(tx, FORCED_SINCE, &since)?;
    }
    let detail = json!({ "min_client_version": min_version, "force_update": is_forced,
                         "has_update_url": !update.url.is_empty() });
    Ok(tx.audit(&Actor::from(caller), &texts::SET_CLIENT_UPDATE, "version", &detail)?)
}

/// Another node may have changed it.
pub(super) fn follow(app: &App, event: &Event) {
    if SystemEvent::read(event).is_none() {
        return;
    }
    let follower = app.clone();
    app.tasks.spawn("version-follow", |_| async move {
        if let Err(error) = follower.settings.reload(&follower.db).await {
            tracing::warn!(%error, "client update settings not reloaded after a change on another node");
        }
    });
}
