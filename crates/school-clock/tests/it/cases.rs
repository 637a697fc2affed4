//! The cases in `api/school-clock-cases.json`, which the web's school clock must answer alike.

use std::collections::BTreeMap;

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use school_clock::{DayChange, SchoolCalendar, Term, Timetable, school_clock};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Case {
    about: String,
    zone: String,
    from: String,
    timetable: Timetable,
    changes: BTreeMap<String, DayChange>,
    days: Vec<Value>,
    readings: Vec<Value>,
}

#[test]
fn the_cases_that_the_web_shares_are_answered_as_they_say() {
    let cases: Vec<Case> =
        serde_json::from_str(include_str!("../../../../api/school-clock-cases.json")).unwrap();
    for case in cases {
        let from: Date = case.from.parse().unwrap();
        let term = Term { from, until: None, first_day: from, timetable: case.timetable };
        let changes =
            case.changes.into_iter().map(|(date, change)| (date.parse().unwrap(), change)).collect();
        let calendar = SchoolCalendar::new(vec![term], vec![], changes, vec![]);
        for expected in &case.days {
            let date: Date = expected["date"].as_str().unwrap().parse().unwrap();
            let day = calendar.day(date);
            let lessons = day
                .lessons
                .iter()
                .map(|lesson| json!({ "start": lesson.start, "end": lesson.end, "subject": lesson.subject }));
            let said =
                json!({ "date": date.to_string(), "kind": day.kind, "lessons": lessons.collect::<Vec<_>>() });
            assert_eq!(&said, expected, "{}", case.about);
        }
        let zone = TimeZone::get(&case.zone).unwrap();
        for expected in &case.readings {
            let local: DateTime = expected["at"].as_str().unwrap().parse().unwrap();
            let reading = school_clock(&calendar, &zone, zone.to_timestamp(local).unwrap());
            let current = reading.current.map(|index| reading.day.lessons[index].subject);
            let next = reading
                .next
                .as_ref()
                .map(|next| json!({ "date": next.date.to_string(), "subject": next.lesson.subject }));
            let said = json!({ "at": expected["at"], "state": reading.state, "current": current, "next": next,
                               "minutes_left": reading.minutes_left });
            assert_eq!(&said, expected, "{}", case.about);
        }
    }
}
