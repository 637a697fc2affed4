//! What the board of a class has of duty: who has what to do today, and no more of them than their names.

use kernel::board::{BoardPart, PartReading};
use kernel::texts::Language;
use kernel::{App, Result};
use serde::Serialize;
use serde_json::{Value, json};

use super::board::{Board, BoardTurn};
use crate::people::People;

/// Who is on duty today.
pub(super) static DUTY: BoardPart = BoardPart { name: "duty", app: Some("duty"), read };

/// Somebody on duty.
#[derive(Serialize)]
struct OnDuty {
    name: String,
    task: Option<String>,
}

/// The turn of a roster.
#[derive(Serialize)]
struct Turn {
    roster: String,
    people: Vec<OnDuty>,
    done: bool,
    off: bool,
}

fn read(app: App, class: String, _: Language) -> PartReading {
    Box::pin(async move { duty(&app, class).await })
}

async fn duty(app: &App, class: String) -> Result<Value> {
    let today = app.today();
    let board = app.db.read(move |read| Board::load(read, &class, today, today, today)).await?;
    let turns: Vec<Turn> = board.on(today).map(|turn| shown(turn, &board.people)).collect();
    Ok(json!({ "date": today.to_string(), "turns": turns }))
}

fn shown(turn: &BoardTurn, people: &People) -> Turn {
    let on_duty = |place: &super::board::Place| {
        Some(OnDuty { name: people.name(place.number?), task: place.task.clone() })
    };
    Turn {
        roster: turn.roster.clone(),
        people: turn.places.iter().filter_map(on_duty).collect(),
        done: turn.noted.as_ref().is_some_and(|noted| noted.done_at.is_some()),
        off: turn.off.is_some(),
    }
}
