//! Assets: wallpapers, weather icons and level icons.
//!
//! Owns the paths `/api/assets/*` and `/resources/*`, and the folders `wallpapers` and
//! `weather-icons` in RESOURCES_DIR (`resources` in the data folder when unset). A file in the folder
//! is an asset, whoever put it there; its table `assets_wallpapers` knows only which class's upload
//! one was. The sets inside the binary, drawn for this portal, are always there. Nothing here is
//! private, so the files need no token. It decodes no image. `/api/assets/broadcasts` is the
//! broadcasts room's, which has what it answers.

mod answer;
mod builtin;
mod folder;
mod model;
mod owners;
mod routes;
mod store;
#[cfg(test)]
mod tests;
mod texts;
mod upload;

use kernel::{App, Room};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The room.
pub const ROOM: Room = Room {
    name: "assets",
    router,
    statements: store::STATEMENTS,
    state: |state, config| state.insert(folder::Resources::new(config)),
    start: |app| Box::pin(upload::forget_unfinished(app)),
    ..Room::EMPTY
};

fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(routes::list_wallpapers, upload::upload_wallpaper))
        .routes(routes!(upload::delete_wallpaper))
        .routes(routes!(routes::list_weather_icons))
        .routes(routes!(routes::wallpaper_file))
        .routes(routes!(routes::weather_icon_file))
        .routes(routes!(routes::builtin_file))
}
