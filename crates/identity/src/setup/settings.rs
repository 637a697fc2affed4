//! `/api/admin/settings`: what the wizard settled beside the list, shown and changed later.
//!
//! The list and its file stay out of it: a setting can be saved whatever the list holds by now, and
//! never brings an older list back.

use axum::extract::State;
use kernel::audit::Actor;
use kernel::config::TIMEZONE;
use kernel::events::{Audience, NewEvent};
use kernel::http::{Json, SystemAdmin};
use kernel::{App, Envelope, Reply, Result};
use serde_json::json;

use super::dto::{PortalSettings, PortalSettingsChange, StoredSettings};
use super::events::SetupEvent;
use super::request;
use super::{ADMIN_CLAIM_CODE, ADMIN_USER_IDS, CLAIM_CODES, change, texts};

/// The settings and the system admins, and where the operator's variables decide.
#[utoipa::path(get, path = "/api/admin/settings", tag = "setup",
    responses((status = 200, body = Envelope<PortalSettings>)))]
pub(super) async fn portal_settings(State(app): State<App>, _: SystemAdmin) -> Reply<PortalSettings> {
    Reply::ok(stored(&app))
}

fn stored(app: &App) -> PortalSettings {
    let (settings, config) = (&app.settings, &app.config);
    let text = |name| settings.text(name).filter(|value| !value.is_empty());
    PortalSettings {
        settings: StoredSettings {
            timezone: text("timezone"),
            timezone_in_force: app.timezone().iana_name().map(ToOwned::to_owned),
            timezone_fixed: TIMEZONE.of(config).is_some(),
            deny_common_passwords: settings.is_on("deny_common_passwords"),
            names_unique_across: settings.is_on("names_unique_across"),
            admin_claim_code_set: text("admin_claim_code").is_some(),
            admin_claim_code_fixed: ADMIN_CLAIM_CODE.of(config).is_some(),
            claim_codes: super::are_claim_codes_on(app),
            claim_codes_fixed: CLAIM_CODES.of(config).is_some(),
            school_name: super::school_name(app),
            class_names: super::class_names(app),
        },
        admin_user_ids: super::stored_admin_ids(app),
        fixed_admin_ids: ADMIN_USER_IDS.of(config).clone(),
    }
}

/// Changes what is given; the rest stays. Nobody takes the admin right from themselves.
#[utoipa::path(patch, path = "/api/admin/settings", tag = "setup", request_body = PortalSettingsChange,
    responses((status = 200, body = Envelope<PortalSettings>)))]
pub(super) async fn change_portal_settings(
    State(app): State<App>,
    SystemAdmin(caller): SystemAdmin,
    Json(body): Json<PortalSettingsChange>,
) -> Result<Reply<PortalSettings>> {
    let settings = request::parse_settings(&app, body.settings.unwrap_or_default())?;
    let admins = body.admin_user_ids.as_deref().map(request::parse_admins).transpose()?;
    if settings.is_empty() && admins.is_none() {
        return Err(kernel::texts::NOTHING_TO_CHANGE.err());
    }
    app.write(move |tx| {
        let actor = Some(caller.facts.user_id);
        let names: Vec<&str> = settings.iter().map(|(name, _)| *name).collect();
        // First, as with every change: it orders two admins who change each other's rights.
        let changed = names.iter().map(|name| (*name).to_owned()).collect();
        let changed = SetupEvent::SettingsChanged { settings: changed };
        tx.emit(NewEvent::new(&changed, Audience::All).by(actor))?;
        change::settle(tx, &settings, admins.as_deref(), actor)?;
        let detail = json!({ "settings": names, "admin_user_ids": admins });
        Ok(tx.audit(&Actor::from(&caller), &texts::UPDATE_SETTINGS, "settings", &detail)?)
    })
    .await?;
    Ok(Reply::ok(stored(&app)))
}
