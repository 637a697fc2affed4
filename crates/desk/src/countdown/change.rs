//! Writing countdowns: what a request may say, the limits, and what is told of it.

use jiff::civil::Date;
use kernel::audit::{Action, Actor};
use kernel::db::Tx;
use kernel::events::NewEvent;
use kernel::http::Caller;
use kernel::random::parse_id;
use kernel::user::UserId;
use kernel::{ApiError, App, AppTx, Result};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::access::Owner;
use super::dto::DEFAULT_COLOR;
use super::events::CountdownEvent;
use super::model::exams::parse_suggestion;
use super::model::reminders::Reminders;
use super::model::{
    self, Color, CountdownCategory, MAX_ITEMS, MAX_OF_CLASS, MAX_PINNED, Note, Repeat, Title,
};
use super::store::{self, Item};
use super::{notifications, texts};

/// A new countdown.
#[derive(Clone, Deserialize, ToSchema)]
pub(super) struct NewCountdown {
    /// A UUID made by the client: sending the same again, after a lost answer or to undo a
    /// deletion, makes one countdown and not two.
    id: Option<String>,
    /// Whether the countdown is for the class: all of its members see it. By default nobody but the caller does.
    #[serde(default)]
    pub(super) for_class: bool,
    /// The class with `for_class`, two digits. Only for admins of all classes; for others the own class.
    pub(super) class: Option<String>,
    /// The title of the countdown, 1–80 characters.
    title: String,
    /// The day that the countdown leads to, `YYYY-MM-DD`.
    #[schema(format = Date)]
    target_date: String,
    /// How often the day of the countdown repeats.
    #[serde(default)]
    repeat_type: Repeat,
    /// What the countdown is about.
    #[serde(default)]
    category: CountdownCategory,
    /// The colour of the countdown, `#rrggbb`.
    color: Option<String>,
    /// Whether the countdown is shown first; at most three countdowns of a member are, and three of a class.
    #[serde(default)]
    pinned: bool,
    /// The note, at most 500 characters.
    #[serde(default)]
    note: String,
    /// Whether the calendar shows the countdown; true unless it says otherwise.
    show_in_calendar: Option<bool>,
    /// The reminders: whole days before the day, 0–365; at most five.
    #[serde(default)]
    reminders: Vec<i64>,
    /// The day on which the progress begins, `YYYY-MM-DD`; by default the day on which the countdown is made.
    #[schema(format = Date)]
    started_on: Option<String>,
    /// The suggestion from which the countdown is made.
    suggestion: Option<String>,
}

impl NewCountdown {
    /// Refuses one for a class: a program speaks for its owner alone.
    ///
    /// # Errors
    /// 403.
    pub(super) fn refuse_class(&self) -> Result<()> {
        if self.for_class || self.class.is_some() { Err(texts::INTEGRATION_OWN.err()) } else { Ok(()) }
    }

    /// The countdown, if it keeps the rules for one.
    ///
    /// # Errors
    /// 400 naming what is wrong.
    pub(super) fn check(&self, app: &App, owner: Owner, maker: UserId) -> Result<Item> {
        let id = match &self.id {
            Some(raw) => parse_id(raw).ok_or_else(|| texts::ID_INVALID.err())?,
            None => app.random.id(&app.clock),
        };
        let now = app.clock.now_ms();
        let started = self.started_on.as_deref().map(model::parse_date).transpose()?;
        Ok(Item {
            id,
            created_by: owner.class().map(|_| maker.to_string()).unwrap_or_default(),
            owner,
            title: Title::parse(&self.title)?,
            target_date: model::parse_date(&self.target_date)?,
            repeat_type: self.repeat_type,
            category: self.category,
            color: Color::parse(self.color.as_deref().unwrap_or(DEFAULT_COLOR))?,
            pinned: self.pinned,
            note: Note::parse(&self.note)?,
            show_in_calendar: self.show_in_calendar.unwrap_or(true),
            reminders: Reminders::parse(&self.reminders)?,
            reminders_since: now,
            started_on: started.as_ref().map(Date::to_string).unwrap_or_default(),
            suggestion: parse_suggestion(self.suggestion.as_deref().unwrap_or_default())?,
            dated_at: now,
            created_at: now,
            updated_at: now,
        })
    }
}

/// The fields of a countdown to change; absent fields stay.
#[derive(Clone, Deserialize, ToSchema)]
pub(super) struct CountdownChange {
    /// The title of the countdown, 1–80 characters.
    title: Option<String>,
    /// The day that the countdown leads to, `YYYY-MM-DD`.
    #[schema(format = Date)]
    target_date: Option<String>,
    /// How often the day of the countdown repeats.
    repeat_type: Option<Repeat>,
    /// What the countdown is about.
    category: Option<CountdownCategory>,
    /// The colour of the countdown, `#rrggbb`.
    color: Option<String>,
    /// Whether the countdown is shown first; at most three countdowns of a member are, and three of a class.
    pinned: Option<bool>,
    /// The note, at most 500 characters.
    note: Option<String>,
    /// Whether the calendar shows the countdown.
    show_in_calendar: Option<bool>,
    /// The reminders: whole days before the day, 0–365; at most five.
    reminders: Option<Vec<i64>>,
    /// The day on which the progress begins, `YYYY-MM-DD`.
    #[schema(format = Date)]
    started_on: Option<String>,
}

impl CountdownChange {
    /// A countdown with these changes, if it keeps the rules.
    ///
    /// # Errors
    /// 400 naming what is wrong.
    fn apply(&self, before: &Item, now: i64) -> Result<Item> {
        let mut item = before.clone();
        if let Some(title) = &self.title {
            item.title = Title::parse(title)?;
        }
        if let Some(date) = &self.target_date {
            item.target_date = model::parse_date(date)?;
        }
        if let Some(color) = &self.color {
            item.color = Color::parse(color)?;
        }
        if let Some(note) = &self.note {
            item.note = Note::parse(note)?;
        }
        if let Some(days) = &self.reminders {
            item.reminders = Reminders::parse(days)?;
        }
        if let Some(started) = &self.started_on {
            item.started_on = model::parse_date(started)?.to_string();
        }
        item.repeat_type = self.repeat_type.unwrap_or(item.repeat_type);
        item.category = self.category.unwrap_or(item.category);
        item.pinned = self.pinned.unwrap_or(item.pinned);
        item.show_in_calendar = self.show_in_calendar.unwrap_or(item.show_in_calendar);
        let is_redated = (item.target_date, item.repeat_type) != (before.target_date, before.repeat_type);
        if is_redated {
            item.dated_at = now;
        }
        if is_redated || item.reminders != before.reminders {
            item.reminders_since = now;
        }
        item.updated_at = now;
        Ok(item)
    }
}

/// Adds a countdown, and answers the first one when its id comes again.
///
/// # Errors
/// 409 beyond the limits of a member or class, and for an id that somebody else has.
pub(super) fn create(tx: &mut AppTx, item: &Item, maker: UserId, actor: Option<&Caller>) -> Result<Item> {
    tx.lock_log()?;
    if let Some(first) = store::find(tx, &item.id)? {
        return if first.owner == item.owner { Ok(first) } else { Err(texts::ID_TAKEN.err()) };
    }
    refuse_beyond_limits(tx, &item.owner, 1, i64::from(item.pinned))?;
    store::insert(tx, item)?;
    emit(tx, &CountdownEvent::Created, item, maker)?;
    audit(tx, actor, &texts::CREATE_CLASS_COUNTDOWN, item)?;
    Ok(item.clone())
}

/// Changes a countdown.
///
/// # Errors
/// 404 for one that the caller does not see, 403 for one that they may not change, 400, 409.
pub(super) fn update(tx: &mut AppTx, caller: &Caller, id: &str, change: &CountdownChange) -> Result<Item> {
    let before = changeable(tx, caller, id)?;
    let item = change.apply(&before, tx.now())?;
    if item.pinned && !before.pinned {
        refuse_beyond_limits(tx, &item.owner, 0, 1)?;
    }
    store::update(tx, &item)?;
    if (item.target_date, item.repeat_type) != (before.target_date, before.repeat_type) {
        // What was said of the days that it had holds no more.
        notifications::withdraw(tx, id)?;
    }
    emit(tx, &CountdownEvent::Updated, &item, caller.facts.user_id)?;
    audit(tx, Some(caller), &texts::EDIT_CLASS_COUNTDOWN, &item)?;
    Ok(item)
}

/// Deletes a countdown, and what was said of it.
///
/// # Errors
/// 404 for one that the caller does not see, 403 for one that they may not change.
pub(super) fn delete(tx: &mut AppTx, caller: &Caller, id: &str) -> Result<()> {
    let item = changeable(tx, caller, id)?;
    store::delete(tx, id)?;
    notifications::withdraw(tx, id)?;
    emit(tx, &CountdownEvent::Deleted, &item, caller.facts.user_id)?;
    audit(tx, Some(caller), &texts::DELETE_CLASS_COUNTDOWN, &item)
}

/// A countdown that the caller may change. What is read here stays so until the transaction ends, on any node.
fn changeable(tx: &mut AppTx, caller: &Caller, id: &str) -> Result<Item> {
    tx.lock_log()?;
    let item = store::find(tx, id)?.ok_or_else(ApiError::not_found)?;
    item.owner.check_change(&caller.facts)?;
    Ok(item)
}

fn refuse_beyond_limits(tx: &mut Tx, owner: &Owner, more: i64, more_pinned: i64) -> Result<()> {
    let (items, pinned) = store::count(tx, owner)?;
    let (max, too_many, too_many_pinned) = match owner {
        Owner::User(_) => (MAX_ITEMS, &texts::TOO_MANY, &texts::TOO_MANY_PINNED),
        Owner::Class(_) => (MAX_OF_CLASS, &texts::TOO_MANY_OF_CLASS, &texts::TOO_MANY_PINNED_OF_CLASS),
    };
    if items + more > max {
        return Err(too_many.with("max", max));
    }
    if pinned + more_pinned > MAX_PINNED {
        return Err(too_many_pinned.with("max", MAX_PINNED));
    }
    Ok(())
}

/// Tells the devices of those who see it.
fn emit(tx: &mut AppTx, event: &CountdownEvent, item: &Item, by: UserId) -> Result<()> {
    tx.emit(NewEvent::new(event, item.owner.audience()).by(by).about(&item.id))?;
    Ok(())
}

/// Tells the operation log of what the staff does to a class.
fn audit(tx: &mut AppTx, actor: Option<&Caller>, action: &'static Action, item: &Item) -> Result<()> {
    if let (Some(class), Some(caller)) = (item.owner.class(), actor) {
        tx.audit(&Actor::from(caller), action, &item.id, &json!({ "class": class }))?;
    }
    Ok(())
}
