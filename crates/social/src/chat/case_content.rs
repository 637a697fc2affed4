//! Messages as cases of moderation have them.

use kernel::user::UserId;
use moderation::Content;

use super::attach::ChatFile;
use super::model::{Kind, file_hashes};
use super::store::messages::MessageRow;

/// The kind of messages.
pub(super) const MESSAGE: &str = "message";

/// A message, as its case has it.
pub(super) fn of_message(row: &MessageRow) -> Content {
    let author = UserId::parse(&row.sender_id);
    Content {
        author,
        anonymous: false,
        class: author.map(|author| author.class().to_owned()).unwrap_or_default(),
        place: row.room_id.clone(),
        content_type: row.kind.clone(),
        words: words_of(row),
        files: files_of(row),
        changed_at: row.edited_at.unwrap_or(row.created_at),
    }
}

/// What people read of a message: its words, or the name of its file.
pub(super) fn words_of(row: &MessageRow) -> String {
    let kind: Kind = row.kind.parse().unwrap_or_default();
    kind.words(&row.content, &ChatFile::name_in(row.extra.as_deref()))
}

/// The hashes of the files that a message is or names.
pub(super) fn files_of(row: &MessageRow) -> Vec<String> {
    file_hashes(&row.content).into_iter().map(str::to_owned).collect()
}
