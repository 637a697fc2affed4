//! What members are told of the timetable: that the lessons of a day that is near are different.

use identity::notifications::{
    self, Content, Importance, Link, NewNotification, Notification, NotificationKind, Reader,
};
use identity::user::directory;
use jiff::ToSpan as _;
use jiff::civil::Date;
use kernel::db::Read;
use kernel::user::UserId;
use kernel::{AppTx, Result};

use crate::dto::DayToChange;
use crate::store::days;
use crate::texts;

/// A day that is different. The subject is the class and the day, `CC/YYYY-MM-DD`.
pub(crate) static TIMETABLE_CHANGE: NotificationKind = NotificationKind {
    name: "timetable_change",
    label: &texts::DAY_CHANGES,
    app: "timetable",
    importance: Importance::General,
    shown_by_app: false,
    describe,
};

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
    let Some(change) = days::change(read, class, date)? else { return Ok(None) };
    Ok(Some(Content {
        title: reader.say(texts::LESSONS_DIFFER.with("when", say_day(reader, date))),
        text: change.note,
        sender_name: String::new(),
        link: Some(Link::app("timetable", format!("day/{date}"))),
    }))
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
