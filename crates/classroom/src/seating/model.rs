//! What a plan of seats is, and its rules; pure.

use std::collections::BTreeSet;

use kernel::Result;
use kernel::user::UserId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::texts;
use crate::people::check_once;

/// Rows and columns of a room.
const MAX_SIDE: u8 = 15;
/// Revisions of a plan that are kept.
pub(crate) const MAX_REVISIONS: i64 = 30;
/// Numbers that an arrangement can leave where they are: as many as there are seats.
pub(crate) const MAX_KEPT: usize = 225;

/// From where a plan is seen when it opens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SeenFrom {
    /// From the front: the first column is on the right.
    Teacher,
    /// From the seats: the first column is on the left.
    #[default]
    Pupils,
}

/// A seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct Seat {
    /// The row of the seat, from 0 at the front.
    pub(crate) row: u8,
    /// The column of the seat, from 0 on the left as the pupils see it.
    pub(crate) column: u8,
    /// The number of who sits there; null for nobody.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub(crate) number: Option<UserId>,
    /// Whether nobody can sit there.
    #[serde(default)]
    pub(crate) blocked: bool,
}

impl Seat {
    fn at(&self) -> (u8, u8) {
        (self.row, self.column)
    }
}

/// What a plan says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct SeatPlan {
    /// The number of rows, 1–15.
    pub(crate) rows: u8,
    /// The number of columns, 1–15.
    pub(crate) columns: u8,
    /// The columns after which there is an aisle, from 0.
    #[serde(default)]
    pub(crate) aisles_after: Vec<u8>,
    /// The seats; a place that is not named is an empty seat.
    pub(crate) seats: Vec<Seat>,
    /// From where the plan is seen when it opens.
    #[serde(default)]
    pub(crate) seen_from: SeenFrom,
}

impl SeatPlan {
    /// The plan in its one spelling, if it keeps the rules: each place once, in the order of rows and columns.
    ///
    /// # Errors
    /// 400 naming what is wrong.
    pub(crate) fn checked(mut self) -> Result<Self> {
        let is_side = |side: u8| (1..=MAX_SIDE).contains(&side);
        if !is_side(self.rows) || !is_side(self.columns) {
            return Err(texts::SIZE_INVALID.with("max", MAX_SIDE));
        }
        self.aisles_after.sort_unstable();
        self.aisles_after.dedup();
        if self.aisles_after.iter().any(|column| *column >= self.columns - 1) {
            return Err(texts::AISLE_INVALID.err());
        }
        let places: BTreeSet<_> = self.seats.iter().map(Seat::at).collect();
        let is_out = |seat: &Seat| seat.row >= self.rows || seat.column >= self.columns;
        if places.len() < self.seats.len() || self.seats.iter().any(is_out) {
            return Err(texts::PLACE_INVALID.err());
        }
        if self.seats.iter().any(|seat| seat.blocked && seat.number.is_some()) {
            return Err(texts::BLOCKED_TAKEN.err());
        }
        check_once(self.numbers())?;
        self.seats.sort_by_key(Seat::at);
        Ok(self)
    }

    /// Who has a seat.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = UserId> {
        self.seats.iter().filter_map(|seat| seat.number)
    }

    /// The plan with every place of the room among its seats, in the order of rows and columns.
    pub(crate) fn filled(&self) -> Self {
        let mut seats = Vec::new();
        for row in 0..self.rows {
            for column in 0..self.columns {
                let seat = self.seats.iter().find(|seat| seat.at() == (row, column)).cloned();
                seats.push(seat.unwrap_or(Seat { row, column, number: None, blocked: false }));
            }
        }
        Self { seats, ..self.clone() }
    }
}
