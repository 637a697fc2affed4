//! The market: apps and plugins that are installed while the portal runs.
//!
//! A package comes from a source ([`source`]), whose list of packages is its [`catalog`], or from a zip; fetched and
//! checked by `market-package` it is a [`candidate`], which becomes one file of the store of files and a row
//! ([`install`]). The page part is served as it is ([`static_files`]) and acts with the session of the member who opens
//! it; the back end runs fenced by `plugin-host` ([`backend`]).
//!
//! Owns the tables `market_*`, the paths `/api/market/*` and `/market-static/*`, and every path under `/api` that an
//! installed back end is mounted at.
//!
//! Absent on purpose: payments, ratings, a market of its own in the network; building or bundling of what authors write.

mod backend;
mod candidate;
mod catalog;
mod config;
mod conflicts;
mod events;
mod frames;
mod install;
mod installed;
mod log_target;
mod member_data;
mod pictures;
mod refusals;
mod rights;
mod routes;
mod source;
mod static_files;
mod store;
#[cfg(test)]
mod tests;
mod texts;

use axum::Router;
use axum::routing::{any, get};
use identity::user::UserEvent;
use kernel::apps::AppEvent;
use kernel::events::{Event, FeatureEvent as _};
use kernel::{App, Feature, Result, Routes, routes};

pub use backend::reserved_mounts;
pub use events::MarketEvent;
/// What `classportal plugin-host` does, before anything else: one back end in this process.
pub use plugin_host::run_process;

/// The feature.
pub const FEATURE: Feature = Feature {
    name: "market",
    router,
    variables: &[&source::MARKET_SOURCES, &source::MARKET_LOCAL_DIR, &catalog::MARKET_KEYS],
    limits: &[&backend::CALLS],
    actions: texts::ACTIONS,
    log_words: texts::LOG_WORDS,
    name_log_target: Some(log_target::name),
    statements: store::STATEMENTS,
    state: |state, config| {
        state.insert(source::Sources::new(config));
        state.insert(candidate::PackagePermits::default());
        state.insert(catalog::Catalogs::default());
        state.insert(pictures::Pictures::default());
        state.insert(installed::Installed::default());
        state.insert(static_files::FileCache::default());
        state.insert(backend::BackEnds::default());
        state.insert(backend::BuiltInPaths::default());
    },
    start: |app| Box::pin(start(app)),
    on_event: Some(follow),
    frames: frames::FRAMES,
    render: Some(frames::render),
    erase_user: member_data::erase,
    export_user: member_data::export,
    ..Feature::EMPTY
};

/// The features of this crate.
pub const FEATURES: &[Feature] = &[FEATURE];

fn router() -> Routes {
    Routes::new()
        .routes(routes!(routes::catalog::list_market_sources))
        .routes(routes!(routes::catalog::market_catalog))
        .routes(routes!(routes::catalog::market_asset))
        .routes(routes!(routes::installed::list_installed_apps))
        .routes(routes!(routes::installed::list_installed_plugins))
        .routes(routes!(routes::install::preview_package))
        .routes(routes!(routes::install::install_app))
        .routes(routes!(routes::install::update_app))
        .routes(routes!(routes::install::roll_back_package))
        .routes(routes!(routes::install::uninstall_app))
        .routes(routes!(routes::install::install_plugin))
        .routes(routes!(routes::install::uninstall_plugin))
        .routes(routes!(routes::zip::install_zip))
        .routes(routes!(routes::config::get_app_config, routes::config::set_app_config))
        .routes(routes!(routes::backends::list_market_backends))
        .routes(routes!(routes::backends::market_backend_log))
        .routes(routes!(routes::backends::restart_market_backend))
        .routes(routes!(routes::storage::get_app_storage, routes::storage::set_app_storage))
        .undocumented(
            Router::new()
                .route("/market-static/{*path}", get(static_files::file))
                // Every path that no feature has: those of back ends among them.
                .route("/api/{*path}", any(backend::call)),
        )
}

async fn start(app: App) -> Result<()> {
    backend::remove_working_copies(&app).await?;
    let erasing = app.clone();
    app.tasks.spawn("market", move |_| async move { member_data::finish_all_erasures(&erasing).await });
    app.state::<installed::Installed>().reload(&app).await
}

/// Another node, or this one, has changed what is installed, or what concerns back ends that run.
fn follow(app: &App, event: &Event) {
    if let Some(event_of_market) = MarketEvent::read(event) {
        if matches!(event_of_market, MarketEvent::Uninstalled(_)) {
            app.apps.forget_switches(&event.subject_id, event.seq);
        }
        let (app, name) = (app.clone(), event.subject_id.clone());
        app.clone().tasks.spawn("market", move |_| async move {
            if let Err(error) = app.state::<installed::Installed>().reload(&app).await {
                tracing::warn!(%error, "what is installed could not be read anew");
            }
            backend::stop_outdated(&app, &name).await;
        });
    } else if let Some(AppEvent::Switched { app_name, enabled: false, .. }) = AppEvent::read(event) {
        let app = app.clone();
        app.clone().tasks.spawn("market", move |_| async move {
            backend::stop_disabled(&app, &app_name).await;
        });
    } else if matches!(UserEvent::read(event), Some(UserEvent::Erased)) {
        let app = app.clone();
        app.clone().tasks.spawn("market", move |_| async move {
            backend::stop_all(&app).await;
            member_data::finish_all_erasures(&app).await;
        });
    }
}
