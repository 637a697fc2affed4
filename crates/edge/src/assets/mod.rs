//! Assets: wallpapers, weather icons and level icons.
//!
//! Owns the paths `/api/assets/*` and `/resources/*`, and the folders `wallpapers` and
//! `weather-icons` in RESOURCES_DIR (`resources` in the data folder when unset). A file in the folder
//! is an asset, whoever put it there; its table `assets_wallpapers` knows only which class's upload
//! one was. The sets inside the binary, drawn for this portal, are always there. Nothing here is
//! private, so the files need no token. It decodes no image. `/api/assets/broadcasts` is the
//! broadcasts feature's, which has what it answers.

mod builtin;
mod events;
mod folder;
mod model;
mod owners;
mod response;
mod routes;
mod store;
#[cfg(test)]
mod tests;
mod texts;
mod upload;

use std::path::PathBuf;

use kernel::config::Variable;
use kernel::{Feature, Routes, routes};

pub use events::AssetEvent;

/// The folder of the operator's assets.
static RESOURCES_DIR: Variable<Option<PathBuf>> =
    Variable::new("RESOURCES_DIR", "", "wallpapers, weather icons and market files");

/// The feature.
pub const FEATURE: Feature = Feature {
    name: "assets",
    router,
    actions: texts::ACTIONS,
    log_words: texts::LOG_WORDS,
    variables: &[&RESOURCES_DIR],
    check_config: |config, _| config.refuse_in_static_root(&RESOURCES_DIR),
    statements: store::STATEMENTS,
    state: |state, config| state.insert(folder::Resources::new(config)),
    start: |app| Box::pin(upload::forget_unfinished(app)),
    ..Feature::EMPTY
};

fn router() -> Routes {
    Routes::new()
        .routes(routes!(routes::list_wallpapers, upload::upload_wallpaper))
        .routes(routes!(upload::delete_wallpaper))
        .routes(routes!(routes::list_weather_icons))
        .routes(routes!(routes::wallpaper_file))
        .routes(routes!(routes::weather_icon_file))
        .routes(routes!(routes::builtin_file))
}
