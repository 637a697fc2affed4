//! What is left out of a series stays left out when the series moves.

use std::collections::BTreeSet;

use jiff::ToSpan as _;
use jiff::civil::{Date, date};
use proptest::prelude::*;
use serde_json::json;

use super::expansion::{day, event, plain, starts};
use super::{create, on, path, portal, rehearsal, with};
use crate::model::content::Content;
use crate::model::series;

/// The last day that is looked at.
const LAST: Date = date(2034, 12, 31);

fn moved(before: &Content, to: &str) -> Content {
    let after = before.starting(to.parse().unwrap(), before.all_day).checked().unwrap();
    series::moved(before, after).unwrap()
}

fn days_of(content: &Content) -> BTreeSet<Date> {
    starts(content, date(2014, 1, 1), LAST).iter().map(|at| at[..10].parse().unwrap()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Either the days stay, and then those that are left out are no days of the series afterwards; or all of them move
    /// with the beginning, and then the series is what it was, so much later.
    #[test]
    fn a_time_that_is_left_out_stays_left_out_when_the_series_moves(
        rule in plain(), first in day(), later in -40_i32..40, left_out in proptest::collection::vec(1_usize..30, 1..5)
    ) {
        let at = |day: Date| format!("{day}T08:30");
        let whole = event(&at(first), &format!("{first}T09:00"), "Asia/Shanghai", &rule.text());
        let all = starts(&whole, first, LAST);
        let mut before = whole.clone();
        for place in &left_out {
            if let Some(at) = all.get(*place) {
                before = series::without(&before, at.parse().unwrap());
            }
        }
        let to = first + later.days();
        let after = moved(&before, &format!("{to}T10:00"));
        let (old, new) = (days_of(&before), days_of(&after));
        let gone: BTreeSet<Date> = before.exdates.iter().map(|at| at.date()).collect();
        let far = LAST - 60.days();
        let shifted: BTreeSet<Date> = old.iter().map(|day| *day + later.days()).collect();
        let until = |days: &BTreeSet<Date>| days.range(..far).copied().collect::<BTreeSet<_>>();
        let stays = new.iter().skip(1).all(|day| !gone.contains(day));
        prop_assert!(stays || until(&new) == until(&shifted), "{before:?} {after:?}");
        let left = after.exdates.len();
        prop_assert!(later != 0 || left == before.exdates.len());
    }
}

#[test]
fn the_days_of_a_weekly_rule_move_along_across_the_end_of_a_week() {
    let rule = "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;UNTIL=20261231";
    let before = event("2026-09-07T08:30", "2026-09-07T09:00", "Asia/Shanghai", rule);
    let before = series::without(&before, "2026-09-13T08:30".parse().unwrap());
    let after = moved(&before, "2026-09-08T08:30");
    assert!(
        after.rule.starts_with("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU;WKST=TU;UNTIL=2026"),
        "{}",
        after.rule
    );
    assert_eq!(
        starts(&after, date(2026, 9, 1), date(2026, 10, 6)),
        ["2026-09-08T08:30", "2026-09-22T08:30", "2026-09-28T08:30", "2026-10-06T08:30"]
    );
}

#[test]
fn a_rule_that_names_the_days_of_its_months_keeps_what_is_left_out() {
    let rule = "FREQ=MONTHLY;BYMONTHDAY=15,20";
    let before = event("2026-09-15T08:30", "2026-09-15T09:00", "Asia/Shanghai", rule);
    let before = series::without(&before, "2026-10-15T08:30".parse().unwrap());
    let after = moved(&before, "2026-09-16T10:00");
    assert_eq!(
        starts(&after, date(2026, 9, 1), date(2026, 11, 1)),
        ["2026-09-16T10:00", "2026-09-20T10:00", "2026-10-20T10:00"]
    );
    let hours = event("2026-09-01T08:00", "2026-09-01T08:10", "Asia/Shanghai", "FREQ=DAILY;BYHOUR=8,20");
    let hours = series::without(&hours, "2026-09-02T20:00".parse().unwrap());
    let exdates = |content: &Content| content.exdates.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(exdates(&moved(&hours, "2026-09-01T08:30")), ["2026-09-02T20:30"], "the minute moves");
    assert_eq!(exdates(&moved(&hours, "2026-09-01T07:00")), ["2026-09-02T20:00"], "the hours are named");
}

#[test]
fn a_beginning_that_is_left_out_stays_so_in_the_part_before_a_cut() {
    // The rule yields Fridays; the beginning is a Wednesday.
    let series = event("2026-09-02T08:30", "2026-09-02T09:00", "Asia/Shanghai", "FREQ=WEEKLY;BYDAY=FR");
    let series = series::without(&series, series.starts);
    let head = series::head(&series, "2026-09-04T08:30".parse().unwrap()).unwrap();
    assert_eq!(starts(&head, date(2026, 9, 1), date(2026, 12, 31)), Vec::<String>::new());
}

#[test]
fn one_whole_day_becomes_an_hour_on_the_clock() {
    let day = Content { all_day: true, ..event("2026-09-02T00:00", "2026-09-02T00:00", "Asia/Shanghai", "") };
    let timed = day.starting("2026-09-02T18:30".parse().unwrap(), false);
    assert_eq!((timed.ends.to_string(), timed.all_day), ("2026-09-02T19:30".to_owned(), false));
    let three = Content { ends: "2026-09-04T00:00".parse().unwrap(), ..day };
    assert_eq!(three.starting(three.starts, false).ends.to_string(), "2026-09-04T00:00");
}

#[tokio::test]
async fn a_deleted_time_does_not_come_back_when_all_are_moved_to_another_day() {
    let portal = portal().await;
    let alice = portal.member().await;
    let body = with(rehearsal(), json!({ "rule": "FREQ=WEEKLY;BYDAY=WE,SU" }));
    let series = create(&alice, body).await;
    alice.delete(&format!("{}?scope=this&occurrence=2026-09-06T18:30", path(&series))).await.data();
    let other = json!({ "revision": 2, "scope": "this", "occurrence": "2026-09-09T18:30", "title": "早" });
    alice.patch(&path(&series), &other).await.data();
    let changed = json!({ "revision": 3, "starts": "2026-09-03T18:30" });
    let moved = alice.patch(&path(&series), &changed).await.data();
    assert_eq!(moved["event"]["rule"], "FREQ=WEEKLY;BYDAY=MO,TH");
    let all = on(&alice, "2026-09-01", "2026-09-18").await;
    let all: Vec<_> = all.iter().map(|(title, day)| (title.as_str(), &day[5..])).collect();
    assert_eq!(all, [("合唱排练", "09-03"), ("早", "09-09"), ("合唱排练", "09-14"), ("合唱排练", "09-17")]);
}
