//! Rules of repetition, compared with a slow walk over all days.

use jiff::civil::{Date, Weekday, date};
use jiff::tz::TimeZone;
use jiff::{Span, ToSpan as _};
use proptest::prelude::*;

use crate::model::content::Content;
use crate::model::expand::{expand, has};
use crate::model::moment::Moment;
use crate::model::series;
use crate::model::walk::Steps;

pub(super) fn shanghai() -> TimeZone {
    TimeZone::get("Asia/Shanghai").unwrap()
}

pub(super) fn event(starts: &str, ends: &str, zone: &str, rule: &str) -> Content {
    let content = Content {
        title: "x".into(),
        description: String::new(),
        location: String::new(),
        all_day: false,
        starts: starts.parse().unwrap(),
        ends: ends.parse().unwrap(),
        zone: zone.into(),
        rule: rule.into(),
        exdates: Vec::new(),
        category: String::new(),
        color: String::new(),
        reminders: Vec::new(),
        in_countdown: false,
    };
    content.checked().unwrap()
}

/// The local times at which an event begins from one day to another.
pub(super) fn starts(content: &Content, from: Date, until: Date) -> Vec<String> {
    let all = expand(content, from, until, &shanghai(), &mut Steps::default()).unwrap().occurrences;
    all.iter().map(|one| one.starts.to_string()).collect()
}

/// What a rule of days, weeks, months or years means, day by day.
#[derive(Clone, Debug)]
pub(super) enum Plain {
    Days(i32),
    Weeks(i32, Vec<Weekday>),
    Months(i32, i8),
    Years(i32),
}

impl Plain {
    pub(super) fn text(&self) -> String {
        let day =
            |day: &Weekday| ["MO", "TU", "WE", "TH", "FR", "SA", "SU"][day.to_monday_zero_offset() as usize];
        match self {
            Self::Days(n) => format!("FREQ=DAILY;INTERVAL={n}"),
            Self::Weeks(n, days) => {
                let days: Vec<_> = days.iter().map(day).collect();
                format!("FREQ=WEEKLY;INTERVAL={n};BYDAY={}", days.join(","))
            }
            Self::Months(n, day) => format!("FREQ=MONTHLY;INTERVAL={n};BYMONTHDAY={day}"),
            Self::Years(n) => format!("FREQ=YEARLY;INTERVAL={n}"),
        }
    }

    fn is_on(&self, first: Date, day: Date) -> bool {
        let months = i32::from(day.year() - first.year()) * 12 + i32::from(day.month() - first.month());
        match self {
            Self::Days(n) => (day - first).get_days() % n == 0,
            Self::Weeks(n, days) => {
                let monday = |day: Date| day - i32::from(day.weekday().to_monday_zero_offset()).days();
                let weeks = (monday(day) - monday(first)).get_days() / 7;
                weeks % n == 0 && days.contains(&day.weekday())
            }
            Self::Months(n, on) => months % n == 0 && day.day() == *on,
            Self::Years(n) => {
                (day.month(), day.day()) == (first.month(), first.day()) && months / 12 % n == 0
            }
        }
    }
}

pub(super) fn plain() -> impl Strategy<Value = Plain> {
    let weekday = (0_i8..7).prop_map(|day| Weekday::from_monday_zero_offset(day).unwrap());
    prop_oneof![
        (1_i32..40).prop_map(Plain::Days),
        (1_i32..6, proptest::collection::hash_set(weekday, 1..5))
            .prop_map(|(n, days)| Plain::Weeks(n, days.into_iter().collect())),
        (1_i32..7, 1_i8..=31).prop_map(|(n, day)| Plain::Months(n, day)),
        (1_i32..4).prop_map(Plain::Years),
    ]
}

pub(super) fn day() -> impl Strategy<Value = Date> {
    (2015_i16..2030, 1_i8..=12, 1_i8..=28).prop_map(|(y, m, d)| date(y, m, d))
}

/// Rules of months and years that say their days in all ways.
fn sparse() -> impl Strategy<Value = &'static str> {
    proptest::sample::select(vec![
        "FREQ=MONTHLY",
        "FREQ=MONTHLY;BYMONTHDAY=-1,15",
        "FREQ=MONTHLY;BYDAY=2TU,-1FR",
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
        "FREQ=YEARLY",
        "FREQ=YEARLY;BYMONTH=2,9",
        "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
        "FREQ=YEARLY;BYWEEKNO=1,53;BYDAY=MO",
        "FREQ=YEARLY;BYYEARDAY=1,100,-1",
    ])
}

/// Any day, the last ones of months among them.
fn any_day() -> impl Strategy<Value = Date> {
    (0_i32..7000).prop_map(|later| date(2011, 1, 1) + later.days())
}

#[derive(Clone, Debug)]
enum End {
    Never,
    Count(usize),
    Until(i32),
}

fn end() -> impl Strategy<Value = End> {
    prop_oneof![Just(End::Never), (1_usize..60).prop_map(End::Count), (0_i32..3000).prop_map(End::Until)]
}

/// The days of a rule, one after the other, with the first day of the event among them.
fn slowly(rule: &Plain, first: Date, end: &End, until: Date) -> Vec<Date> {
    let mut days = Vec::new();
    let mut count = 0;
    for day in first.series(1.day()).take_while(|day| *day <= until) {
        let is_over = match end {
            End::Never => false,
            End::Count(most) => count >= *most,
            End::Until(later) => (day - first).get_days() > *later,
        };
        let is_on = !is_over && rule.is_on(first, day);
        count += usize::from(is_on);
        if is_on || day == first {
            days.push(day);
        }
    }
    days
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_rule_yields_what_a_walk_over_all_days_finds(
        rule in plain(), first in day(), end in end(), ahead in 0_i32..3000, long in 0_i32..400, left_out in 0_usize..9
    ) {
        let text = match &end {
            End::Never => rule.text(),
            End::Count(count) => format!("{};COUNT={count}", rule.text()),
            End::Until(later) => format!("{};UNTIL={}", rule.text(), (first + later.days()).strftime("%Y%m%d")),
        };
        let mut content = Content { rule: text, ..event(&format!("{first}T08:30"), &format!("{first}T09:00"), "Asia/Shanghai", "") };
        let checked = content.clone().checked();
        // A rule that ends before its first time is refused.
        prop_assume!(checked.is_ok());
        content = checked.unwrap();
        let (from, until) = (first + (ahead - 100).days(), first + (ahead - 100 + long).days());
        let mut expected = slowly(&rule, first, &end, until);
        if expected.len() > left_out {
            let gone = expected.remove(left_out);
            content = series::without(&content, Moment::new(gone.at(8, 30, 0, 0)));
        }
        expected.retain(|day| *day >= from);
        let expected: Vec<_> = expected.iter().map(|day| format!("{day}T08:30")).collect();
        prop_assert_eq!(starts(&content, from, until), expected);
    }

    #[test]
    fn the_two_parts_of_a_series_are_the_whole(rule in plain(), first in day(), end in end(), cut in 1_usize..20) {
        let text = match &end {
            End::Never => rule.text(),
            End::Count(count) => format!("{};COUNT={count}", rule.text()),
            End::Until(later) => format!("{};UNTIL={}", rule.text(), (first + later.days()).strftime("%Y%m%d")),
        };
        let whole = Content { rule: text, ..event(&format!("{first}T23:30"), &format!("{first}T23:59"), "Asia/Shanghai", "") };
        let whole = whole.checked();
        prop_assume!(whole.is_ok());
        let whole = whole.unwrap();
        let last = first + 2000.days();
        let all = starts(&whole, first, last);
        prop_assume!(all.len() > cut);
        let at: Moment = all[cut].parse().unwrap();
        prop_assert!(has(&whole, at));
        let (head, tail) = (series::head(&whole, at).unwrap(), series::tail(&whole, at).unwrap());
        let mut both = starts(&head, first, last);
        both.extend(starts(&tail, first, last));
        prop_assert_eq!(both, all);
    }

    #[test]
    fn a_walk_from_nearby_finds_what_a_walk_from_the_beginning_finds(
        rule in sparse(), first in any_day(), interval in 1_i64..8, ahead in 300_i32..20_000, long in 1_i32..900
    ) {
        let rule = format!("{rule};INTERVAL={interval}");
        let content = Content { rule, ..event(&format!("{first}T08:30"), &format!("{first}T09:00"), "Asia/Shanghai", "") };
        // A rule of a day that none of its months has is refused.
        let checked = content.checked();
        prop_assume!(checked.is_ok());
        let content = checked.unwrap();
        let (from, until) = (first + ahead.days(), first + (ahead + long).days());
        let mut all = starts(&content, first, until);
        all.retain(|at| at.as_str() >= from.to_string().as_str());
        prop_assert_eq!(starts(&content, from, until), all);
    }

    #[test]
    fn reading_a_rule_never_panics(rule in "(FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY))?[A-Z0-9=;,+-]{0,60}") {
        let content = Content { rule, ..event("2026-09-01T08:00", "2026-09-01T09:00", "Asia/Shanghai", "") };
        let _ = content.checked();
    }
}

#[test]
fn local_times_stay_and_instants_move_when_the_clocks_change() {
    let paris = event("2026-10-24T08:00", "2026-10-24T09:00", "Europe/Paris", "FREQ=DAILY;COUNT=3");
    let all = expand(&paris, date(2026, 10, 1), date(2026, 11, 1), &shanghai(), &mut Steps::default())
        .unwrap()
        .occurrences;
    let at: Vec<_> =
        all.iter().map(|one| (one.starts.to_string(), kernel::app::iso(one.starts_at))).collect();
    let expected = [
        ("2026-10-24T08:00", "2026-10-24T06:00:00.000Z"),
        ("2026-10-25T08:00", "2026-10-25T07:00:00.000Z"),
        ("2026-10-26T08:00", "2026-10-26T07:00:00.000Z"),
    ];
    assert_eq!(at, expected.map(|(local, at)| (local.to_owned(), at.to_owned())));
    // 02:30 does not exist on 29 March 2026, and exists twice on 25 October: the later instant counts.
    let gap = event("2026-03-29T02:30", "2026-03-29T03:30", "Europe/Paris", "");
    let gap = &expand(&gap, date(2026, 3, 1), date(2026, 4, 1), &shanghai(), &mut Steps::default())
        .unwrap()
        .occurrences[0];
    assert_eq!(kernel::app::iso(gap.starts_at), "2026-03-29T01:30:00.000Z");
    let fold = event("2026-10-25T02:30", "2026-10-25T03:00", "Europe/Paris", "");
    let fold = &expand(&fold, date(2026, 10, 1), date(2026, 11, 1), &shanghai(), &mut Steps::default())
        .unwrap()
        .occurrences[0];
    assert_eq!(kernel::app::iso(fold.starts_at), "2026-10-25T01:30:00.000Z");
}

#[test]
fn a_night_lasts_equally_long_when_the_clocks_change() {
    let night = event("2026-10-23T22:00", "2026-10-24T06:00", "Europe/Paris", "FREQ=DAILY;COUNT=3");
    let all = expand(&night, date(2026, 10, 1), date(2026, 11, 1), &shanghai(), &mut Steps::default())
        .unwrap()
        .occurrences;
    assert!(all.iter().all(|one| one.ends_at - one.starts_at == 8 * 3_600_000));
}

#[test]
fn the_last_weekday_of_a_month_and_several_times_a_day_are_found() {
    let last = event("2026-09-25T16:00", "2026-09-25T17:00", "Asia/Shanghai", "FREQ=MONTHLY;BYDAY=-1FR");
    assert_eq!(
        starts(&last, date(2026, 9, 1), date(2026, 12, 31)),
        ["2026-09-25T16:00", "2026-10-30T16:00", "2026-11-27T16:00", "2026-12-25T16:00"]
    );
    let twice =
        event("2026-09-01T08:00", "2026-09-01T08:10", "Asia/Shanghai", "FREQ=DAILY;BYHOUR=20,8;COUNT=3");
    assert_eq!(
        starts(&twice, date(2026, 9, 1), date(2026, 9, 30)),
        ["2026-09-01T08:00", "2026-09-01T20:00", "2026-09-02T08:00"]
    );
}

#[test]
fn the_end_of_a_rule_is_an_instant_of_the_zone() {
    // Midnight in Shanghai is 16:00 of the day before in UTC.
    let content =
        event("2026-09-01T00:30", "2026-09-01T01:00", "Asia/Shanghai", "FREQ=DAILY;UNTIL=20260903T163000Z");
    assert_eq!(starts(&content, date(2026, 9, 1), date(2026, 9, 30)).last().unwrap(), "2026-09-04T00:30");
    assert_eq!(content.rule, "FREQ=DAILY;UNTIL=20260903T163000Z");
    let days: Span = 3.days();
    let dated = event("2026-09-01T00:30", "2026-09-01T01:00", "Asia/Shanghai", "freq=daily;until=20260904;");
    let until = date(2026, 9, 1) + days;
    assert_eq!(
        starts(&dated, date(2026, 9, 1), date(2026, 9, 30)).last().unwrap(),
        &format!("{until}T00:30")
    );
}

#[test]
fn the_last_of_whole_days_is_the_day_on_which_a_rule_ends_in_the_zone() {
    // Midnight of 4 September in Shanghai.
    let rule = "FREQ=DAILY;UNTIL=20260903T160000Z".to_owned();
    let days = event("2026-09-01T00:00", "2026-09-01T00:00", "Asia/Shanghai", "");
    let days = Content { all_day: true, rule, ..days }.checked().unwrap();
    assert_eq!(days.rule, "FREQ=DAILY;UNTIL=20260904");
    assert_eq!(starts(&days, date(2026, 9, 1), date(2026, 9, 30)).last().unwrap(), "2026-09-04T00:00");
}
