//! The birthdays that the calendar shows: those of classmates who let them be seen, and one's own. Only their days and
//! months are told, never a year.

use calendar::{CalendarView, DaySource, SourceDay};
use identity::user::directory::{self, Filter};
use jiff::civil::Date;
use kernel::App;
use kernel::db::{DbResult, Read};

use crate::profiles::model::Nearness;
use crate::store::profiles;

/// Birthdays. They belong to the profile, which is there without the community's app too.
pub(crate) static BIRTHDAYS: DaySource = DaySource { kind: "birthday", app: "", days };

/// As many user IDs as a class can have: 100 in each of 100 years.
const MAX_CLASS: i64 = 10_000;

fn days(
    read: &mut Read,
    app: &App,
    view: &CalendarView<'_>,
    from: Date,
    until: Date,
) -> DbResult<Vec<SourceDay>> {
    let reader = view.viewer.user_id;
    // Nobody of another class is shown, whichever class an admin looks at.
    let class = reader.class();
    // Whoever has chosen nothing shows nothing.
    let chosen = profiles::settings_of_class(read, class)?;
    let filter = Filter { class: class.to_owned(), ..Filter::default() };
    let (members, _) = directory::members(read, &filter, MAX_CLASS, 0)?;
    let mut found = Vec::new();
    for member in members {
        let user = member.facts.user_id;
        let nearness = Nearness::between(reader, user);
        let settings = chosen.get(&user).cloned().unwrap_or_default();
        let is_banned = member.facts.ban.as_ref().is_some_and(|ban| ban.holds(app.clock.now()));
        if nearness == Nearness::Stranger || is_banned {
            continue;
        }
        let shown = settings.fields.shown(member.info(app).info, nearness);
        let Some((month, day)) = shown.birthday.as_deref().and_then(month_and_day) else { continue };
        found.extend(in_range(month, day, from, until).map(|date| SourceDay {
            date,
            title: member.facts.net_name.clone(),
            id: user.to_string(),
            color: None,
        }));
    }
    Ok(found)
}

/// The days from one date to another that are this day of a year; 29 February is the 28th in other years.
fn in_range(month: i8, day: i8, from: Date, until: Date) -> impl Iterator<Item = Date> {
    let on = move |year: i16| Date::new(year, month, day).or_else(|_| Date::new(year, month, 28)).ok();
    (from.year()..=until.year()).filter_map(on).filter(move |date| (from..=until).contains(date))
}

/// The month and the day of a birthday as members write it: the last two numbers of `2008-02-29`, `2008年2月29日`,
/// `2/29`.
fn month_and_day(raw: &str) -> Option<(i8, i8)> {
    let numbers = raw.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty());
    let numbers: Vec<&str> = numbers.collect();
    let (year, month, day) = match numbers.as_slice() {
        [year, month, day] if year.len() == 4 => (Some(*year), *month, *day),
        [month, day] => (None, *month, *day),
        [whole] if whole.len() == 8 && whole.is_ascii() => (Some(&whole[..4]), &whole[4..6], &whole[6..]),
        _ => return None,
    };
    // A year in which there is a 29 February, for those who tell none.
    let year = year.map_or(Some(2000), |year| year.parse().ok())?;
    let date = Date::new(year, month.parse().ok()?, day.parse().ok()?).ok()?;
    Some((date.month(), date.day()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;
    use proptest::prelude::*;

    #[test]
    fn a_birthday_is_read_as_members_write_it() {
        for raw in ["2008-02-29", "2008/2/29", "2008年2月29日", "02-29", "2月29日", "20080229"] {
            assert_eq!(month_and_day(raw), Some((2, 29)), "{raw}");
        }
        for raw in ["", "2008", "2009-02-29", "13-01", "夏天", "29-02-2008-1"] {
            assert_eq!(month_and_day(raw), None, "{raw}");
        }
    }

    #[test]
    fn a_leap_day_is_the_28th_in_other_years() {
        let days: Vec<_> = in_range(2, 29, date(2026, 12, 1), date(2028, 3, 1)).collect();
        assert_eq!(days, [date(2027, 2, 28), date(2028, 2, 29)]);
    }

    proptest! {
        #[test]
        fn reading_a_birthday_never_panics(raw in ".{0,20}") {
            let _ = month_and_day(&raw);
        }
    }
}
