//! The images of what a case is about: moderators read them for as long as they decide on it, wherever it stands.

use axum::http::StatusCode;
use identity::user::directory;
use kernel::events::Audience;
use kernel::files::{Reader, Reference};
use kernel::user::UserId;
use kernel::{AppTx, Result};

use crate::store::cases::CaseRow;

/// The feature of these file references.
pub(crate) const FEATURE: &str = "moderation";

/// Lets the author of a case and those who decide on it read its images. What is not the author's to show is left out.
///
/// # Errors
/// When a statement fails.
pub(super) fn keep_images(tx: &mut AppTx, case: &CaseRow, moderators: &[UserId]) -> Result<()> {
    let Some(author) = case.author() else { return Ok(()) };
    let member = directory::member_of(tx, author)?;
    let memberships = member.map(|member| tx.app().memberships(&member.facts)).unwrap_or_default();
    let readers = std::iter::once(author).chain(moderators.iter().copied()).map(Audience::User);
    let audience = Audience::Any(readers.collect()).to_key();
    let reader = Reader { user: author, memberships };
    for hash in case.image_list() {
        let reference =
            Reference { feature: FEATURE, ref_id: &case.id, owner: author, audience: &audience, name: "" };
        match tx.app().files.add_ref(tx, &reader, &hash, &reference) {
            Err(error) if error.status() == StatusCode::NOT_FOUND => {}
            other => other?,
        }
    }
    Ok(())
}

/// Drops the references to the images of a case.
///
/// # Errors
/// When a statement fails.
pub(super) fn drop_images(tx: &mut AppTx, case: &CaseRow) -> Result<()> {
    Ok(tx.app().files.remove_refs(tx, FEATURE, &case.id)?)
}
