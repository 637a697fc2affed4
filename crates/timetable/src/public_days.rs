//! The public holidays of China, with the days of weekends on which people work for them.
//!
//! They are announced year by year. The library has those that were known when it was released; for other years, and
//! where a school knows better, an admin enters them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use jiff::civil::Date;
use school_clock::PublicDay;
use tyme4rs::tyme::holiday::{LEGAL_HOLIDAY_DATA, LEGAL_HOLIDAY_NAMES};

/// The length of one day in the table of the library: date, whether it is off, the number of the name, distance.
const RECORD: usize = 13;

/// What the library has, by year. Its own lookups compile a regular expression for each day, which takes a second for
/// all of them; so its table is read at once, and a test compares both.
static BUILT_IN: LazyLock<BTreeMap<i16, Vec<PublicDay>>> = LazyLock::new(|| {
    let mut years: BTreeMap<i16, Vec<PublicDay>> = BTreeMap::new();
    for day in LEGAL_HOLIDAY_DATA.as_bytes().chunks_exact(RECORD).filter_map(public_day) {
        years.entry(day.date.year()).or_default().push(day);
    }
    years
});

fn public_day(record: &[u8]) -> Option<PublicDay> {
    let record = std::str::from_utf8(record).ok()?;
    let date =
        Date::new(record[..4].parse().ok()?, record[4..6].parse().ok()?, record[6..8].parse().ok()?).ok()?;
    let name = LEGAL_HOLIDAY_NAMES.get(record[9..10].parse::<usize>().ok()?)?;
    Some(PublicDay { date, name: (*name).to_owned(), off: &record[8..9] == "1" })
}

/// The days of a year; empty when the library does not have it.
pub(crate) fn built_in(year: i16) -> &'static [PublicDay] {
    BUILT_IN.get(&year).map_or(&[], Vec::as_slice)
}

/// The days of all years that the library has.
pub(crate) fn all_built_in() -> impl Iterator<Item = &'static PublicDay> {
    BUILT_IN.values().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;
    use tyme4rs::tyme::Culture as _;
    use tyme4rs::tyme::holiday::LegalHoliday;

    #[test]
    fn the_year_of_the_first_class_has_its_holidays_and_swapped_days() {
        let days = built_in(2026);
        let on = |month, day| days.iter().find(|found| found.date == date(2026, month, day));
        // The notice of the State Council for 2026: 1 to 7 October off, 20 September and 10 October worked.
        assert!((1..=7).all(|day| on(10, day).is_some_and(|day| day.off && day.name.contains("国庆"))));
        assert!(on(9, 20).is_some_and(|day| !day.off) && on(10, 10).is_some_and(|day| !day.off));
        assert!(on(10, 8).is_none());
        assert_eq!(built_in(2199), []);
    }

    #[test]
    fn the_table_of_the_library_says_what_its_lookups_say() {
        for day in built_in(2025).iter().step_by(7) {
            let part = |value: i8| usize::try_from(value).unwrap();
            let (year, month) = (isize::from(day.date.year()), part(day.date.month()));
            let found = LegalHoliday::from_ymd(year, month, part(day.date.day())).unwrap();
            assert_eq!((found.get_name(), found.is_work()), (day.name.clone(), !day.off));
        }
    }
}
