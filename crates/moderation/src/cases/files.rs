//! The files of what a case is about: moderators read them for as long as they decide on it, wherever it stands.

use axum::http::StatusCode;
use identity::user::directory;
use kernel::events::Audience;
use kernel::files::{Reader, Reference};
use kernel::user::UserId;
use kernel::{AppTx, Result};

use super::moderators;
use crate::content::Moderator;
use crate::store::cases::CaseRow;

/// Whose these file references are.
pub(crate) const FILE_REFERENCES: &str = "moderation";

/// Lets the author of a case and those who decide on it read its files. They are nobody's: in the author's own list they
/// would tell of a report. What is not the author's to show is left out.
///
/// # Errors
/// When a statement fails.
pub(super) fn keep_files(tx: &mut AppTx, case: &CaseRow, moderators: &[UserId]) -> Result<()> {
    let Some(author) = case.author() else { return Ok(()) };
    let member = directory::member_of(tx, author)?;
    let memberships = member.map(|member| tx.app().memberships(&member.facts)).unwrap_or_default();
    let readers = std::iter::once(author).chain(moderators.iter().copied()).map(Audience::User);
    let audience = Audience::Any(readers.collect()).to_key();
    let reader = Reader { user: author, memberships };
    for hash in case.file_list() {
        let reference = Reference {
            feature: FILE_REFERENCES,
            ref_id: &case.id,
            owner: None,
            audience: &audience,
            name: "",
        };
        match tx.app().files.add_ref(tx, &reader, &hash, &reference) {
            Err(error) if error.status() == StatusCode::NOT_FOUND => {}
            other => other?,
        }
    }
    Ok(())
}

/// Drops the references to the files of a case.
///
/// # Errors
/// When a statement fails.
pub(super) fn drop_files(tx: &mut AppTx, case: &CaseRow) -> Result<()> {
    Ok(tx.app().files.remove_refs(tx, FILE_REFERENCES, &case.id)?)
}

/// Lets a moderator read the files of a case that waits: they may moderate only since it was opened.
///
/// # Errors
/// When a statement fails.
pub(super) fn show_files(tx: &mut AppTx, case: &CaseRow, by: &Moderator) -> Result<()> {
    let reader = Reader { user: by.user(), memberships: tx.app().memberships(&by.facts) };
    for hash in case.file_list() {
        if !tx.app().files.may_read(tx, &hash, &reader)? {
            return keep_files(tx, case, &moderators(&by.everyone, case));
        }
    }
    Ok(())
}
