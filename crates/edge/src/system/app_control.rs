//! App control: which apps the desktops have (`interface 4.5`), and who may change that.

use axum::extract::State;
use identity::admin::MANAGE_APP_CONTROL;
use identity::admin::screens_locked;
use identity::api_scopes::scope;
use kernel::app::iso;
use kernel::apps::Apps;
use kernel::http::{Admin, Json, Officer, Query, Requires, Scoped};
use kernel::scope::Scope;
use kernel::user::Permission;
use kernel::{App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Names manage_app_control in a handler's signature.
#[derive(Clone, Copy, Debug)]
pub(super) struct ManageAppControl;

impl Requires for ManageAppControl {
    fn permission() -> &'static Permission {
        &MANAGE_APP_CONTROL
    }
}

/// The apps that the caller's desktop can open.
#[derive(Serialize, ToSchema)]
pub(super) struct EnabledApps {
    /// The names of the enabled apps. An app that the server does not know, such as the clock, has no switch
    /// and is always enabled.
    enabled_apps: Vec<String>,
    /// The names of the disabled apps, which a desktop hides.
    disabled_apps: Vec<String>,
    /// The disabled apps that the switch of the whole portal disables. With this list and the next one a
    /// desktop can follow the events of switches.
    disabled_in_portal: Vec<String>,
    /// The disabled apps that the switch of the caller's class disables.
    disabled_in_class: Vec<String>,
}

/// Lists the apps that are enabled and disabled for the caller. An app is enabled when the switch of the
/// whole portal and that of the caller's class are both on.
#[utoipa::path(get, path = "/api/system/app-control", tag = "system",
    responses((status = 200, body = Envelope<EnabledApps>)),
    security(("cookie" = []), ("bearer" = []), ("integration" = ["app:read"])))]
pub(super) async fn enabled_apps(
    State(app): State<App>,
    Scoped(caller, ..): Scoped<scope::AppRead>,
) -> Reply<EnabledApps> {
    let own = Scope::of(&caller.facts);
    let names = app.apps.names();
    let disabled_in = |scope: &Scope| {
        names.iter().filter(|name| app.apps.is_off_in(scope, name)).cloned().collect::<Vec<String>>()
    };
    let (disabled_in_portal, class) = (disabled_in(&Scope::Portal), caller.facts.user_id.class());
    let disabled_in_class = own.class().map_or_else(Vec::new, |_| disabled_in(&own));
    let (enabled_apps, disabled_apps) =
        names.iter().cloned().partition(|name| app.apps.is_enabled(name, class));
    Reply::ok(EnabledApps { enabled_apps, disabled_apps, disabled_in_portal, disabled_in_class })
}

/// Whose switches are looked at.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Which {
    /// The class, two digits. Only for admins of all classes, who see the switches of the whole portal
    /// without it.
    class: Option<String>,
}

/// An app and its switches, as the staff sees them.
#[derive(Serialize, ToSchema)]
pub(super) struct ControlledApp {
    /// The name of the app.
    name: String,
    /// The label of the app in Chinese; of an installed app in its author's language.
    label: String,
    /// The label of the app in English; of an installed app in its author's language.
    label_en: String,
    /// Whether the app is enabled for those whom the list is about.
    enabled: bool,
    /// Whether the switch of the whole portal is on.
    portal_enabled: bool,
    /// The class's switch; `null` when the list is about the whole portal.
    class_enabled: Option<bool>,
    /// Whether the app cannot be disabled.
    protected: bool,
    /// Where the app is from: `builtin` for an app that comes with the portal, `market` for one that was installed.
    source: &'static str,
    /// The user ID of the person who changed this switch last: that of the class, or of the whole portal when
    /// the list is about it.
    updated_by: Option<String>,
    /// When the app was last enabled or disabled, ISO 8601.
    updated_at: Option<String>,
}

/// All apps and their switches.
#[derive(Serialize, ToSchema)]
pub(super) struct AppControl {
    /// The class whose switches these are; `null` for the whole portal's.
    class: Option<String>,
    /// The apps that have a switch.
    apps: Vec<ControlledApp>,
    /// Whether the desktops show nothing but the lock; see `/api/admin/lock-screen`.
    lock_screen: bool,
    /// Whether the whole portal's lock says so.
    portal_lock_screen: bool,
}

/// Lists all apps with their switches: those of the caller's class; for admins of all classes those of the
/// whole portal, or of the class that they name.
#[utoipa::path(get, path = "/api/admin/app-control", tag = "system", params(Which),
    responses((status = 200, body = Envelope<AppControl>)))]
pub(super) async fn list_apps(
    State(app): State<App>,
    Admin(caller): Admin,
    Query(which): Query<Which>,
) -> Result<Reply<AppControl>> {
    let scope = Scope::managed(&caller.facts, which.class.as_deref())?;
    let built_in = app.apps.built_in().iter().map(|built_in| {
        let (label, label_en) = (built_in.label.zh.to_owned(), built_in.label.en.to_owned());
        controlled(
            &app,
            &scope,
            Listed { name: built_in.name, label, label_en, protected: built_in.protected, source: "builtin" },
        )
    });
    let installed = app.apps.installed();
    let installed = installed.iter().map(|installed| {
        let (label, label_en) = (installed.label.clone(), installed.label.clone());
        controlled(
            &app,
            &scope,
            Listed {
                name: &installed.name,
                label,
                label_en,
                protected: installed.protected,
                source: "market",
            },
        )
    });
    Ok(Reply::ok(AppControl {
        class: scope.class().map(str::to_owned),
        apps: built_in.chain(installed).collect(),
        lock_screen: screens_locked(&app, &scope),
        portal_lock_screen: screens_locked(&app, &Scope::Portal),
    }))
}

/// What is known of an app without its switches.
struct Listed<'a> {
    name: &'a str,
    label: String,
    label_en: String,
    protected: bool,
    source: &'static str,
}

fn controlled(app: &App, scope: &Scope, listed: Listed) -> ControlledApp {
    let own = app.apps.switch(scope, listed.name);
    let portal_enabled = !app.apps.is_off_in(&Scope::Portal, listed.name);
    let class_enabled = scope.class().map(|_| !app.apps.is_off_in(scope, listed.name));
    ControlledApp {
        name: listed.name.to_owned(),
        label: listed.label,
        label_en: listed.label_en,
        enabled: portal_enabled && class_enabled != Some(false),
        portal_enabled,
        class_enabled,
        protected: listed.protected,
        source: listed.source,
        updated_at: own.as_ref().map(|switch| iso(switch.updated_at)),
        updated_by: own.map(|switch| switch.updated_by),
    }
}

/// The request to enable or disable an app.
#[derive(Deserialize, ToSchema)]
pub(super) struct AppSwitch {
    /// The name of the app, as in `/api/admin/app-control`.
    app_name: String,
    /// Whether the app is to be enabled.
    enabled: bool,
    /// The class, two digits. Only for admins of all classes, who set the switch of the whole portal without
    /// it; others set that of their own class.
    class: Option<String>,
}

/// The switch that was set. The app is enabled for a member when the switch of the portal and that of the
/// class are both on.
#[derive(Serialize, ToSchema)]
pub(super) struct SwitchedApp {
    /// The name of the app.
    app_name: String,
    /// Whether the switch of the app is on.
    enabled: bool,
    /// The class whose switch it is; `null` for the whole portal's.
    class: Option<String>,
}

/// Enables or disables an app for the caller's class; admins of all classes do it for the whole portal, or
/// for the class that they name. Every desktop concerned gets the frame `{"type":
/// "market_app_control_changed", "appName": …, "enabled": …, "updatedBy": …}`, with `class` when it is the
/// switch of a class, and leaves the app. The API of a disabled app answers 404.
#[utoipa::path(put, path = "/api/system/app-control", tag = "system", request_body = AppSwitch,
    responses((status = 200, body = Envelope<SwitchedApp>)))]
pub(super) async fn switch_app(
    State(app): State<App>,
    officer: Officer<ManageAppControl>,
    Json(wanted): Json<AppSwitch>,
) -> Result<Reply<SwitchedApp>> {
    let AppSwitch { app_name, enabled, class } = wanted;
    let scope = Scope::managed(&officer.0.facts, class.as_deref())?;
    let class = scope.class().map(str::to_owned);
    let (caller, name) = (officer.0, app_name.clone());
    app.write(move |tx| Apps::set(tx, &caller, &scope, &name, enabled)).await?;
    Ok(Reply::ok(SwitchedApp { app_name, enabled, class }))
}
