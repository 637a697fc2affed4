//! App control: which apps the desktops have (`interface 4.5`), and who may change that.

use axum::extract::State;
use kernel::app::iso;
use kernel::apps::Apps;
use kernel::http::{Admin, Caller, Json, Officer, Requires};
use kernel::user::Permission;
use kernel::{App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Names manage_app_control in a handler's signature.
#[derive(Clone, Copy, Debug)]
pub(super) struct ManageAppControl;

impl Requires for ManageAppControl {
    const PERMISSION: Permission = Permission::ManageAppControl;
}

/// What a desktop may open.
#[derive(Serialize, ToSchema)]
pub(super) struct EnabledApps {
    /// By name, as their folders under `web/src/apps`. An app that the server does not know, such
    /// as the clock, has no switch and is always there.
    enabled_apps: Vec<&'static str>,
    /// The others that the server knows: what a desktop hides.
    disabled_apps: Vec<&'static str>,
}

/// The apps that are enabled, and those that are not.
#[utoipa::path(get, path = "/api/system/app-control", tag = "system",
    responses((status = 200, body = Envelope<EnabledApps>)))]
pub(super) async fn enabled_apps(State(app): State<App>, _: Caller) -> Reply<EnabledApps> {
    let names = app.apps.list().into_iter().map(|(built_in, _)| built_in.name);
    let (enabled_apps, disabled_apps) = names.partition(|name| app.apps.is_enabled(name));
    Reply::ok(EnabledApps { enabled_apps, disabled_apps })
}

/// An app as the staff sees it.
#[derive(Serialize, ToSchema)]
pub(super) struct ControlledApp {
    name: &'static str,
    /// What people call it.
    label: &'static str,
    /// The same in English.
    label_en: &'static str,
    enabled: bool,
    /// Cannot be disabled.
    protected: bool,
    /// `builtin`: it comes with the portal.
    source: &'static str,
    /// The user ID of whoever switched it last.
    updated_by: Option<String>,
    /// ISO 8601.
    updated_at: Option<String>,
}

/// Every app and its switch.
#[derive(Serialize, ToSchema)]
pub(super) struct AppControl {
    apps: Vec<ControlledApp>,
    /// Whether the desktops show nothing but the lock; see `/api/admin/lock-screen`.
    lock_screen: bool,
}

/// Every app, whether it is enabled, and who switched it last.
#[utoipa::path(get, path = "/api/admin/app-control", tag = "system",
    responses((status = 200, body = Envelope<AppControl>)))]
pub(super) async fn list_apps(State(app): State<App>, _: Admin) -> Reply<AppControl> {
    let shown = app.apps.list().into_iter().map(|(built_in, switch)| ControlledApp {
        name: built_in.name,
        label: built_in.label.zh,
        label_en: built_in.label.en,
        enabled: app.apps.is_enabled(built_in.name),
        protected: built_in.protected,
        source: "builtin",
        updated_at: switch.as_ref().map(|switch| iso(switch.updated_at)),
        updated_by: switch.map(|switch| switch.updated_by),
    });
    Reply::ok(AppControl { apps: shown.collect(), lock_screen: app.settings.is_on("lock_screen") })
}

/// A switch.
#[derive(Deserialize, ToSchema)]
pub(super) struct AppSwitch {
    /// As `/api/admin/app-control` names it.
    app_name: String,
    enabled: bool,
}

/// How an app is switched now.
#[derive(Serialize, ToSchema)]
pub(super) struct SwitchedApp {
    app_name: String,
    enabled: bool,
}

/// Enables or disables an app for the whole portal. Every desktop hears
/// `{"type": "market_app_control_changed", "appName": …, "enabled": …, "updatedBy": …}`, and whoever
/// is in the app is taken back to the desktop. The API of a disabled app answers 404.
#[utoipa::path(put, path = "/api/system/app-control", tag = "system", request_body = AppSwitch,
    responses((status = 200, body = Envelope<SwitchedApp>)))]
pub(super) async fn switch_app(
    State(app): State<App>,
    officer: Officer<ManageAppControl>,
    Json(wanted): Json<AppSwitch>,
) -> Result<Reply<SwitchedApp>> {
    let AppSwitch { app_name, enabled } = wanted;
    let (writer, caller, name) = (app.clone(), officer.0, app_name.clone());
    app.db.write(move |tx| Apps::set(&writer, tx, &caller, &name, enabled)).await?;
    Ok(Reply::ok(SwitchedApp { app_name, enabled }))
}
