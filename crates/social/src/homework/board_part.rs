//! What the board of a class has of homework.

use kernel::app::iso;
use kernel::board::{BoardPart, PartReading};
use kernel::texts::Language;
use kernel::{App, Result};
use serde_json::{Value, json};

use super::cards::due_at;
use super::edit::is_usual_title;
use super::store::cards as store;
use crate::announcements::board_part::beginning;
use crate::announcements::cards;

/// Cards on a board.
const MAX: usize = 12;
/// Cards that are looked through for those that are due.
const MAX_READ: i64 = 100;

/// For how long homework without a day is on the board, in milliseconds: three days.
const WITHOUT_DAY_MS: i64 = 3 * 24 * 60 * 60 * 1000;

/// The homework that is due from now on, the nearest first; after it what was published lately and has no day.
pub(super) static HOMEWORK: BoardPart = BoardPart { name: "homework", app: Some("homework"), read };

fn read(app: App, class: String, _: Language) -> PartReading {
    Box::pin(async move { homework(&app, class).await })
}

async fn homework(app: &App, class: String) -> Result<Value> {
    let (now, zone) = (app.clock.now_ms(), app.timezone());
    let loaded = app.db.read(move |read| {
        let rows = cards::of_class(read, &class, now, true, MAX_READ)?;
        let extras = store::all(read, &rows.iter().map(|row| row.id).collect::<Vec<_>>())?;
        Ok((rows, extras))
    });
    let (rows, mut extras) = loaded.await?;
    let mut shown: Vec<(i64, Value)> = Vec::new();
    for row in rows {
        let card = extras.remove(&row.id).unwrap_or_default();
        let due = due_at(&row, &card, &zone);
        let due_time = card.due_time.clone();
        let until = due.unwrap_or(row.published_at.unwrap_or(row.created_at) + WITHOUT_DAY_MS);
        if until < now {
            continue;
        }
        let is_usual = is_usual_title(&row.title, &card.subject, &row.content);
        let card = json!({
            "id": row.id,
            "subject": card.subject,
            "title": if is_usual { "" } else { row.title.as_str() },
            "text": beginning(&row.content),
            "due_at": due.map(iso),
            // A day without a time ends with its last moment, which nobody wants to read.
            "due_day": row.due_date.as_ref().filter(|_| due_time.is_none()),
        });
        shown.push((due.unwrap_or(i64::MAX), card));
    }
    // Among equals the newest stays first.
    shown.sort_by_key(|(due, _)| *due);
    let cards: Vec<Value> = shown.into_iter().take(MAX).map(|(_, card)| card).collect();
    Ok(json!({ "cards": cards }))
}
