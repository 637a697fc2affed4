//! A timetable: subjects, and on which days of a week or cycle which lessons are.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ClockTime;

/// A timetable of a class or of one member.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Timetable {
    /// What the timetable says of itself, such as 2026年下学期; at most 200 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// How the days repeat: by the week, unless the school has a cycle of its own.
    #[serde(default)]
    pub cycle: Cycle,
    /// The subjects, each name once.
    #[serde(default)]
    pub subjects: Vec<Subject>,
    /// The lessons by day. A day has the lessons of every schedule that names it.
    #[serde(default)]
    pub schedules: Vec<Schedule>,
}

/// How the days of a timetable repeat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Cycle {
    /// By the week: the days of a schedule are weekdays, 1 (Monday) to 7 (Sunday).
    #[default]
    Weekly,
    /// By a cycle of days, which need not be whole weeks: the days of a schedule are the working days of the cycle,
    /// counted from 1.
    Days {
        /// Working days and days of rest in turn, from the first day of the cycle.
        spans: Vec<Span>,
        /// Whether days off do not count, so that the cycle goes on after a holiday where it stood before.
        #[serde(default)]
        pauses_on_days_off: bool,
    },
}

/// Some days in a row of a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Span {
    /// What the days are.
    pub activity: Activity,
    /// The number of days, at least 1.
    pub count: u16,
}

/// What a day of a cycle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Activity {
    /// A day with lessons.
    Work,
    /// A day without.
    Rest,
}

/// A subject.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Subject {
    /// The name, 1–40 characters.
    pub name: String,
    /// The name where little room is, such as 数 for 数学.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub short_name: Option<String>,
    /// Who teaches it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub teacher: Option<String>,
    /// Where it is taught.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<String>,
    /// The colour, `#rrggbb`; without one the name decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<String>,
}

/// The lessons of some days.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Schedule {
    /// The name, such as 周一; empty where the days say enough.
    #[serde(default)]
    pub name: String,
    /// The days: weekdays, or working days of the cycle.
    pub days: Vec<u16>,
    /// In which weeks; every week in a cycle of days.
    #[serde(default)]
    pub weeks: Weeks,
    /// The lessons in the order of their times.
    #[serde(default)]
    pub lessons: Vec<Lesson>,
}

/// Which weeks of a term a schedule is for. The first week is odd.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Weeks {
    /// Every week.
    #[default]
    All,
    /// The first, third, fifth … week.
    Odd,
    /// The second, fourth, sixth … week.
    Even,
}

/// A lesson on a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Lesson {
    /// The name of the subject. A day that differs may name one that the timetable does not have, such as 班会.
    pub subject: String,
    /// When it begins, `HH:MM` or `HH:MM:SS`.
    #[schema(value_type = String)]
    pub start: ClockTime,
    /// When it ends, on the same day.
    #[schema(value_type = String)]
    pub end: ClockTime,
    /// Who teaches this lesson, where it is not the teacher of the subject.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub teacher: Option<String>,
    /// Where this lesson is, where it is not the room of the subject.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<String>,
}

impl Cycle {
    /// The greatest number that a day of a schedule may have: the working days of the cycle, or the 7 of a week.
    #[must_use]
    pub fn working_days(&self) -> u16 {
        match self {
            Self::Weekly => 7,
            Self::Days { spans, .. } => Activity::Work.days_in(spans),
        }
    }
}

impl Activity {
    /// The days of this kind in some spans, or 65 535 where there are more.
    #[must_use]
    pub fn days_in(self, spans: &[Span]) -> u16 {
        let spans = spans.iter().filter(|span| span.activity == self);
        spans.fold(0, |days, span| days.saturating_add(span.count))
    }
}

impl Timetable {
    /// The subject of this name.
    #[must_use]
    pub fn subject(&self, name: &str) -> Option<&Subject> {
        self.subjects.iter().find(|subject| subject.name == name)
    }
}

impl Lesson {
    /// Whether the two share a moment. Lessons that meet do not.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.start < other.end && other.start < self.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_later_versions_are_left_out() {
        let read = |text| serde_json::from_str::<Timetable>(text).unwrap();
        let later = r#"{"theme": 1, "cycle": {"kind": "days", "spans": [{"activity": "work", "count": 1, "a": 1}],
            "b": 1}, "subjects": [{"name": "语文", "icon": "c"}], "schedules": [{"days": [1], "d": 1, "lessons":
            [{"subject": "语文", "start": "08:00", "end": "08:40", "e": 1}]}]}"#;
        let found = read(later);
        assert_eq!((found.subjects.len(), found.schedules[0].lessons.len()), (1, 1));
        assert_eq!(found.cycle.working_days(), 1);
        assert_eq!(read(r#"{"cycle": {"kind": "weekly", "f": 1}}"#), Timetable::default());
    }
}
