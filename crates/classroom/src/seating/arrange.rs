//! Arrangements: who would sit where; pure. A seed gives the same one each time.

use std::collections::BTreeSet;

use kernel::user::UserId;
use serde::Deserialize;
use utoipa::ToSchema;

use super::model::{Seat, SeatPlan};
use crate::rank;

/// How a plan is arranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Arrangement {
    /// Everyone gets a seat by the order that the seed gives, from the front row on.
    Shuffle,
    /// Everyone moves one column on, the last column to the first.
    RotateColumns,
    /// Everyone moves one row back, the last row to the front.
    RotateRows,
}

/// Seats everyone in the order that a seed gives them. Who is kept and blocked seats stay; who finds no seat has none.
pub(crate) fn shuffled(plan: &SeatPlan, all: &[UserId], kept: &BTreeSet<UserId>, seed: &str) -> SeatPlan {
    let mut plan = plan.filled();
    let is_kept = |seat: &Seat| seat.number.is_some_and(|number| kept.contains(&number));
    let staying: BTreeSet<UserId> =
        plan.seats.iter().filter(|seat| is_kept(seat)).filter_map(|seat| seat.number).collect();
    let mut order =
        rank::ordered(seed, all.iter().copied().filter(|number| !staying.contains(number))).into_iter();
    for seat in plan.seats.iter_mut().filter(|seat| !seat.blocked) {
        if !is_kept(seat) {
            seat.number = order.next();
        }
    }
    plan
}

/// Moves everyone one column or row on, within the seats that are neither blocked nor kept.
pub(crate) fn rotated(plan: &SeatPlan, kept: &BTreeSet<UserId>, by_columns: bool) -> SeatPlan {
    let mut plan = plan.filled();
    let lines = if by_columns { plan.rows } else { plan.columns };
    for line in 0..lines {
        let is_in = |seat: &Seat| if by_columns { seat.row == line } else { seat.column == line };
        let moves = |seat: &Seat| {
            is_in(seat) && !seat.blocked && !seat.number.is_some_and(|number| kept.contains(&number))
        };
        let places: Vec<usize> = (0..plan.seats.len()).filter(|place| moves(&plan.seats[*place])).collect();
        let mut numbers: Vec<Option<UserId>> = places.iter().map(|place| plan.seats[*place].number).collect();
        if !numbers.is_empty() {
            numbers.rotate_right(1);
        }
        for (place, number) in places.into_iter().zip(numbers) {
            plan.seats[place].number = number;
        }
    }
    plan
}
