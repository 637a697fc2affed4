//! Messages as cases of moderation have them.

use kernel::user::UserId;
use moderation::Content;

use super::store::messages::MessageRow;

/// The kind of messages.
pub(super) const MESSAGE: &str = "message";

/// A message, as its case has it.
pub(super) fn of_message(row: MessageRow) -> Content {
    let author = UserId::parse(&row.sender_id);
    Content {
        author,
        anonymous: false,
        class: author.map(|author| author.class().to_owned()).unwrap_or_default(),
        place: row.room_id,
        content_type: row.kind,
        words: row.content,
    }
}
