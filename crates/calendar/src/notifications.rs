//! What members are told of the calendar: that an event is near.

use identity::notifications::{
    self, Content, Importance, Link, NewNotification, Notification, NotificationKind, Reader,
};
use identity::user::directory;
use kernel::dates::day_of;
use kernel::db::{DbResult, Read};
use kernel::user::UserId;
use kernel::{AppTx, Result};

use crate::access::Owner;
use crate::model::moment::Moment;
use crate::schedule::instant;
use crate::store::events::Event;
use crate::store::{events, occurrences};
use crate::texts;

/// A reminder of an event. The subject is its id, the content when it begins, in milliseconds.
pub(crate) static CALENDAR_REMINDER: NotificationKind = NotificationKind {
    name: "calendar_reminder",
    label: &texts::REMINDERS,
    app: "calendar",
    importance: Importance::Personal,
    shown_by_app: false,
    describe,
};

/// Reminds these members.
///
/// # Errors
/// When a statement fails.
pub(crate) fn notify(
    tx: &mut AppTx,
    event: &str,
    starts_at: i64,
    event_seq: i64,
    members: Vec<UserId>,
) -> DbResult<()> {
    let content = starts_at.to_string();
    let (kind, subject, content) = (&CALENDAR_REMINDER, event, content.as_str());
    let new = NewNotification { kind, topic: event, subject, event_seq, sender: None, content };
    notifications::notify(tx, &new, members).map(drop)
}

/// An event is gone: what was said of it is taken out of the inboxes.
///
/// # Errors
/// When a statement fails.
pub(crate) fn withdraw(tx: &mut AppTx, event: &str) -> DbResult<()> {
    notifications::withdraw(tx, &[&CALENDAR_REMINDER, &CALENDAR_EVENT], event)
}

/// A new event of a class. The subject is its id.
pub(crate) static CALENDAR_EVENT: NotificationKind = NotificationKind {
    name: "calendar_event",
    label: &texts::NEW_EVENTS,
    app: "calendar",
    importance: Importance::General,
    shown_by_app: false,
    describe: describe_new,
};

/// Tells a class of a new event that is not over. Whoever entered it knows; a file of many events is told of by nobody.
///
/// # Errors
/// When a statement fails.
pub(crate) fn notify_new(
    tx: &mut AppTx,
    class: &str,
    event: &str,
    event_seq: i64,
    by: Option<UserId>,
) -> DbResult<()> {
    let today = tx.app().today();
    let is_over = |event: Event| event.content.rule.is_empty() && event.content.ends.date() < today;
    if events::find(tx, event)?.is_none_or(is_over) {
        return Ok(());
    }
    let members = directory::of_class(tx, class)?;
    let kind = &CALENDAR_EVENT;
    let new = NewNotification { kind, topic: class, subject: event, event_seq, sender: by, content: "" };
    notifications::notify(tx, &new, members).map(drop)
}

fn describe_new(read: &mut Read, reader: &Reader<'_>, about: &Notification) -> Result<Option<Content>> {
    let event = events::find(read, &about.subject)?.filter(|event| event.deleted_at.is_none());
    let Some(event) = event.filter(|event| Owner::parse(&event.owner).is_seen_by(reader.facts)) else {
        return Ok(None);
    };
    let day = event.content.starts.date();
    let when = reader.language.format_day(day, reader.app.today());
    Ok(Some(Content {
        title: event.content.title,
        text: reader.say(texts::NEW_EVENT.with("when", when)),
        sender_name: String::new(),
        link: Some(Link::app("calendar", format!("{}?day={day}", event.id))),
    }))
}

fn describe(read: &mut Read, reader: &Reader<'_>, about: &Notification) -> Result<Option<Content>> {
    let event = events::find(read, &about.subject)?.filter(|event| event.deleted_at.is_none());
    let event = event.filter(|event| Owner::parse(&event.owner).is_seen_by(reader.facts));
    let (Some(event), Ok(starts_at)) = (event, about.content.parse::<i64>()) else { return Ok(None) };
    let zone = reader.app.timezone();
    let day = day_of(starts_at, &zone);
    let today = reader.app.today();
    let said = reader.language.format_day(day, today);
    let title = if event.content.all_day {
        texts::REMINDER_ON.with("when", said)
    } else {
        let clock = Moment::at(instant(starts_at), &zone).civil().strftime("%H:%M");
        let when = if day == today { clock.to_string() } else { format!("{said} {clock}") };
        texts::REMINDER_AT.with("when", when)
    };
    // The place in the app: the event, and the day of the time that it reminds of.
    let at = occurrences::beginning(read, &event.id, starts_at)?.map_or(day, |one| one.first_day);
    Ok(Some(Content {
        title: event.content.title,
        text: reader.say(title),
        sender_name: String::new(),
        link: Some(Link::app("calendar", format!("{}?day={at}", event.id))),
    }))
}
