//! Days of the lunar calendar, by the library `tyme4rs`.

use std::sync::{Arc, LazyLock};

use jiff::civil::Date;
use kernel::texts::{Bilingual, Language};
use moka::sync::Cache;
use serde::Serialize;
use tyme4rs::tyme::Culture as _;
use tyme4rs::tyme::lunar::LunarDay as Lunar;
use tyme4rs::tyme::solar::SolarDay;
use utoipa::ToSchema;

use crate::texts;

/// Months that are remembered: a few years.
const MONTHS: u64 = 100;
/// The festivals by month and day. The eve of the new year is the day before its first one, and Qingming is a solar term.
const FESTIVALS: [(usize, usize, &kernel::texts::Text); 10] = [
    (1, 1, &texts::SPRING),
    (1, 15, &texts::LANTERN),
    (2, 2, &texts::DRAGON_HEAD),
    (3, 3, &texts::SHANGSI),
    (5, 5, &texts::DRAGON_BOAT),
    (7, 7, &texts::QIXI),
    (7, 15, &texts::ZHONGYUAN),
    (8, 15, &texts::MID_AUTUMN),
    (9, 9, &texts::DOUBLE_NINTH),
    (12, 8, &texts::LABA),
];

/// The days of months with their names in Chinese, by year and month.
type Months = Cache<(i16, i8), Arc<[LunarDay]>>;

/// A month takes the library a millisecond, and everybody looks at the same ones.
static KNOWN: LazyLock<Months> = LazyLock::new(|| Cache::new(MONTHS));

/// A day of the lunar calendar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct LunarDay {
    /// The number of the month, 1–12.
    month: usize,
    /// The number of the day, 1–30.
    day: usize,
    /// Whether the month is a leap month.
    leap: bool,
    /// The name of the month in the language of the reader, such as 闰六月 or “Leap month 6”.
    month_name: String,
    /// The name of the day in the language of the reader, such as 十五 or “Day 15”.
    day_name: String,
    /// The festival of the lunar calendar that is on this day.
    #[schema(required)]
    festival: Option<Bilingual>,
    /// The solar term that begins on this day.
    #[schema(required)]
    solar_term: Option<Bilingual>,
}

/// The lunar day of a date between 1900 and 2199.
pub(crate) fn day(date: Date, language: Language) -> LunarDay {
    let month = KNOWN.get_with((date.year(), date.month()), || {
        let days = date.first_of_month().series(jiff::Span::new().days(1));
        days.take_while(|day| day.month() == date.month()).map(made).collect()
    });
    let index = usize::try_from(date.day() - 1).unwrap_or_default();
    month[index].localized(language)
}

impl LunarDay {
    fn localized(&self, language: Language) -> Self {
        let month = if self.leap { &texts::LUNAR_LEAP_MONTH } else { &texts::LUNAR_MONTH };
        let month = month.with("name", &self.month_name).with("month", self.month);
        let day = texts::LUNAR_DAY.with("name", &self.day_name).with("day", self.day);
        Self { month_name: month.localized(language), day_name: day.localized(language), ..self.clone() }
    }
}

fn solar(date: Date) -> SolarDay {
    let part = |value: i8| usize::try_from(value).unwrap_or_default();
    SolarDay::from_ymd(isize::from(date.year()), part(date.month()), part(date.day()))
}

fn made(date: Date) -> LunarDay {
    let (solar_day, next) = (solar(date), solar(date.saturating_add(jiff::Span::new().days(1))));
    let lunar = solar_day.get_lunar_day();
    let of_month = lunar.get_lunar_month();
    let (month, leap) = (of_month.get_month(), of_month.is_leap());
    let number = |day: &Lunar| day.get_day();
    LunarDay {
        month,
        day: number(&lunar),
        leap,
        month_name: of_month.get_name(),
        day_name: lunar.get_name(),
        festival: festival(month, number(&lunar), leap, &next.get_lunar_day()),
        solar_term: solar_term(solar_day),
    }
}

fn festival(month: usize, day: usize, leap: bool, next: &Lunar) -> Option<Bilingual> {
    let of_next = next.get_lunar_month();
    if (of_next.get_month(), next.get_day(), of_next.is_leap()) == (1, 1, false) {
        return Some(Bilingual::from(&texts::NEW_YEARS_EVE));
    }
    // A leap month has no festivals of its own.
    let found = FESTIVALS.iter().find(|(m, d, _)| !leap && (*m, *d) == (month, day));
    found.map(|(_, _, name)| Bilingual::from(*name))
}

fn solar_term(day: SolarDay) -> Option<Bilingual> {
    let term = day.get_term_day();
    if term.get_day_index() != 0 {
        return None;
    }
    let name = term.get_solar_term().get_name();
    let (zh, en) = texts::SOLAR_TERMS.iter().find(|(zh, _)| *zh == name)?;
    Some(Bilingual::new(*zh, *en))
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    fn names(date: Date) -> (String, Option<String>, Option<String>) {
        let day = day(date, Language::Chinese);
        let zh = |name: Option<Bilingual>| name.map(|name| name.zh);
        (format!("{}{}", day.month_name, day.day_name), zh(day.festival), zh(day.solar_term))
    }

    #[test]
    fn festivals_and_solar_terms_stand_on_their_days() {
        let some = |name: &str| Some(name.to_owned());
        assert_eq!(names(date(2026, 2, 16)), ("十二月廿九".into(), some("除夕"), None));
        assert_eq!(names(date(2026, 2, 17)), ("正月初一".into(), some("春节"), None));
        assert_eq!(names(date(2026, 9, 25)), ("八月十五".into(), some("中秋节"), None));
        assert_eq!(names(date(2026, 4, 5)).2, some("清明"));
        assert_eq!(names(date(2025, 7, 25)).0, "闰六月初一");
    }

    #[test]
    fn months_and_days_have_english_names() {
        let english = |date| {
            let LunarDay { month_name, day_name, .. } = day(date, Language::English);
            [month_name, day_name]
        };
        assert_eq!(english(date(2026, 9, 25)), ["Month 8", "Day 15"]);
        assert_eq!(english(date(2025, 7, 25)), ["Leap month 6", "Day 1"]);
    }

    #[test]
    fn the_public_holidays_of_the_library_have_english_names() {
        let names = texts::PUBLIC_DAYS.map(|(zh, _)| zh);
        assert_eq!(names, tyme4rs::tyme::holiday::LEGAL_HOLIDAY_NAMES);
    }

    #[test]
    fn the_festivals_of_a_year_are_those_of_the_library() {
        for date in date(2026, 1, 1).series(jiff::Span::new().days(1)).take(365) {
            let theirs = solar(date).get_lunar_day().get_festival().map(|festival| festival.get_name());
            // The library counts two solar terms among the festivals of the lunar calendar.
            let theirs = theirs.filter(|name| name != "清明节" && name != "冬至节");
            assert_eq!(names(date).1, theirs, "{date}");
        }
    }
}
