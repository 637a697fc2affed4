//! How much a timetable may have, for everybody who reads or keeps one.

use std::ops::RangeInclusive;

/// The longest cycle, in days.
pub const MAX_CYCLE: u16 = 366;
/// The longest name, in characters: of a timetable, subject, schedule, teacher or room.
pub const MAX_NAME: usize = 40;
/// The longest description of a timetable, in characters.
pub const MAX_DESCRIPTION: usize = 200;
/// The longest note of a day, in characters.
pub const MAX_NOTE: usize = 80;
/// The years that dates lie in.
pub const YEARS: RangeInclusive<i16> = 1900..=2199;
