//! What members are told of countdowns: that a day is near.

use identity::notifications::{
    self, Content, Importance, Link, NewNotification, Notification, NotificationKind, Reader,
};
use jiff::civil::Date;
use kernel::db::{DbResult, Read};
use kernel::texts::{Language, Message};
use kernel::user::UserId;
use kernel::{AppTx, Result};

use super::model::days_left;
use super::{store, texts};

/// A reminder of a countdown. The subject is its id, the content the day that it reminds of.
pub(super) static COUNTDOWN_REMINDER: NotificationKind = NotificationKind {
    name: "countdown_reminder",
    label: &texts::REMINDERS,
    app: "countdown",
    importance: Importance::Personal,
    shown_by_app: false,
    describe,
};

/// Reminds these members of a day.
///
/// # Errors
/// When a statement fails.
pub(super) fn notify(
    tx: &mut AppTx,
    id: &str,
    day: Date,
    event_seq: i64,
    members: Vec<UserId>,
) -> DbResult<()> {
    let content = day.to_string();
    let (kind, content) = (&COUNTDOWN_REMINDER, content.as_str());
    let new = NewNotification { kind, topic: id, subject: id, event_seq, sender: None, content };
    notifications::notify(tx, &new, members).map(drop)
}

/// A countdown is gone: what was said of it is taken out of the inboxes.
///
/// # Errors
/// When a statement fails.
pub(super) fn withdraw(tx: &mut AppTx, id: &str) -> DbResult<()> {
    notifications::withdraw(tx, &[&COUNTDOWN_REMINDER], id)
}

/// In words that hold on the day on which it is read; nothing of a day that the countdown leads to no more.
fn describe(read: &mut Read, reader: &Reader<'_>, about: &Notification) -> Result<Option<Content>> {
    let item = store::find(read, &about.subject)?.filter(|item| item.owner.is_seen_by(reader.facts));
    let (Some(item), Ok(day)) = (item, about.content.parse::<Date>()) else { return Ok(None) };
    if !item.repeat_type.falls_on(item.target_date, day) {
        return Ok(None);
    }
    let today = reader.app.today();
    let date = reader.language.format_day(day, today);
    let words = match days_left(day, today) {
        0 => Message::from(&texts::REMINDER_TODAY),
        left if left > 0 => {
            texts::REMINDER_LEFT.with("days", format_days(reader.language, left)).with("date", date)
        }
        _ => texts::REMINDER_OVER.with("date", date),
    };
    Ok(Some(Content {
        title: item.title.as_str().to_owned(),
        text: reader.say(words),
        sender_name: String::new(),
        link: Some(Link::app("countdown", item.id)),
    }))
}

/// A number of days: English has a form for one.
fn format_days(language: Language, days: i32) -> String {
    match language {
        Language::Chinese => days.to_string(),
        Language::English if days == 1 => "1 day".to_owned(),
        Language::English => format!("{days} days"),
    }
}
