//! What the board of a class has of countdowns.

use jiff::civil::Date;
use kernel::{App, Result};
use panels::{BoardPart, PartReading};
use serde_json::{Value, json};

use super::access::Owner;
use super::dto::started_on;
use super::model::progress::Period;
use super::store::{self, Item};

/// Countdowns on a board.
const MAX: usize = 4;

/// The next days of the class, pinned ones first, then the nearest.
pub(super) static COUNTDOWN: BoardPart = BoardPart { name: "countdown", app: Some("countdown"), read };

fn read(app: App, class: String) -> PartReading {
    Box::pin(async move { countdowns(&app, class).await })
}

async fn countdowns(app: &App, class: String) -> Result<Value> {
    let (today, owner) = (app.today(), Owner::Class(class));
    let items = app.db.read(move |read| Ok(store::all_of(read, &owner)?)).await?;
    let mut next: Vec<_> =
        items.into_iter().map(|item| (item.repeat_type.next_date(item.target_date, today), item)).collect();
    next.retain(|(date, _)| *date >= today);
    next.sort_by_key(|(date, item)| (!item.pinned, *date));
    let zone = app.timezone();
    let progress = |item: &Item, next| {
        let started = started_on(item, &zone);
        Period::of(item.repeat_type, item.target_date, started, next).progress(today)
    };
    let shown = |(date, item): (Date, Item)| {
        json!({
            "progress": progress(&item, date),
            "id": item.id,
            "title": item.title,
            "date": date.to_string(),
            "color": item.color,
            "category": item.category,
        })
    };
    Ok(json!({ "countdowns": next.into_iter().take(MAX).map(shown).collect::<Vec<_>>() }))
}
