//! What the board of a class has of homework.

use kernel::app::iso;
use kernel::texts::Language;
use kernel::{App, Result};
use panels::{BoardPart, PartReading};
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

/// The homework that is due from now on, the nearest first.
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
    let mut due: Vec<(i64, Value)> = Vec::new();
    for row in rows {
        let card = extras.remove(&row.id).unwrap_or_default();
        let Some(at) = due_at(&row, &card, &zone).filter(|at| *at >= now) else { continue };
        let is_usual = is_usual_title(&row.title, &card.subject);
        let shown = json!({
            "id": row.id,
            "subject": card.subject,
            "title": if is_usual { "" } else { row.title.as_str() },
            "text": beginning(&row.content),
            "due_at": iso(at),
        });
        due.push((at, shown));
    }
    // Among equals the newest stays first.
    due.sort_by_key(|(at, _)| *at);
    let cards: Vec<Value> = due.into_iter().take(MAX).map(|(_, shown)| shown).collect();
    Ok(json!({ "cards": cards }))
}
