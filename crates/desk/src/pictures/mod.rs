//! Pictures: what members give the portal for its looks: their avatar, wallpapers of their own, the photo of
//! their class.
//!
//! Owns the table `pictures_items`, the paths `/api/pictures*` and `/api/admin/users/{id}/avatar`, and the
//! references of these pictures in the kernel's file store. The bytes come and go through `cloud`, which takes
//! metadata out and sends a picture to those alone who may see it. The wallpapers that the portal offers to
//! everybody, without a token, are those of the feature `assets`. It decodes no picture and makes none smaller:
//! the desktop crops and shrinks before it uploads, and what is too large is refused.

mod events;
mod frames;
mod model;
mod routes;
mod store;
#[cfg(test)]
mod tests;
mod texts;

use kernel::http::BatchRead;
use kernel::{Feature, Routes, routes};

pub use events::PictureEvent;

/// The feature.
pub const FEATURE: Feature = Feature {
    name: "pictures",
    router,
    actions: texts::ACTIONS,
    statements: store::STATEMENTS,
    provides: &[&BatchRead("/api/pictures")],
    erase_user: store::delete_all_of,
    export_user: store::export_all_of,
    frames: frames::FRAMES,
    render: Some(frames::render),
    ..Feature::EMPTY
};

fn router() -> Routes {
    Routes::new()
        .routes(routes!(routes::list_pictures))
        .routes(routes!(routes::set_avatar, routes::delete_avatar))
        .routes(routes!(routes::add_own_wallpaper))
        .routes(routes!(routes::delete_own_wallpaper))
        .routes(routes!(routes::set_class_photo, routes::delete_class_photo))
        .routes(routes!(routes::delete_member_avatar))
}
