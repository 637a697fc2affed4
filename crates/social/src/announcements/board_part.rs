//! What the board of a class has of announcements.

use kernel::app::iso;
use kernel::board::{BoardPart, PartReading};
use kernel::texts::Language;
use kernel::{App, Result};
use serde_json::{Value, json};

use super::store::lists;
use super::store::rows::Row;

/// Announcements on a board.
const MAX: i64 = 8;
/// For how long one that is not pinned is on a board, in milliseconds: two weeks. What is older everybody has seen.
const SHOWN_MS: i64 = 14 * 24 * 60 * 60 * 1000;
/// Of the text so much, in characters.
const MAX_TEXT: usize = 400;

/// The announcements of the class.
pub(super) static ANNOUNCEMENTS: BoardPart =
    BoardPart { name: "announcements", app: Some("announcements"), read };

fn read(app: App, class: String, _: Language) -> PartReading {
    Box::pin(async move { announcements(&app, class).await })
}

async fn announcements(app: &App, class: String) -> Result<Value> {
    let now = app.clock.now_ms();
    let rows = app.db.read(move |read| Ok(lists::of_class(read, &class, now, false, MAX)?)).await?;
    let is_shown = |row: &&Row| row.pinned || row.published_at.unwrap_or(row.created_at) > now - SHOWN_MS;
    let shown = rows.iter().filter(is_shown).map(|row| {
        json!({
            "id": row.id,
            "title": row.title,
            "text": beginning(&row.content),
            "type": row.kind,
            "pinned": row.pinned,
            "published_at": row.published_at.map(iso),
        })
    });
    Ok(json!({ "announcements": shown.collect::<Vec<_>>() }))
}

/// A text in Markdown, or its beginning with a mark that there is more.
pub(crate) fn beginning(content: &str) -> String {
    let content = content.trim();
    match content.char_indices().nth(MAX_TEXT) {
        Some((end, _)) => format!("{}…", &content[..end]),
        None => content.to_owned(),
    }
}
