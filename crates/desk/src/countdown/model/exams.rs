//! The final exams of a cohort, three years after its entry; pure.

use jiff::civil::{Date, date};
use kernel::Result;
use kernel::texts::Text;
use kernel::user::UserId;

use crate::countdown::texts;

/// Years from the entry to the exam.
const YEARS: i16 = 3;

/// A final exam of a year.
#[derive(Clone, Copy, Debug)]
pub(in crate::countdown) struct Exam {
    name: &'static str,
    pub(in crate::countdown) title: &'static Text,
    month: i8,
    day: i8,
    /// Whether the exam is on this day everywhere.
    pub(in crate::countdown) exact: bool,
    pub(in crate::countdown) color: &'static str,
}

/// Whether a class is of a junior or of a senior school is not known, so both are proposed.
pub(in crate::countdown) static EXAMS: [Exam; 2] = [
    Exam { name: "gaokao", title: &texts::GAOKAO, month: 6, day: 7, exact: true, color: "#c5303c" },
    Exam { name: "zhongkao", title: &texts::ZHONGKAO, month: 6, day: 15, exact: false, color: "#b8590a" },
];

impl Exam {
    /// Under what name it is proposed, like `gaokao-2027`.
    pub(in crate::countdown) fn id(&self, entry: i16) -> String {
        format!("{}-{}", self.name, entry + YEARS)
    }

    /// Its day, for those who entered in a year.
    pub(in crate::countdown) fn day(&self, entry: i16) -> Date {
        date(entry + YEARS, self.month, self.day)
    }
}

/// The year in which a member entered the school: the first two digits of the ID. The developer's are none.
pub(in crate::countdown) fn entry_of(user: UserId) -> Option<i16> {
    let year = user.cohort().parse::<i16>().ok().filter(|_| !user.is_developer())?;
    Some(2000 + year)
}

/// The first day of the school year in which a cohort enters.
pub(in crate::countdown) fn first_day(entry: i16) -> Date {
    date(entry, 9, 1)
}

/// Reads the name of a suggestion; empty for none.
///
/// # Errors
/// 400 for what is none.
pub(in crate::countdown) fn parse_suggestion(raw: &str) -> Result<String> {
    let is_known = |raw: &str| {
        let Some((name, year)) = raw.split_once('-') else { return false };
        let is_year = year.len() == 4 && year.bytes().all(|digit| digit.is_ascii_digit());
        is_year && EXAMS.iter().any(|exam| exam.name == name)
    };
    if raw.is_empty() || is_known(raw) {
        return Ok(raw.to_owned());
    }
    Err(kernel::ApiError::invalid("suggestion"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exams_are_three_years_after_entry() {
        let entry = entry_of(UserId::parse("240111").unwrap()).unwrap();
        assert_eq!(EXAMS.map(|exam| exam.id(entry)), ["gaokao-2027", "zhongkao-2027"]);
        assert_eq!(EXAMS.map(|exam| exam.day(entry)), [date(2027, 6, 7), date(2027, 6, 15)]);
        assert_eq!(entry_of(UserId::DEVELOPER), None);
    }

    #[test]
    fn a_suggestion_is_the_name_of_an_exam_and_a_year() {
        assert!(["", "gaokao-2027", "zhongkao-1999"].iter().all(|raw| parse_suggestion(raw).is_ok()));
        assert!(
            ["gaokao", "x-2027", "gaokao-27", "gaokao-２０２７"]
                .iter()
                .all(|raw| parse_suggestion(raw).is_err())
        );
    }
}
