//! What the board of a class has of countdowns.

use jiff::civil::Date;
use kernel::board::{BoardPart, PartReading};
use kernel::dates::day_of;
use kernel::texts::Language;
use kernel::{App, Result};
use serde::Serialize;
use serde_json::{Value, json};

use super::dto::{DEFAULT_COLOR, started_on};
use super::model::progress::Period;
use super::model::{Color, CountdownCategory, Title};
use super::store::{self, Item};
use crate::countdown::access::Owner;

/// Days on a board.
const MAX: usize = 4;

/// The next days of the class and the events of its calendar that count down: pinned ones first, then the nearest.
pub(super) static COUNTDOWN: BoardPart = BoardPart { name: "countdown", app: Some("countdown"), read };

fn read(app: App, class: String, _: Language) -> PartReading {
    Box::pin(async move { countdowns(&app, class).await })
}

/// A day on the board.
#[derive(Serialize)]
struct NextDay {
    id: String,
    title: Title,
    /// `YYYY-MM-DD`.
    date: String,
    /// `#rrggbb`.
    color: Color,
    category: CountdownCategory,
    /// From 0 to 1.
    progress: f64,
    #[serde(skip)]
    order: (bool, Date),
}

async fn countdowns(app: &App, class: String) -> Result<Value> {
    let (today, zone, reading) = (app.today(), app.timezone(), app.clone());
    let read = app.db.read(move |read| {
        let events = calendar::class_countdown_events(read, &reading, &class)?;
        Ok((store::all_of(read, &Owner::Class(class.clone()))?, events))
    });
    let (items, events) = read.await?;
    let of_item = |item: Item| {
        let date = item.repeat_type.next_date(item.target_date, today);
        let period = Period::of(item.repeat_type, item.target_date, started_on(&item, &zone), date);
        NextDay {
            progress: period.progress(today),
            title: item.title,
            date: date.to_string(),
            color: item.color,
            category: item.category,
            order: (!item.pinned, date),
            id: item.id,
        }
    };
    let of_event = |event: calendar::CountdownEvent| NextDay {
        progress: Period { from: day_of(event.created_at, &zone), until: event.date }.progress(today),
        date: event.date.to_string(),
        color: Color::stored(if event.color.is_empty() { DEFAULT_COLOR.to_owned() } else { event.color }),
        category: CountdownCategory::Other,
        order: (true, event.date),
        title: Title::stored(event.title),
        id: event.id,
    };
    let mut next: Vec<NextDay> = items.into_iter().map(of_item).collect();
    next.extend(events.into_iter().map(of_event));
    next.retain(|day| day.order.1 >= today);
    next.sort_by_key(|day| day.order);
    next.truncate(MAX);
    Ok(json!({ "countdowns": next }))
}
