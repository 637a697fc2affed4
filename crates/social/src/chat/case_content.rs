//! Messages as cases of moderation have them.

use kernel::user::UserId;
use moderation::Content;
use serde_json::Value;

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
        words: case_words(row),
        files: files_of(row),
        changed_at: row.edited_at.unwrap_or(row.created_at),
    }
}

/// What people read of a message: its words, or the name of its file.
pub(super) fn words_of(row: &MessageRow) -> String {
    let kind: Kind = row.kind.parse().unwrap_or_default();
    kind.words(&row.content, &ChatFile::name_in(row.extra.as_deref()))
}

/// The words of a message in its case.
pub(super) fn case_words(row: &MessageRow) -> String {
    case_words_of(row.kind.parse().unwrap_or_default(), &row.content, words_of(row))
}

/// What a case says for a message with these words. A shared post is named by its number first, as `#7`: the post is
/// another feature's, and a case has nothing else to know it by. The words come from the sender, so that they must not
/// look like such a number where the message has none.
pub(super) fn case_words_of(kind: Kind, content: &str, words: String) -> String {
    if kind != Kind::CommunityForward {
        return words;
    }
    match shared_post(content) {
        Some(id) if words.is_empty() => format!("#{id}"),
        Some(id) => format!("#{id} {words}"),
        None => words.trim_start_matches(|c: char| c == '#' || c.is_whitespace()).to_owned(),
    }
}

/// The number of the post that a message shares.
fn shared_post(content: &str) -> Option<i64> {
    let value: Value = serde_json::from_str(content).ok()?;
    value.get("post_id")?.as_i64().filter(|id| *id > 0)
}

/// The hashes of the files that a message is or names.
pub(super) fn files_of(row: &MessageRow) -> Vec<String> {
    file_hashes(&row.content).into_iter().map(str::to_owned).collect()
}
