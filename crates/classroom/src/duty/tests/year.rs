//! A year of a class, day by day, with restarts and days on which the server is off: every turn is stored exactly once,
//! those on duty are told exactly once, and each group has as many turns as the others but for one.

use std::collections::{BTreeMap, BTreeSet};

use identity::testing::TestPortal;
use jiff::ToSpan as _;
use jiff::civil::{Date, date};
use kernel::events::FeatureEvent as _;
use serde_json::json;

use super::{create, go_to, kept, roster, with};
use crate::duty::DutyEvent;
use crate::duty::store::turns as rows;
use crate::tests::portal;

const START: Date = date(2026, 9, 1);
const END: Date = date(2027, 8, 31);
/// Days off that the class says, as the holidays between the terms.
const HOLIDAYS: [(Date, Date); 2] =
    [(date(2027, 1, 23), date(2027, 2, 21)), (date(2027, 7, 10), date(2027, 8, 31))];

/// The server is off on these days of each month: nothing is told of them.
fn is_on(day: Date) -> bool {
    !matches!(day.day(), 10..=12 | 25)
}

async fn say_holidays(portal: &TestPortal) {
    let head = portal.client_of(kernel::user::UserId::parse("240100").unwrap()).await;
    let off = |day: Date| json!({ "date": day.to_string(), "change": { "plan": "off" } });
    for (first, last) in HOLIDAYS {
        let days: Vec<_> = first.series(1.day()).take_while(|day| *day <= last).map(off).collect();
        head.put("/api/timetable/days", &json!({ "days": days })).await.data();
    }
}

/// How often those on duty were told, by roster and day, since a place in the log; and the new place.
async fn told_since(portal: &TestPortal, after: i64) -> (Vec<(String, String)>, i64) {
    portal.settle().await;
    let events =
        portal.app.db.read(move |read| Ok(kernel::events::after(read, after, 10_000)?)).await.unwrap();
    let last = events.last().map_or(after, |event| event.seq);
    let told = events.into_iter().filter_map(|event| match DutyEvent::read(&event)? {
        DutyEvent::Told { date, .. } => Some((event.subject_id, date)),
        _ => None,
    });
    (told.collect(), last)
}

/// The days of duty by rules that are written down once more here.
fn expected(weekdays: &[i8], public_off: &BTreeSet<Date>, worked: &BTreeSet<Date>) -> Vec<Date> {
    let is_holiday = |day: Date| HOLIDAYS.iter().any(|(first, last)| (*first..=*last).contains(&day));
    let is_school = |day: Date| {
        let weekday = day.weekday().to_monday_one_offset();
        !is_holiday(day) && !public_off.contains(&day) && (weekday <= 5 || worked.contains(&day))
    };
    let days = START.series(1.day()).take_while(|day| *day <= END);
    days.filter(|day| weekdays.contains(&day.weekday().to_monday_one_offset()) && is_school(*day)).collect()
}

async fn stored(portal: &TestPortal) -> BTreeMap<String, Vec<(Date, String)>> {
    let all = portal.app.db.read(|read| Ok(rows::on_days(read, "01", START, END)?)).await.unwrap();
    let mut by_roster = BTreeMap::<String, Vec<(Date, String)>>::new();
    for turn in all {
        by_roster.entry(turn.roster_id).or_default().push((turn.date, turn.group_name));
    }
    by_roster
}

/// Each group has as many turns as the others but for one; a turn of the weekly roster is a week.
fn assert_even(found: &BTreeMap<String, Vec<(Date, String)>>, weekly: &str) {
    for (id, turns) in found {
        let mut order: Vec<(Date, &str)> = turns
            .iter()
            .map(|(date, group)| {
                let begins = if id == weekly { crate::duty::rotation::monday(*date) } else { *date };
                (begins, group.as_str())
            })
            .collect();
        order.dedup();
        let count = |group: &str| order.iter().filter(|(_, of)| *of == group).count();
        let counts = [count("一组"), count("二组"), count("三组")];
        assert!(counts.iter().max().unwrap() - counts.iter().min().unwrap() <= 1, "{counts:?}");
    }
}

#[tokio::test]
async fn in_a_year_every_turn_is_stored_and_told_exactly_once() {
    let mut portal = portal().await;
    let head = portal.class_admin().await;
    for number in ["240101", "240105", "240109"] {
        portal.register(number).await;
    }
    say_holidays(&portal).await;
    let daily = create(&head, roster()).await;
    let some = with(roster(), json!({ "name": "走廊", "weekdays": [1, 3, 6, 7], "first_group": 1 }));
    let some = create(&head, some).await;
    let weekly = create(&head, with(roster(), json!({ "name": "花", "turn": "week" }))).await;

    let (mut told, mut place) = (Vec::new(), 0);
    for day in START.series(1.day()).take_while(|day| *day <= END) {
        if !is_on(day) {
            continue;
        }
        // A day after one on which the server was off begins with a start.
        if !is_on(day.yesterday().unwrap()) || day.day() == 20 {
            go_to(&portal, &format!("{day}T08:01"));
            portal = portal.restart(&[]).await;
        } else {
            go_to(&portal, &format!("{day}T08:01"));
        }
        kept(&portal).await;
        let (more, last) = told_since(&portal, place).await;
        told.extend(more);
        place = last;
    }

    let public = portal.app.db.read(|read| timetable::calendar::public_days(read, START, END)).await.unwrap();
    let (off, worked): (Vec<_>, Vec<_>) = public.into_iter().partition(|day| day.off);
    let dates = |days: Vec<school_clock::PublicDay>| days.into_iter().map(|day| day.date).collect();
    let (off, worked): (BTreeSet<Date>, BTreeSet<Date>) = (dates(off), dates(worked));
    let found = stored(&portal).await;
    let days = |id: &str| found[id].iter().map(|(date, _)| *date).collect::<Vec<_>>();
    assert_eq!(days(&daily), expected(&[1, 2, 3, 4, 5], &off, &worked));
    assert_eq!(days(&some), expected(&[1, 3, 6, 7], &off, &worked));
    assert_eq!(days(&weekly), expected(&[1, 2, 3, 4, 5, 6, 7], &off, &worked));
    assert!(days(&daily).len() > 160 && worked.iter().any(|day| days(&weekly).contains(day)));

    assert_even(&found, &weekly);
    let mut wanted: Vec<(String, String)> = found
        .iter()
        .flat_map(|(id, turns)| turns.iter().map(|(date, _)| (id.clone(), *date)))
        .filter(|(_, date)| is_on(*date))
        .map(|(id, date)| (id, date.to_string()))
        .collect();
    wanted.sort();
    told.sort();
    assert_eq!(told, wanted);
}
