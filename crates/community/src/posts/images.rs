//! The images of posts: uploads of the author, which whoever sees the post may read.

use kernel::events::Audience;
use kernel::files::{Reader, Reference};
use kernel::{AppTx, Result};

use crate::store::posts::{Image, PostRow};
use crate::texts;

/// Lets the readers of a post see these images, and those of before no longer that are not among them.
///
/// # Errors
/// 400 for what the author may not read or is no image.
pub(crate) fn attach(
    tx: &mut AppTx,
    reader: &Reader,
    post: &PostRow,
    hashes: &[String],
) -> Result<Vec<Image>> {
    for image in post.image_list().iter().filter(|image| !hashes.contains(&image.hash)) {
        tx.app().files.remove_ref(tx, &image.hash, "community", &post.id.to_string(), reader.user)?;
    }
    let mut images = Vec::with_capacity(hashes.len());
    for hash in hashes {
        refer(tx, reader, post, hash, &post.audience)?;
        let file = tx.app().files.find(tx, hash)?.filter(|file| file.mime.starts_with("image/"));
        let file = file.ok_or_else(|| texts::IMAGE_UNKNOWN.err())?;
        images.push(Image { hash: file.hash, mime: file.mime, width: file.width, height: file.height });
    }
    Ok(images)
}

/// Lets nobody but its author see the images of a post that is deleted, or its readers again.
///
/// # Errors
/// When a statement fails.
pub(crate) fn show(tx: &mut AppTx, post: &PostRow, shown: bool) -> Result<()> {
    let Some(author) = post.author() else { return Ok(()) };
    let owner = Reader { user: author, memberships: kernel::events::Memberships::default() };
    let nobody_else = Audience::User(author).to_key();
    let audience = if shown { &post.audience } else { &nobody_else };
    post.image_list().iter().try_for_each(|image| refer(tx, &owner, post, &image.hash, audience))
}

fn refer(tx: &mut AppTx, reader: &Reader, post: &PostRow, hash: &str, audience: &str) -> Result<()> {
    let ref_id = post.id.to_string();
    let reference =
        Reference { feature: "community", ref_id: &ref_id, owner: Some(reader.user), audience, name: "" };
    let added = tx.app().files.add_ref(tx, reader, hash, &reference);
    added.map_err(|error| {
        let is_unknown = error.status() == axum::http::StatusCode::NOT_FOUND;
        if is_unknown { texts::IMAGE_UNKNOWN.err() } else { error }
    })
}
