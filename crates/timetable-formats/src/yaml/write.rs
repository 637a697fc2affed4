//! Writing CSES 1 and 2. Fields stand in the order of the standard.

use jiff::civil::Date;
use school_clock::{Activity, ClockTime, Cycle, Lesson, Schedule, Timetable, Weeks};
use serde::Serialize;
use serde_saphyr::{DoubleQuoted, FlowSeq};

use crate::CannotWrite;
use crate::cycle::{day_cycle, weekday_name, weekdays};

#[derive(Serialize)]
struct File1<'a> {
    version: u8,
    subjects: Vec<Subject1<'a>>,
    schedules: Vec<Schedule1<'a>>,
}

#[derive(Serialize)]
struct Subject1<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    simplified_name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    teacher: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    room: Option<&'a str>,
}

#[derive(Serialize)]
struct Schedule1<'a> {
    name: String,
    enable_day: u16,
    weeks: Weeks,
    classes: Vec<Class<'a>>,
}

#[derive(Serialize)]
struct File2<'a> {
    version: u8,
    configuration: Configuration<'a>,
    subjects: Vec<Subject2<'a>>,
    schedules: Vec<Schedule2<'a>>,
}

#[derive(Serialize)]
struct Configuration<'a> {
    name: &'a str,
    description: &'a str,
    cycle: Cycle2,
}

#[derive(Serialize)]
struct Cycle2 {
    work_count: u16,
    rest_count: u16,
    spans: Vec<Span2>,
}

#[derive(Serialize)]
struct Span2 {
    activity: Activity,
    count: u16,
}

#[derive(Serialize)]
struct Subject2<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    simplified_name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    teacher: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    location: Option<&'a str>,
}

#[derive(Serialize)]
struct Schedule2<'a> {
    name: String,
    enable_day: FlowSeq<Vec<u16>>,
    classes: Vec<Class<'a>>,
}

#[derive(Serialize)]
struct Class<'a> {
    subject: &'a str,
    start_time: DoubleQuoted<String>,
    end_time: DoubleQuoted<String>,
}

/// Writes CSES 1. A schedule of several days is written once for each. A cycle of 7 or 14 days becomes a week or two,
/// counted from `first_day`, the first day of the term. The format has no place for colours, for the description,
/// and for teachers and rooms of single lessons; they are left out.
///
/// # Errors
/// When the cycle does not fit weeks; `NoCses` when it does not fit CSES 2 either.
pub fn write_cses_1(timetable: &Timetable, first_day: Date) -> Result<String, CannotWrite> {
    let subjects = timetable.subjects.iter().map(|subject| Subject1 {
        name: &subject.name,
        simplified_name: subject.short_name.as_deref(),
        teacher: subject.teacher.as_deref(),
        room: subject.room.as_deref(),
    });
    let weekdays = weekdays(timetable, first_day).ok_or_else(|| match day_cycle(timetable) {
        Some(_) => CannotWrite::NotAWeek,
        None => CannotWrite::NoCses,
    })?;
    let mut schedules = Vec::new();
    for (schedule, days) in timetable.schedules.iter().zip(weekdays) {
        schedules.extend(days.into_iter().map(|(day, weeks)| Schedule1 {
            name: name(schedule, &[day], weeks, true),
            enable_day: day,
            weeks,
            classes: classes(schedule),
        }));
    }
    Ok(to_text(&File1 { version: 1, subjects: subjects.collect(), schedules }))
}

/// Writes CSES 2. Weeks become a cycle of 7 days, or of 14 where odd and even ones differ, that begins on a Monday; a
/// cycle with fewer than two working days or days of rest is written twice. The format has no place for colours, for
/// teachers and rooms of single lessons, and for a cycle that pauses on days off; they are left out.
///
/// # Errors
/// When the cycle has no day of rest, or is too long to be written twice; `NoCses` when it does not fit CSES 1 either.
pub fn write_cses_2(name_of_file: &str, timetable: &Timetable) -> Result<String, CannotWrite> {
    // Whether a cycle fits weeks does not depend on its first day.
    let cycle = day_cycle(timetable).ok_or_else(|| match weekdays(timetable, Date::ZERO) {
        Some(_) => CannotWrite::NoRest,
        None => CannotWrite::NoCses,
    })?;
    let subjects = timetable.subjects.iter().map(|subject| Subject2 {
        name: &subject.name,
        simplified_name: subject.short_name.as_deref(),
        teacher: subject.teacher.as_deref(),
        location: subject.room.as_deref(),
    });
    let is_week = timetable.cycle == Cycle::Weekly;
    let schedules = timetable.schedules.iter().zip(cycle.days).map(|(schedule, days)| Schedule2 {
        name: name(schedule, &schedule.days, schedule.weeks, is_week),
        enable_day: FlowSeq(days),
        classes: classes(schedule),
    });
    let file = File2 {
        version: 2,
        configuration: Configuration {
            name: name_of_file,
            description: timetable.description.as_deref().unwrap_or_default(),
            cycle: Cycle2 {
                work_count: Activity::Work.days_in(&cycle.spans),
                rest_count: Activity::Rest.days_in(&cycle.spans),
                spans: cycle
                    .spans
                    .iter()
                    .map(|span| Span2 { activity: span.activity, count: span.count })
                    .collect(),
            },
        },
        subjects: subjects.collect(),
        schedules: schedules.collect(),
    };
    Ok(to_text(&file))
}

fn classes(schedule: &Schedule) -> Vec<Class<'_>> {
    let time = |time: ClockTime| {
        let time = time.time();
        DoubleQuoted(format!("{:02}:{:02}:{:02}", time.hour(), time.minute(), time.second()))
    };
    let class = |lesson: &'_ Lesson| (time(lesson.start), time(lesson.end));
    let lessons = schedule.lessons.iter().map(|lesson| {
        let (start_time, end_time) = class(lesson);
        Class { subject: &lesson.subject, start_time, end_time }
    });
    lessons.collect()
}

/// The name of a schedule, which the standard asks for: its own, else one that says its days.
fn name(schedule: &Schedule, days: &[u16], weeks: Weeks, is_week: bool) -> String {
    const SHOWN: usize = 3;
    if !schedule.name.is_empty() {
        return schedule.name.clone();
    }
    let day_name = |day: &u16| if is_week { weekday_name(*day) } else { format!("第 {day} 天") };
    let mut name = days.iter().take(SHOWN).map(day_name).collect::<Vec<_>>().join("、");
    if days.len() > SHOWN {
        name.push('等');
    }
    match weeks {
        _ if name.is_empty() => "未安排".to_owned(),
        Weeks::All => name,
        Weeks::Odd => name + "-单周",
        Weeks::Even => name + "-双周",
    }
}

fn to_text<T: Serialize>(file: &T) -> String {
    let options = serde_saphyr::ser_options! { prefer_block_scalars: false };
    serde_saphyr::to_string_with_options(file, options).expect("texts and numbers can always be written")
}
