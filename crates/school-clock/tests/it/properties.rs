//! What holds for every timetable and every instant.

use std::collections::BTreeMap;

use jiff::civil::{Date, date};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Span as Duration, Timestamp};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use school_clock::{
    Activity, ClockTime, Cycle, DayChange, DayPlan, Lesson, PublicDay, Schedule, SchoolCalendar, Span, State,
    Subject, Term, Timetable, Weeks, school_clock,
};

fn weeks() -> impl Strategy<Value = Weeks> {
    prop_oneof![Just(Weeks::All), Just(Weeks::Odd), Just(Weeks::Even)]
}

/// Lessons that do not overlap, in the order of their times.
fn lessons() -> impl Strategy<Value = Vec<Lesson>> {
    vec((0_i64..90, 1_i64..90), 0..8).prop_map(|lengths| {
        let mut at = 6 * 3600;
        let mut lessons = Vec::new();
        for (gap, length) in lengths {
            let start = at + gap * 60;
            at = start + length * 60;
            let time = ClockTime::from_seconds;
            let (start, end) = (time(start), time(at));
            if start < end {
                let subject = ["语文", "数学", "英语"][lessons.len() % 3].to_owned();
                lessons.push(Lesson { subject, start, end, teacher: None, room: None });
            }
        }
        lessons
    })
}

fn cycle() -> impl Strategy<Value = Cycle> {
    let span = (any::<bool>(), 1_u16..6).prop_map(|(work, count)| Span {
        activity: if work { Activity::Work } else { Activity::Rest },
        count,
    });
    let days = (vec(span, 0..4), any::<bool>()).prop_map(|(mut spans, pauses_on_days_off)| {
        spans.push(Span { activity: Activity::Work, count: 2 });
        Cycle::Days { spans, pauses_on_days_off }
    });
    prop_oneof![Just(Cycle::Weekly), days]
}

/// A timetable that keeps the rules: each day is in one schedule of each kind of week.
fn timetable() -> impl Strategy<Value = Timetable> {
    (cycle(), vec((weeks(), lessons()), 7)).prop_map(|(cycle, days)| {
        let schedule = |(index, (weeks, lessons)): (usize, (Weeks, Vec<Lesson>))| Schedule {
            name: String::new(),
            days: vec![u16::try_from(index).unwrap() + 1],
            weeks: if cycle == Cycle::Weekly { weeks } else { Weeks::All },
            lessons,
        };
        let mut schedules: Vec<_> = days.into_iter().enumerate().map(schedule).collect();
        if cycle != Cycle::Weekly {
            schedules.truncate(2);
        }
        let subject = |name: &str| Subject { name: name.into(), ..Subject::default() };
        let subjects = ["语文", "数学", "英语"].map(subject).to_vec();
        Timetable { description: None, cycle, subjects, schedules }
    })
}

fn day() -> impl Strategy<Value = Date> {
    (0_i32..400).prop_map(|days| date(2026, 8, 1).checked_add(Duration::new().days(days)).unwrap())
}

fn terms() -> impl Strategy<Value = Vec<Term>> {
    // Some weeks have a timetable without lessons, within a term that has them.
    let timetable = prop_oneof![3 => timetable(), 1 => Just(Timetable::default())];
    let term = (day(), 0_i32..200, any::<bool>(), timetable).prop_map(|(from, length, open, timetable)| {
        let until = from.checked_add(Duration::new().days(length)).unwrap();
        Term { from, until: (!open).then_some(until), first_day: from, timetable }
    });
    vec(term, 0..4)
}

fn plan() -> impl Strategy<Value = DayPlan> {
    prop_oneof![
        Just(DayPlan::Usual),
        Just(DayPlan::Off),
        (1_u16..9, weeks()).prop_map(|(day, weeks)| DayPlan::AsDay { day, weeks: Some(weeks) }),
        lessons().prop_map(|lessons| DayPlan::Lessons { lessons }),
        lessons().prop_map(|lessons| DayPlan::Exam { lessons }),
    ]
}

fn changes() -> impl Strategy<Value = BTreeMap<Date, DayChange>> {
    let change = (plan(), proptest::option::of(8_i8..18)).prop_map(|(plan, until)| DayChange {
        plan,
        note: String::new(),
        from: None,
        until: until.and_then(|hour| ClockTime::new(hour, 0, 0)),
    });
    btree_map(day(), change, 0..20)
}

fn calendars() -> impl Strategy<Value = SchoolCalendar> {
    let public = vec((day(), any::<bool>()), 0..20).prop_map(|days| {
        days.into_iter().map(|(date, off)| PublicDay { date, name: "节".into(), off }).collect()
    });
    (terms(), terms(), changes(), public)
        .prop_map(|(class, own, changes, public)| SchoolCalendar::new(class, own, changes, public))
}

/// The zone has a change of clocks, on a day with lessons now and then.
fn zone() -> TimeZone {
    TimeZone::get("Europe/Lisbon").unwrap()
}

proptest! {
    #[test]
    fn a_timetable_that_is_made_to_the_rules_has_no_problem(timetable in timetable()) {
        prop_assert_eq!(timetable.problems(), vec![]);
    }

    #[test]
    fn a_day_has_one_lesson_at_a_time_in_their_order(calendar in calendars(), date in day()) {
        let lessons = calendar.day(date).lessons;
        for pair in lessons.windows(2) {
            prop_assert!(pair[0].end <= pair[1].start, "{:?}", pair);
        }
    }

    #[test]
    fn the_clock_says_what_a_search_through_all_instants_finds(
        calendar in calendars(),
        date in day(),
        minutes in 0_i64..1440,
    ) {
        let zone = zone();
        let midnight = zone.to_timestamp(date.at(0, 0, 0, 0)).unwrap();
        let now = midnight + SignedDuration::from_mins(minutes);
        let reading = school_clock(&calendar, &zone, now);
        let today = zone.to_datetime(now).date();

        let instant = |date: Date, time: ClockTime| -> Timestamp {
            zone.to_ambiguous_zoned(date.to_datetime(time.time())).later().unwrap().timestamp()
        };
        let mut all = Vec::new();
        let mut looked_at = today;
        for _ in 0..500 {
            for lesson in calendar.day(looked_at).lessons {
                all.push((instant(looked_at, lesson.start), instant(looked_at, lesson.end), looked_at, lesson));
            }
            looked_at = looked_at.tomorrow().unwrap();
        }
        let on = all.iter().find(|(start, end, ..)| *start <= now && now < *end);
        let next = all.iter().find(|(start, ..)| now < *start);
        let said_on = reading.current.map(|index| &reading.day.lessons[index]);
        prop_assert_eq!(said_on, on.map(|(.., lesson)| lesson));
        let said_next = reading.next.as_ref().map(|next| (next.date, next.starts_at, &next.lesson));
        prop_assert_eq!(said_next, next.map(|(start, _, date, lesson)| (*date, *start, lesson)));
        prop_assert_eq!(reading.state == State::Lesson, on.is_some());
        prop_assert_eq!(reading.state == State::NoLessons, all.iter().all(|(_, _, date, _)| *date != today));
        if let Some(ends_at) = reading.ends_at {
            // Until then nothing changes, and then something does.
            let just_before = school_clock(&calendar, &zone, ends_at - SignedDuration::from_secs(1));
            prop_assert_eq!(just_before.state, reading.state);
            prop_assert_eq!(just_before.current, reading.current);
            let then = school_clock(&calendar, &zone, ends_at);
            prop_assert!(then.state != reading.state || then.current != reading.current);
        }
    }
}
