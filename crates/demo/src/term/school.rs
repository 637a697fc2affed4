//! The class's day: timetable, events, countdowns of the class, duty and seats.

use anyhow::Result;
use axum::http::Method;
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::{Value, json};

use super::day;
use crate::class::{Class, Countdown};
use crate::portal::Portal;
use crate::{PUPIL, TEACHER};

/// The file, so that the folder of a demo knows which one it was made from.
pub(crate) const FILE: &str = include_str!("../../class/school.json");

/// What the class has at school.
#[derive(Deserialize)]
struct School {
    /// As the API takes them.
    subjects: Vec<Value>,
    /// When each lesson of a day begins and ends, `HH:MM`.
    times: Vec<(String, String)>,
    /// The subjects of each day from Monday on.
    week: Vec<Vec<String>>,
    duty: Duty,
    events: Vec<ClassEvent>,
    countdowns: Vec<Countdown>,
    seats: Seats,
}

#[derive(Deserialize)]
struct Duty {
    name: String,
    groups: usize,
    tasks: Vec<String>,
}

/// An event of the class.
#[derive(Deserialize)]
struct ClassEvent {
    /// From today.
    days: i32,
    /// The last day of one that takes whole days, from today.
    last: Option<i32>,
    /// When it begins and ends, `HH:MM`, unless it takes whole days.
    from: Option<String>,
    until: Option<String>,
    title: String,
    location: String,
    category: String,
}

#[derive(Deserialize)]
struct Seats {
    rows: usize,
    columns: usize,
}

/// Enters what a class has from the first day on: its timetable, who is on duty, and who sits where.
pub(super) async fn begin(portal: &Portal, class: &Class, now: Timestamp) -> Result<()> {
    let school: School = serde_json::from_str(FILE)?;
    let timetable = json!({
        "owner": "class", "name": "高一上学期", "from": day(now, -super::DAYS).to_string(),
        "until": day(now, 60).to_string(),
        "timetable": { "subjects": school.subjects, "schedules": school.schedules() },
    });
    portal.post(TEACHER, "/api/timetable", timetable).await?;
    let pupils = pupils(portal, class)?;
    portal.post(TEACHER, "/api/duty/rosters", school.roster(&pupils, now)).await?;
    portal.call(TEACHER, Method::PUT, "/api/seating", Some(school.plan(&pupils))).await?;
    Ok(())
}

/// Enters what lies before the class.
pub(super) async fn plan_ahead(portal: &Portal, now: Timestamp) -> Result<()> {
    let school: School = serde_json::from_str(FILE)?;
    for event in &school.events {
        portal.post(TEACHER, "/api/calendar", event.body(now)).await?;
    }
    for countdown in &school.countdowns {
        let mut new = countdown.fields.clone();
        new.insert("target_date".into(), json!(day(now, countdown.days).to_string()));
        new.insert("for_class".into(), json!(true));
        new.insert("started_on".into(), json!(day(now, -super::DAYS).to_string()));
        portal.post(TEACHER, "/api/countdown", Value::Object(new)).await?;
    }
    let draw = json!({ "list": { "kind": "class" }, "count": 2, "fair": true, "without": [], "purpose": "上台讲题" });
    portal.post(TEACHER, "/api/picker/draws", draw).await?;
    portal.post(PUPIL, "/api/level/daily-login", Value::Null).await.map(drop)
}

/// The numbers of the registered pupils.
fn pupils(portal: &Portal, class: &Class) -> Result<Vec<String>> {
    let pupils = class.people.iter().filter(|person| !person.net_name.is_empty());
    let pupils = pupils.filter(|person| person.office != "teacher" && person.office != "admin");
    pupils.map(|person| Ok(portal.id(&person.real_name)?.to_string())).collect()
}

impl School {
    fn schedules(&self) -> Vec<Value> {
        let lesson = |((start, end), subject): (&(String, String), &String)| json!({ "subject": subject, "start": start, "end": end });
        let days = self.week.iter().zip(1..);
        days.map(|(subjects, weekday)| {
            json!({ "days": [weekday], "lessons": self.times.iter().zip(subjects).map(lesson).collect::<Vec<_>>() })
        })
        .collect()
    }

    /// Groups of the same size, as far as there are pupils.
    fn roster(&self, pupils: &[String], now: Timestamp) -> Value {
        let Duty { name, groups, tasks } = &self.duty;
        let member =
            |(at, number): (usize, &String)| json!({ "number": number, "task": tasks[at % tasks.len()] });
        let group = |at: usize| {
            let members = pupils.iter().skip(at).step_by(*groups).enumerate().map(member);
            json!({ "name": format!("第 {} 组", at + 1), "members": members.collect::<Vec<_>>() })
        };
        json!({
            "name": name, "groups": (0..*groups).map(group).collect::<Vec<_>>(), "turn": "day",
            "weekdays": [1, 2, 3, 4, 5], "starts_on": day(now, -super::DAYS).to_string(), "first_group": 0,
        })
    }

    /// Everyone in the order of the list, row by row.
    fn plan(&self, pupils: &[String]) -> Value {
        let Seats { rows, columns } = self.seats;
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let seat = |(at, (row, column)): (usize, (usize, usize))| json!({ "row": row, "column": column, "number": pupils.get(at), "blocked": false });
        json!({
            "rows": rows, "columns": columns, "aisles_after": [1, 3], "seen_from": "pupils", "revision": 0,
            "seats": places.enumerate().map(seat).collect::<Vec<_>>(),
        })
    }
}

impl ClassEvent {
    fn body(&self, now: Timestamp) -> Value {
        let (first, last) = (day(now, self.days), day(now, self.last.unwrap_or(self.days)));
        let moment = |day: jiff::civil::Date, at: &Option<String>| match at {
            Some(at) => format!("{day}T{at}"),
            None => day.to_string(),
        };
        json!({
            "owner": "class", "title": self.title, "location": self.location, "category": self.category,
            "all_day": self.from.is_none(), "starts": moment(first, &self.from), "ends": moment(last, &self.until),
        })
    }
}
