//! Timetables that break no rule, with names that are hard to write down.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use school_clock::{Activity, ClockTime, Cycle, Lesson, Schedule, Span, Subject, Timetable, Weeks, is_name};

/// Names that mean something else to YAML or to a spreadsheet.
const HARD: &[&str] = &[
    "null",
    "~",
    "yes",
    "No",
    "1.10",
    "007",
    "2026-09-01",
    "08:00",
    "=1+1",
    "_x0041_",
    "#a",
    "- a",
    "a: b",
    "语文/数学",
    "语文(单)",
    "午休",
    "-",
    "'",
    "\"",
    "{}",
    "[a]",
    "&a",
    "*a",
    "!a",
    "%",
    "@",
    "\\n",
    "周一",
    "单周语文",
    "a  b",
    "é",
    "𠮷",
];

pub fn name() -> impl Strategy<Value = String> {
    let any = "[一-龥a-zA-Z0-9()/=_.#:'\"\\[\\]{}&*!?|>%@`,~ -]{1,10}";
    prop_oneof![select(HARD).prop_map(str::to_owned), any.prop_filter("a name", |text| is_name(text))]
}

fn subjects() -> impl Strategy<Value = Vec<Subject>> {
    let subject =
        (name(), option::of(name()), option::of(name()), option::of(name()), option::of("#[0-9a-fA-F]{6}"));
    let subject = subject.prop_map(|(name, short_name, teacher, room, color)| Subject {
        name,
        short_name,
        teacher,
        room,
        color,
    });
    vec(subject, 1..6).prop_map(|mut subjects| {
        let mut names = std::collections::BTreeSet::new();
        subjects.retain(|subject| names.insert(subject.name.clone()));
        subjects
    })
}

/// Lessons one after another within the part `band` of four of a day.
fn lessons(band: i64, subjects: Vec<String>) -> impl Strategy<Value = Vec<Lesson>> {
    const BAND: i64 = 6 * 3600;
    let lesson = (
        select(subjects),
        0..900_i64,
        1..2400_i64,
        option::weighted(0.3, name()),
        option::weighted(0.3, name()),
    );
    vec(lesson, 0..6).prop_map(move |lessons| {
        let mut at = band * BAND;
        let placed = lessons.into_iter().map(|(subject, pause, length, teacher, room)| {
            let start = ClockTime::from_seconds(at + pause);
            at += pause + length;
            Lesson { subject, start, end: ClockTime::from_seconds(at), teacher, room }
        });
        placed.collect()
    })
}

fn schedules(days: u16, weeks: Vec<Weeks>, subjects: Vec<String>) -> impl Strategy<Value = Vec<Schedule>> {
    let days: Vec<u16> = (1..=days).collect();
    let most = days.len().min(4);
    let schedule = move |band| {
        let name = prop_oneof![Just(String::new()), name()];
        (name, subsequence(days.clone(), 0..=most), select(weeks.clone()), lessons(band, subjects.clone()))
            .prop_map(|(name, days, weeks, lessons)| Schedule { name, days, weeks, lessons })
    };
    (0..5_usize).prop_flat_map(move |count| {
        (0..count).map(|band| schedule(i64::try_from(band).unwrap())).collect::<Vec<_>>()
    })
}

fn description() -> impl Strategy<Value = Option<String>> {
    option::of(prop_oneof![name(), Just("第一行\n第二行：# 不是注释".to_owned())])
}

/// A timetable of weeks.
pub fn weekly() -> impl Strategy<Value = Timetable> {
    (description(), subjects()).prop_flat_map(|(description, subjects)| {
        let names = subjects.iter().map(|subject| subject.name.clone()).collect();
        schedules(7, vec![Weeks::All, Weeks::Odd, Weeks::Even], names).prop_map(move |schedules| Timetable {
            description: description.clone(),
            cycle: Cycle::Weekly,
            subjects: subjects.clone(),
            schedules,
        })
    })
}

/// A timetable of a cycle of days with one of these lists of spans.
fn days_of(spans: impl Strategy<Value = Vec<Span>>) -> impl Strategy<Value = Timetable> {
    (description(), subjects(), spans, any::<bool>()).prop_flat_map(
        |(description, subjects, spans, pauses_on_days_off)| {
            let names = subjects.iter().map(|subject| subject.name.clone()).collect();
            let working =
                spans.iter().filter(|span| span.activity == Activity::Work).map(|span| span.count).sum();
            schedules(working, vec![Weeks::All], names).prop_map(move |schedules| Timetable {
                description: description.clone(),
                cycle: Cycle::Days { spans: spans.clone(), pauses_on_days_off },
                subjects: subjects.clone(),
                schedules,
            })
        },
    )
}

fn span() -> impl Strategy<Value = Span> {
    (prop_oneof![Just(Activity::Work), Just(Activity::Rest)], 1..7_u16)
        .prop_map(|(activity, count)| Span { activity, count })
}

/// A timetable of a cycle of days.
pub fn days() -> impl Strategy<Value = Timetable> {
    let spans = vec(span(), 1..6);
    days_of(
        spans.prop_filter("a working day", |spans| spans.iter().any(|span| span.activity == Activity::Work)),
    )
}

/// A timetable of a cycle of one week or two.
pub fn weeks_of_days() -> impl Strategy<Value = Timetable> {
    let rest = prop_oneof![Just(7_usize), Just(14)];
    let spans = rest.prop_flat_map(|length| vec(any::<bool>(), length)).prop_map(|days| {
        let activity = |work: bool| if work { Activity::Work } else { Activity::Rest };
        let mut spans: Vec<Span> =
            days.iter().map(|work| Span { activity: activity(*work), count: 1 }).collect();
        spans[0].activity = Activity::Work;
        spans
    });
    days_of(spans).prop_map(|mut timetable| {
        if let Cycle::Days { pauses_on_days_off, .. } = &mut timetable.cycle {
            *pauses_on_days_off = false;
        }
        timetable
    })
}
