//! What the board of a class has of duty.

use kernel::{ApiError, App, Result};
use panels::{BoardPart, PartReading};
use serde_json::Value;

use super::board::Board;
use super::dto::DutyDay;
use super::routes::tickers;

/// Who is on duty today.
pub(super) static DUTY: BoardPart = BoardPart { name: "duty", app: Some("duty"), read };

fn read(app: App, class: String) -> PartReading {
    Box::pin(async move { duty(&app, class).await })
}

async fn duty(app: &App, class: String) -> Result<Value> {
    let today = app.today();
    let board = app.db.read(move |read| Board::load(read, &class, today, today, today)).await?;
    let names = tickers(app, &board.turns).await?;
    serde_json::to_value(DutyDay::new(&board, today, &names, today)).map_err(ApiError::internal)
}
