//! What a roster is, and its rules; pure.

use jiff::civil::Date;
use kernel::Result;
use kernel::user::UserId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::texts;
use crate::access::checked_name;
use crate::people::check_once;

/// Rosters that a class may have.
pub(crate) const MAX_ROSTERS: i64 = 10;
/// Deleted ones that are kept, so that deleting can be undone.
pub(crate) const MAX_DELETED: i64 = 10;
/// The longest name of a roster or group, in characters.
const MAX_NAME: usize = 30;
/// Groups of a roster.
const MAX_GROUPS: usize = 20;
/// Members of a group.
const MAX_MEMBERS: usize = 30;
/// The longest task, in characters.
const MAX_TASK: usize = 20;
/// The longest note on a turn, in characters.
pub(crate) const MAX_NOTE: usize = 200;
/// The longest message of a swap, in characters.
pub(crate) const MAX_MESSAGE: usize = 100;
/// Days that are answered at once.
pub(crate) const MAX_DAYS: i64 = 62;
/// Days that are counted at once.
pub(crate) const MAX_COUNTED_DAYS: i64 = 400;
/// How far ahead turns are known, in days.
pub(crate) const AHEAD_DAYS: i64 = 400;
/// How far back a roster may begin, in days.
pub(crate) const BACK_DAYS: i64 = 366;
/// Days in which a member sees their next turns.
pub(crate) const OWN_DAYS: i64 = 60;
/// Days for which a turn can be ticked after it.
pub(crate) const TICK_DAYS: i64 = 7;
/// Changes of days to come that a roster may have.
pub(crate) const MAX_CHANGES: i64 = 500;
/// Swaps that a member may have asked for and that nobody has answered.
pub(crate) const MAX_OPEN_SWAPS: i64 = 5;
/// How long swaps are kept, in days.
pub(crate) const SWAP_KEPT_DAYS: i64 = 400;
/// How long turns and what differed on them are kept, in days: longer than a pupil is at a school of three years.
pub(crate) const TURN_KEPT_DAYS: i64 = 1500;

/// How long a turn is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DutyTurnLength {
    /// Each school day is another group's.
    #[default]
    Day,
    /// Each week with a school day is another group's.
    Week,
}

/// A member of a group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct DutyMember {
    /// The number on the class list.
    #[schema(value_type = String)]
    pub(crate) number: UserId,
    /// The task of the member, at most 20 characters; null for none.
    #[serde(default)]
    pub(crate) task: Option<String>,
}

/// A group of a roster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct DutyGroup {
    /// The name of the group, 1–30 characters; each once in a roster.
    pub(crate) name: String,
    /// The members of the group, at most 30.
    pub(crate) members: Vec<DutyMember>,
}

/// What a roster says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) name: String,
    pub(crate) groups: Vec<DutyGroup>,
    pub(crate) turn: DutyTurnLength,
    /// 1 to 7; for turns of a day.
    pub(crate) weekdays: Vec<i8>,
    pub(crate) starts_on: Date,
    /// Whose turn the first one is.
    pub(crate) first_group: usize,
    pub(crate) ends_on: Option<Date>,
}

/// Monday to Friday.
pub(crate) fn usual_weekdays() -> Vec<i8> {
    (1..=5).collect()
}

impl Plan {
    /// The plan in its one spelling, if it keeps the rules.
    ///
    /// # Errors
    /// 400 naming what is wrong.
    pub(crate) fn checked(mut self) -> Result<Self> {
        self.name = checked_name(&self.name, MAX_NAME)?;
        if !(1..=MAX_GROUPS).contains(&self.groups.len()) {
            return Err(texts::GROUPS_INVALID.with("max", MAX_GROUPS));
        }
        for group in &mut self.groups {
            check_group(group)?;
        }
        let names = self.groups.iter().map(|group| &group.name);
        if names.collect::<std::collections::BTreeSet<_>>().len() < self.groups.len() {
            return Err(texts::GROUP_TWICE.err());
        }
        self.weekdays.sort_unstable();
        self.weekdays.dedup();
        if self.weekdays.is_empty() || self.weekdays.iter().any(|day| !(1..=7).contains(day)) {
            return Err(texts::WEEKDAYS_INVALID.err());
        }
        if self.first_group >= self.groups.len() {
            return Err(texts::FIRST_GROUP_INVALID.err());
        }
        if self.ends_on.is_some_and(|end| end < self.starts_on) {
            return Err(texts::ENDS_EARLY.err());
        }
        Ok(self)
    }

    /// Whether there may be duty on a date that is a school day.
    pub(crate) fn covers(&self, date: Date) -> bool {
        let is_weekday = || self.weekdays.contains(&date.weekday().to_monday_one_offset());
        date >= self.starts_on
            && self.ends_on.is_none_or(|end| date <= end)
            && (self.turn == DutyTurnLength::Week || is_weekday())
    }
}

fn check_group(group: &mut DutyGroup) -> Result<()> {
    group.name = checked_name(&group.name, MAX_NAME)?;
    if group.members.len() > MAX_MEMBERS {
        return Err(texts::MEMBERS_INVALID.with("group", &group.name).with("max", MAX_MEMBERS));
    }
    check_once(group.members.iter().map(|member| member.number))?;
    for member in &mut group.members {
        let task = member.task.take().map(|task| task.trim().to_owned()).filter(|task| !task.is_empty());
        let is_bad = |task: &String| task.chars().count() > MAX_TASK || task.chars().any(char::is_control);
        if task.as_ref().is_some_and(is_bad) {
            return Err(texts::TASK_INVALID.with("max", MAX_TASK));
        }
        member.task = task;
    }
    Ok(())
}
