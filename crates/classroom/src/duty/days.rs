//! The own days of duty that the calendar shows.

use calendar::{CalendarView, DaySource, SourceDay};
use jiff::civil::Date;
use kernel::App;
use kernel::db::{DbError, DbResult, Read};
use kernel::scope::Scope;

use super::board::Board;
use super::model::AHEAD_DAYS;
use crate::access::plus;

/// The days on which a member is on duty.
pub(super) static DUTY_DAYS: DaySource = DaySource { kind: "duty", app: "duty", days };

fn days(
    read: &mut Read,
    app: &App,
    view: &CalendarView<'_>,
    from: Date,
    until: Date,
) -> DbResult<Vec<SourceDay>> {
    let today = app.today();
    let until = until.min(plus(today, AHEAD_DAYS));
    let scope = Scope::of(view.viewer);
    let Some(class) = scope.class().filter(|_| from <= until) else { return Ok(Vec::new()) };
    let board = Board::load(read, class, today, from, until)
        .map_err(|error| DbError::Internal(error.cause().unwrap_or_default().to_owned()))?;
    let own = board.of_person(view.viewer.user_id).map(|turn| SourceDay {
        date: turn.date,
        title: turn.roster.clone(),
        id: turn.roster_id.clone(),
        color: None,
    });
    Ok(own.collect())
}
