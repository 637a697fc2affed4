//! What members are told of the timetable: that the lessons of a day that is near are different.

use identity::notifications::{
    self, Content, Importance, Link, NewNotification, Notification, NotificationKind, Reader,
};
use identity::user::directory;
use jiff::ToSpan as _;
use jiff::civil::Date;
use kernel::db::Read;
use kernel::texts::Message;
use kernel::user::UserId;
use kernel::{AppTx, Result};
use school_clock::{DayKind, DayLesson, SchoolDay};

use crate::dto::DayToChange;
use crate::{calendar, texts};

/// A day that is different. The subject is the class and the day, `CC/YYYY-MM-DD`.
pub(crate) static TIMETABLE_CHANGE: NotificationKind = NotificationKind {
    name: "timetable_change",
    label: &texts::DAY_CHANGES,
    app: "timetable",
    importance: Importance::General,
    shown_by_app: false,
    describe,
};

/// Lessons that a notice names; the day itself shows all of them.
const MOST_NAMED: usize = 4;
/// Nobody plans further ahead by lessons.
const NEAR_DAYS: i32 = 7;

/// Tells the class of each day of the next week that somebody has changed. What was told of the same day before is taken
/// back, so that a correction leaves no two notices, and an undo none.
///
/// # Errors
/// When a statement fails.
pub(crate) fn notify_changed(
    tx: &mut AppTx,
    class: &str,
    changes: &[(Date, DayToChange)],
    by: UserId,
    event_seq: i64,
) -> Result<()> {
    let today = tx.app().today();
    let last = today.checked_add(NEAR_DAYS.days()).unwrap_or(today);
    let near: Vec<_> = changes.iter().filter(|(date, _)| (today..=last).contains(date)).collect();
    if near.is_empty() {
        return Ok(());
    }
    let members = directory::of_class(tx, class)?;
    for (date, day) in near {
        let subject = format!("{class}/{date}");
        notifications::withdraw(tx, &[&TIMETABLE_CHANGE], &subject)?;
        if day.change.is_none() {
            continue;
        }
        let (kind, subject, sender) = (&TIMETABLE_CHANGE, subject.as_str(), Some(by));
        let new = NewNotification { kind, topic: class, subject, event_seq, sender, content: "" };
        notifications::notify(tx, &new, members.iter().copied())?;
    }
    Ok(())
}

fn describe(read: &mut Read, reader: &Reader<'_>, about: &Notification) -> Result<Option<Content>> {
    let parsed = about.subject.split_once('/').and_then(|(class, date)| Some((class, date.parse().ok()?)));
    let Some((class, date)) = parsed.filter(|(class, _)| *class == reader.facts.user_id.class()) else {
        return Ok(None);
    };
    let loaded = calendar::load(read, Some(class), None)?;
    let day = loaded.calendar.day(date);
    if day.change.is_none() {
        return Ok(None);
    }
    Ok(Some(Content {
        title: reader.say(texts::LESSONS_DIFFER.with("when", say_day(reader, date))),
        text: say_change(reader, &day),
        sender_name: String::new(),
        link: Some(Link::app("timetable", format!("day/{date}"))),
    }))
}

/// What members read about the day, and what is different: whether there are lessons at all, and which of them are not
/// the usual ones.
fn say_change(reader: &Reader<'_>, day: &SchoolDay<'_>) -> String {
    let note = (!day.note().is_empty()).then(|| day.note().to_owned());
    let kind = match day.kind {
        DayKind::Off => Some(reader.say(&texts::NO_LESSONS)),
        DayKind::Exam => Some(reader.say(&texts::EXAMS)),
        DayKind::Lessons | DayKind::Free => None,
    };
    let mut lessons: Vec<_> =
        day.cancelled.iter().map(|lesson| (lesson.start, say_cancelled(lesson))).collect();
    let changed = day.lessons.iter().filter(|lesson| lesson.changed);
    lessons.extend(changed.map(|lesson| (lesson.start, say_changed(lesson))));
    lessons.sort_by_key(|(start, _)| *start);
    let named = lessons.iter().take(MOST_NAMED).map(|(_, message)| reader.say(message.clone()));
    let parts: Vec<String> = note.into_iter().chain(kind).chain(named).collect();
    let text = parts.join(&reader.say(&texts::COMMA));
    if lessons.len() > MOST_NAMED { format!("{text} {}", reader.say(&texts::AND_MORE)) } else { text }
}

fn say_cancelled(lesson: &DayLesson<'_>) -> Message {
    texts::LESSON_CANCELLED.with("time", lesson.start).with("subject", lesson.subject)
}

fn say_changed(lesson: &DayLesson<'_>) -> Message {
    let text = if lesson.instead_of.is_some() { &texts::LESSON_REPLACED } else { &texts::LESSON_ADDED };
    let message = text.with("time", lesson.start).with("subject", lesson.subject);
    lesson.instead_of.into_iter().fold(message, |message, usual| message.with("usual", usual))
}

fn say_day(reader: &Reader<'_>, date: Date) -> String {
    let today = reader.app.today();
    if date == today {
        return reader.say(&texts::TODAY);
    }
    if today.tomorrow().is_ok_and(|tomorrow| tomorrow == date) {
        return reader.say(&texts::TOMORROW);
    }
    reader.language.format_day(date, today)
}
