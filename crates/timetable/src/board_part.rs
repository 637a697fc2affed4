//! What the board of a class has of the timetable.

use jiff::Timestamp;
use kernel::board::{BoardPart, PartReading};
use kernel::texts::Language;
use kernel::{ApiError, App, Result};
use school_clock::school_clock;
use serde_json::{Value, json};

use crate::calendar;
use crate::dto::Day;
use crate::routes::days::NextLesson;

/// The lessons of today, and the one that comes next, today or on a later day. Which lesson is on is for the screen to
/// say, second by second.
pub(super) static TIMETABLE: BoardPart = BoardPart { name: "timetable", app: Some("timetable"), read };

fn read(app: App, class: String, _: Language) -> PartReading {
    Box::pin(async move { timetable(&app, class).await })
}

async fn timetable(app: &App, class: String) -> Result<Value> {
    let loaded = app.db.read(move |read| calendar::load(read, Some(&class), None)).await?;
    let instant = Timestamp::from_millisecond(app.clock.now_ms()).map_err(ApiError::internal)?;
    let reading = school_clock(&loaded.calendar, &app.timezone(), instant);
    let next = reading.next.as_ref().map(NextLesson::from);
    Ok(json!({ "today": Day::new(&reading.day, &loaded), "next": next }))
}
