//! The pictures of a card: uploads of whoever writes it, which those who see the card may read.

use axum::http::StatusCode;
use identity::user::directory;
use kernel::db::{DbResult, Read};
use kernel::events::{Audience, Memberships};
use kernel::files::{Reader, Reference};
use kernel::http::Caller;
use kernel::user::UserId;
use kernel::{AppTx, Result};

use super::store::pictures::{self, Picture};
use super::texts;
use crate::announcements::cards::{self, Row};

/// Whose the references of files are.
pub(super) const FEATURE: &str = "homework";

/// Replaces the pictures of a card. Those that stay belong to whoever added them.
///
/// # Errors
/// 400 for what the caller may not read or is no picture.
pub(super) fn replace(tx: &mut AppTx, caller: &Caller, row: &Row, hashes: &[String]) -> Result<Vec<Picture>> {
    let before = pictures::of_card(tx, row.id)?;
    let reader = tx.app().file_reader(&caller.facts);
    let audience = audience(tx, row)?;
    let mut after = Vec::with_capacity(hashes.len());
    for hash in hashes {
        if let Some(known) = before.iter().find(|picture| picture.hash == *hash) {
            after.push(known.clone());
            continue;
        }
        let file = tx.app().files.find(tx, hash)?.filter(|file| file.mime.starts_with("image/"));
        let file = file.ok_or_else(|| texts::PICTURE_UNKNOWN.err())?;
        refer(tx, &reader, row.id, hash, &audience)?;
        after.push(Picture {
            announcement_id: row.id,
            hash: file.hash,
            mime: file.mime,
            width: file.width,
            height: file.height,
            user_id: reader.user,
        });
    }
    let files = tx.app().files.clone();
    for gone in before.iter().filter(|picture| !hashes.contains(&picture.hash)) {
        files.remove_ref(tx, &gone.hash, FEATURE, &row.id.to_string(), gone.user_id)?;
    }
    pictures::replace(tx, row.id, &after)?;
    Ok(after)
}

/// Lets those read the pictures of a card who see it as it is now, and nobody else.
pub(super) fn show(tx: &mut AppTx, row: &Row) -> Result<()> {
    let all = pictures::of_card(tx, row.id)?;
    if all.is_empty() {
        return Ok(());
    }
    let audience = audience(tx, row)?;
    for picture in all {
        let owner = Reader { user: picture.user_id, memberships: Memberships::default() };
        match refer(tx, &owner, row.id, &picture.hash, &audience) {
            // A picture that is gone holds up nothing.
            Err(error) if error.status() == StatusCode::BAD_REQUEST => {}
            other => other?,
        }
    }
    Ok(())
}

fn refer(tx: &mut AppTx, reader: &Reader, id: i64, hash: &str, audience: &str) -> Result<()> {
    let ref_id = id.to_string();
    let reference =
        Reference { feature: FEATURE, ref_id: &ref_id, owner: Some(reader.user), audience, name: "" };
    let added = tx.app().files.add_ref(tx, reader, hash, &reference);
    added.map_err(|error| {
        let is_unknown = error.status() == StatusCode::NOT_FOUND;
        if is_unknown { texts::PICTURE_UNKNOWN.err() } else { error }
    })
}

/// Who sees a card as it is now: whom it is for, once it is published; before that and beside them its author, and the
/// admins of all classes, who see everything. Nobody sees the pictures of what is deleted or no homework.
fn audience(read: &mut Read, row: &Row) -> DbResult<String> {
    let author = UserId::parse(&row.author_id).map(Audience::User);
    let mut all: Vec<Audience> = author.into_iter().collect();
    if row.deleted_at.is_none() && cards::is_homework(row) {
        all.extend(directory::admins(read)?.into_iter().map(Audience::User));
        if row.published_at.is_some() {
            all.extend(row.target().parts());
        } else {
            all.extend(row.target().staff_parts());
        }
    }
    Ok(Audience::Any(all).to_key())
}
