//! What is installed.

use std::collections::BTreeMap;

use axum::extract::State;
use kernel::http::Caller;
use kernel::{App, Envelope, Reply, Result};
use market_package::manifest::AppManifest;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::config::{missing, public_values};
use crate::installed::{Installed, InstalledPackage};
use crate::rights::Rights;

/// The apps that desktops show.
#[derive(Serialize, ToSchema)]
pub(crate) struct InstalledApps {
    /// The installed apps, by their order and name.
    apps: Vec<InstalledMarketApp>,
}

/// An installed app.
#[derive(Serialize, ToSchema)]
pub(crate) struct InstalledMarketApp {
    /// The name.
    name: String,
    /// What people call it.
    label: String,
    /// The version that is in use.
    version: String,
    /// The major version of the runtime that it is written for.
    sdk: String,
    /// What it is for.
    description: String,
    /// Who made it.
    author: String,
    /// The address of the icon; `null` without one.
    icon: Option<String>,
    /// The colour behind the icon, hex; `null` without one.
    color: Option<String>,
    /// Where the app is shown: `desktop`, `system` or `hidden`.
    category: String,
    /// Where it stands among the apps; smaller first.
    order: f64,
    /// Who sees it: `admin`, `officer`, `student`; empty for everyone.
    #[serde(rename = "visibleRoles")]
    visible_roles: Vec<String>,
    /// What the author says that the page part uses.
    capabilities: Vec<String>,
    /// How its window looks: `mode`, `resizable`, `minWidth`, `minHeight`, `navbar`.
    #[schema(value_type = Object)]
    layout: Value,
    /// The page part: `route`, `routeName`, `entry`, `style`, `widgets`; `null` without one.
    #[schema(value_type = Option<Object>)]
    frontend: Option<Value>,
    /// Whether there is a back end.
    backend: bool,
    /// The values of the settings that are no secrets, by key.
    #[schema(value_type = Object)]
    config: BTreeMap<String, Value>,
    /// Where its files are, ending with `/`.
    static_base: String,
    /// The id of the source that it came from, or `zip`.
    source: String,
    /// When it was installed, in milliseconds since the epoch.
    installed_at: i64,
    /// When this version was installed, in milliseconds since the epoch.
    updated_at: i64,
    /// The version to which a rollback leads; `null` without one.
    previous_version: Option<String>,
    /// The class, two digits, that has installed it for itself; `null` when it is for all classes.
    installed_for: Option<String>,
    /// Whether the switches of the portal and of the caller's class enable it.
    enabled: bool,
    /// The keys of the settings that have to be set before it works.
    config_missing: Vec<String>,
    /// Whether the caller may update it, roll it back, set it up and uninstall it.
    may_change: bool,
}

/// Lists the installed apps, also the disabled ones. Plugins are in `/api/market/plugins-installed`.
#[utoipa::path(get, path = "/api/market/installed", tag = "market",
    responses((status = 200, body = Envelope<InstalledApps>)))]
pub(crate) async fn list_installed_apps(
    State(app): State<App>,
    caller: Caller,
) -> Result<Reply<InstalledApps>> {
    let installed = app.state::<Installed>().all();
    let facts = caller.facts.clone();
    let changeable = app.db.read(move |read| Rights::changeable(read, &facts)).await?;
    let class = caller.facts.user_id.class();
    let apps = installed.values().filter_map(|package| Some((package, package.manifest.app()?)));
    let apps = apps.map(|(package, manifest)| {
        let may_change = changeable.contains(package.name());
        InstalledMarketApp { may_change, ..shown(&app, package, manifest, class) }
    });
    let mut apps: Vec<_> = apps.collect();
    apps.sort_by(|one, other| one.order.total_cmp(&other.order).then_with(|| one.name.cmp(&other.name)));
    Ok(Reply::ok(InstalledApps { apps }))
}

fn shown(app: &App, package: &InstalledPackage, manifest: &AppManifest, class: &str) -> InstalledMarketApp {
    let static_base = format!("/market-static/{}/", package.name());
    let version = &manifest.about.version;
    let icon = manifest.about.icon.as_ref().filter(|icon| package.files.find(icon).is_some());
    InstalledMarketApp {
        name: manifest.about.name.clone(),
        label: manifest.about.label.clone(),
        version: version.clone(),
        sdk: manifest.about.sdk.clone(),
        description: manifest.about.description.clone(),
        author: manifest.about.author.clone(),
        // The time too: a folder may be installed again and again under one version.
        icon: icon.map(|icon| format!("{static_base}{icon}?v={version}-{}", package.app.updated_at)),
        color: manifest.about.color.clone(),
        category: manifest.about.category.clone(),
        order: manifest.about.order.as_f64().unwrap_or_default(),
        visible_roles: manifest.visible_roles.clone(),
        capabilities: manifest.about.capabilities.clone(),
        layout: serde_json::to_value(&manifest.layout).unwrap_or_default(),
        frontend: manifest.frontend.as_ref().and_then(|frontend| serde_json::to_value(frontend).ok()),
        backend: manifest.backend.is_some(),
        config: public_values(package),
        static_base,
        source: package.source.clone(),
        installed_at: package.app.installed_at,
        updated_at: package.app.updated_at,
        previous_version: package.previous_version.clone(),
        installed_for: Some(package.app.installed_for.clone()).filter(|class| !class.is_empty()),
        enabled: app.apps.is_enabled(package.name(), class),
        config_missing: missing(&package.manifest, &package.config),
        may_change: false,
    }
}

/// An installed plugin.
#[derive(Serialize, ToSchema)]
pub(crate) struct InstalledPlugin {
    /// The name.
    name: String,
    /// What people call it.
    label: String,
    /// The version that is in use.
    version: String,
    /// What it is for.
    description: String,
    /// Whether it has settings.
    #[serde(rename = "hasConfig")]
    has_config: bool,
    /// The keys of the settings that have to be set before it works.
    #[serde(rename = "configMissing")]
    config_missing: Vec<String>,
    /// When it was installed, in milliseconds since the epoch.
    #[serde(rename = "installedAt")]
    installed_at: i64,
    /// The folder of the plugin in a catalog.
    dir: String,
    /// How embedded pages speak with it: `contract`, `frontendBridge`, `clientEntry`, `protocolVersion`, `channels`;
    /// `null` for a plugin without pages.
    #[schema(value_type = Option<Object>)]
    integration: Option<Value>,
    /// Whether it can be disabled.
    #[serde(rename = "canDisable")]
    can_disable: bool,
    /// Whether the switches of the portal and of the caller's class enable it.
    enabled: bool,
    /// The version to which a rollback leads; `null` without one.
    previous_version: Option<String>,
    /// The id of the source that it came from, or `zip`.
    source: String,
    /// Who made it.
    author: String,
    /// When this version was installed, in milliseconds since the epoch.
    updated_at: i64,
    /// The class, two digits, that has installed it for itself; `null` when it is for all classes.
    installed_for: Option<String>,
    /// Whether the caller may update it, roll it back, set it up and uninstall it.
    may_change: bool,
}

/// Lists the installed plugins, also the disabled ones.
#[utoipa::path(get, path = "/api/market/plugins-installed", tag = "market",
    responses((status = 200, body = Envelope<Vec<InstalledPlugin>>)))]
pub(crate) async fn list_installed_plugins(
    State(app): State<App>,
    caller: Caller,
) -> Result<Reply<Vec<InstalledPlugin>>> {
    let installed = app.state::<Installed>().all();
    let facts = caller.facts.clone();
    let changeable = app.db.read(move |read| Rights::changeable(read, &facts)).await?;
    let class = caller.facts.user_id.class();
    let plugins = installed.values().filter(|package| package.is_plugin()).map(|package| {
        let manifest = &package.manifest;
        InstalledPlugin {
            name: manifest.about().name.clone(),
            label: manifest.about().label.clone(),
            version: manifest.about().version.clone(),
            description: manifest.about().description.clone(),
            has_config: !manifest.about().config.is_empty(),
            config_missing: missing(&package.manifest, &package.config),
            installed_at: package.app.installed_at,
            dir: format!("plugins/{}", manifest.about().name),
            integration: package
                .manifest
                .plugin()
                .and_then(|plugin| plugin.integration.as_ref())
                .and_then(|integration| serde_json::to_value(integration).ok()),
            can_disable: manifest.about().can_disable,
            enabled: app.apps.is_enabled(package.name(), class),
            previous_version: package.previous_version.clone(),
            source: package.source.clone(),
            author: manifest.about().author.clone(),
            updated_at: package.app.updated_at,
            installed_for: Some(package.app.installed_for.clone()).filter(|class| !class.is_empty()),
            may_change: changeable.contains(package.name()),
        }
    });
    Ok(Reply::ok(plugins.collect()))
}
