//! Cloud: what members upload, and how it is sent back to those who may see it.
//!
//! Owns the paths `/api/cloud/*`, the folder of thumbnails, and the references of fresh uploads in
//! the kernel's file store; it has no table. Features refer to a file by its hash, and who may see such
//! a reference may read the file here. It knows no folders and no shares yet, decodes nothing but
//! pictures for their thumbnails, and never serves anything that could run in a page of the portal.

mod decode;
mod decoder;
mod events;
mod metadata;
mod model;
mod routes;
mod serve;
#[cfg(test)]
mod tests;
mod texts;
mod thumbnails;
mod upload;

pub use decoder::decode_thumbnail;
pub use events::CloudEvent;
pub(crate) use model::url;

use kernel::config::Variable;
use kernel::db::{DbResult, Read, Tx};
use kernel::files::{self, UPLOAD};
use kernel::limits::Limit;
use kernel::user::UserId;
use kernel::{Feature, Routes, routes};
use serde_json::{Value, json};

/// The largest upload, in MiB.
static FILE_MAX_MB: Variable<u32> =
    Variable::new("FILE_MAX_MB", "200", "largest file a member may upload, in MiB");
/// What one member's files may take in all, in MiB.
static FILE_QUOTA_MB: Variable<u32> =
    Variable::new("FILE_QUOTA_MB", "2048", "what one member's files may take in all, in MiB");
/// Thumbnails that must be made.
static THUMBNAIL: Limit =
    Limit::new("thumbnail", "RATE_LIMIT_THUMBNAIL", "120/60", "thumbnails made per user");

/// The feature.
pub const FEATURE: Feature = Feature {
    name: "cloud",
    router,
    variables: &[&FILE_MAX_MB, &FILE_QUOTA_MB],
    limits: &[&THUMBNAIL],
    state: |state, config| {
        state.insert(upload::Unfinished::default());
        state.insert(thumbnails::Thumbnails::new(config));
    },
    start: |app| Box::pin(thumbnails::start(app)),
    health: Some(|app| app.files.health()),
    erase_user: |tx: &mut Tx, user: &UserId| files::forget_owner(tx, UPLOAD, user),
    export_user,
    ..Feature::EMPTY
};

fn router() -> Routes {
    Routes::new()
        .routes(routes!(routes::list_files, routes::upload_file))
        // Who looks at an upload before it stands in something anonymous has written that.
        .merge(Routes::new().routes(routes!(serve::get_file, routes::delete_file)).without_user_in_log())
}

/// Which files are theirs; the bytes they fetch by the addresses.
fn export_user(read: &mut Read, user: &UserId) -> DbResult<Option<Value>> {
    let owned = files::owned_by(read, user)?;
    let plain = |file: files::OwnFile| {
        json!({ "name": file.name, "size": file.size, "mime": file.mime,
                "url": model::url(&file.hash, &file.mime), "created_at": kernel::app::iso(file.at) })
    };
    Ok((!owned.is_empty()).then(|| owned.into_iter().map(plain).collect()))
}
