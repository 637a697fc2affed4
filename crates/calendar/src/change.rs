//! Writing to a calendar: every write is one change, which can be undone as a whole.
//!
//! A [`Change`] takes the log's counter first, so nothing that it reads changes before the transaction ends, on any node.
//! With each event it keeps what the event was before, makes its occurrences and its next reminder anew, and at its end
//! tells of all of it at once.

use kernel::audit::Actor;
use kernel::events::NewEvent;
use kernel::http::Caller;
use kernel::{ApiError, AppTx, Result};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::access::{Owner, integration};
use crate::events::{CalendarEvent, ChangeFacts};
use crate::model::content::Content;
use crate::model::moment::Moment;
use crate::model::walk::Steps;
use crate::model::{MAX_EVENTS, MAX_OCCURRENCES};
use crate::notifications;
use crate::schedule;
use crate::store::changes::{self, ChangeKind, ChangedEvent};
use crate::store::events::{self, Event, EventSource};
use crate::store::occurrences;
use crate::texts;

/// Changes of a calendar that are kept for undo.
const MAX_CHANGES: usize = 500;
/// What is kept of them together, in bytes.
const MAX_KEPT: i64 = 8 << 20;
/// What an event of a change takes beside the event.
const ROW_BYTES: i64 = 150;
/// A change is kept so long, however much there is: the search reads which events it has touched.
const FRESH_MS: i64 = 60_000;

/// What is kept of an event for undo.
#[derive(Serialize, Deserialize)]
struct Before {
    content: Content,
    uid: String,
    series_id: Option<String>,
    recurrence_id: Option<Moment>,
    deleted: bool,
}

/// Who writes.
#[derive(Clone)]
pub(crate) enum Writer {
    /// A member, for whom acts of the staff are logged.
    Member(Box<Caller>),
    /// An integration, in its owner's own calendar.
    Integration(kernel::user::UserId, i64),
}

impl Writer {
    fn user(&self) -> kernel::user::UserId {
        match self {
            Self::Member(caller) => caller.facts.user_id,
            Self::Integration(user, _) => *user,
        }
    }

    fn integration(&self) -> Option<i64> {
        match self {
            Self::Member(caller) => integration(caller.client.as_deref()),
            Self::Integration(_, id) => Some(*id),
        }
    }
}

/// A change that is being made.
pub(crate) struct Change<'a> {
    id: String,
    kind: ChangeKind,
    owner: Owner,
    writer: &'a Writer,
    rows: i64,
    /// What is kept of it for undo.
    bytes: i64,
    /// Whether a limit of the calendar can be passed.
    grows: bool,
    /// The occurrences that it has stored.
    stored: usize,
    /// How far rules may still be walked for it.
    steps: Steps,
}

impl<'a> Change<'a> {
    /// Begins one. `id` is that of the change.
    ///
    /// # Errors
    /// When a statement fails.
    pub(crate) fn begin(
        tx: &mut AppTx,
        id: &str,
        kind: ChangeKind,
        owner: &Owner,
        writer: &'a Writer,
    ) -> Result<Self> {
        tx.lock_log()?;
        let (made_by, made_at) = (writer.user().to_string(), tx.now());
        let row = changes::Change { id: id.to_owned(), owner: owner.stored(), kind, made_by, made_at };
        changes::insert(tx, &row)?;
        Ok(Self {
            id: id.to_owned(),
            kind,
            owner: owner.clone(),
            writer,
            rows: 0,
            bytes: 0,
            grows: false,
            stored: 0,
            steps: Steps::default(),
        })
    }

    /// Makes an event.
    ///
    /// # Errors
    /// 409 for an id that is in use, and beyond a limit.
    pub(crate) fn create(&mut self, tx: &mut AppTx, new: NewEventRow) -> Result<Event> {
        let now = tx.now();
        let event = Event {
            id: new.id,
            owner: self.owner.stored(),
            uid: new.uid,
            series_id: new.series_id,
            recurrence_id: new.recurrence_id,
            source: new.source,
            revision: 1,
            deleted_at: None,
            created_by: self.writer.user().to_string(),
            created_at: now,
            updated_at: now,
            content: new.content,
        };
        if !events::insert(tx, &event)? {
            return Err(texts::ID_TAKEN.err());
        }
        self.grows = true;
        self.keep(tx, &event, None)?;
        self.schedule(tx, &event)?;
        Ok(event)
    }

    /// Gives an event another content, and answers it.
    ///
    /// # Errors
    /// When a statement fails.
    pub(crate) fn update(&mut self, tx: &mut AppTx, before: &Event, content: Content) -> Result<Event> {
        self.grows |= content.rule != before.content.rule;
        self.write(tx, before, Event { content, ..before.clone() })
    }

    /// Puts an occurrence that differs into another series.
    ///
    /// # Errors
    /// When a statement fails.
    pub(crate) fn move_to(
        &mut self,
        tx: &mut AppTx,
        before: &Event,
        series: &Event,
        at: Moment,
    ) -> Result<Event> {
        let (series_id, uid) = (Some(series.id.clone()), series.uid.clone());
        self.write(tx, before, Event { series_id, uid, recurrence_id: Some(at), ..before.clone() })
    }

    /// Makes an occurrence that differs an event of its own, since its series has no such time any more.
    ///
    /// # Errors
    /// When a statement fails.
    pub(crate) fn detach(&mut self, tx: &mut AppTx, before: &Event) -> Result<Event> {
        let uid = before.id.clone();
        self.write(tx, before, Event { series_id: None, uid, recurrence_id: None, ..before.clone() })
    }

    /// Deletes an event.
    ///
    /// # Errors
    /// When a statement fails.
    pub(crate) fn delete(&mut self, tx: &mut AppTx, before: &Event) -> Result<()> {
        let deleted_at = Some(tx.now());
        self.write(tx, before, Event { deleted_at, ..before.clone() })?;
        Ok(notifications::withdraw(tx, &before.id)?)
    }

    /// Makes the events of another change what they were before it.
    ///
    /// # Errors
    /// 409 when one of them was changed since, or is forgotten.
    pub(crate) fn undo(&mut self, tx: &mut AppTx, rows: &[ChangedEvent]) -> Result<()> {
        for row in rows {
            let now = events::find(tx, &row.event_id)?.filter(|now| now.revision == row.revision);
            let now = now.ok_or_else(|| texts::UNDO_CHANGED.err())?;
            match &row.before {
                None => self.delete(tx, &now)?,
                Some(before) => {
                    let before: Before = serde_json::from_str(before).map_err(ApiError::internal)?;
                    let deleted_at = before.deleted.then(|| tx.now());
                    self.grows = true;
                    let Before { content, uid, series_id, recurrence_id, .. } = before;
                    let back = Event { content, uid, series_id, recurrence_id, deleted_at, ..now.clone() };
                    self.write(tx, &now, back)?;
                }
            }
        }
        Ok(())
    }

    fn write(&mut self, tx: &mut AppTx, before: &Event, mut after: Event) -> Result<Event> {
        after.revision = before.revision + 1;
        after.updated_at = tx.now();
        events::update(tx, &after)?;
        self.keep(tx, &after, Some(before))?;
        self.schedule(tx, &after)?;
        Ok(after)
    }

    /// Stores when an event happens. A file of endless series is refused before all of them are stored.
    fn schedule(&mut self, tx: &mut AppTx, event: &Event) -> Result<()> {
        self.stored += schedule::store(tx, event, &mut self.steps)?;
        if i64::try_from(self.stored).is_ok_and(|stored| stored <= MAX_OCCURRENCES) {
            return Ok(());
        }
        Err(texts::TOO_MANY_OCCURRENCES.err())
    }

    fn keep(&mut self, tx: &mut AppTx, after: &Event, before: Option<&Event>) -> Result<()> {
        let before = before.map(|event| Before {
            content: event.content.clone(),
            uid: event.uid.clone(),
            series_id: event.series_id.clone(),
            recurrence_id: event.recurrence_id,
            deleted: event.deleted_at.is_some(),
        });
        let before = before.map(|before| serde_json::to_string(&before)).transpose();
        let before = before.map_err(ApiError::internal)?;
        let length = before.as_ref().map_or(0, String::len);
        self.bytes += ROW_BYTES + i64::try_from(length).unwrap_or(i64::MAX / 2);
        let row = ChangedEvent { event_id: after.id.clone(), before, revision: after.revision };
        changes::insert_row(tx, &self.id, self.rows, &row)?;
        self.rows += 1;
        Ok(())
    }

    /// Forgets the oldest changes of a calendar that has too many, and what they alone could bring back.
    fn forget_old(&self, tx: &mut AppTx, owner: &str) -> Result<()> {
        changes::set_bytes(tx, &self.id, self.bytes)?;
        let (mut kept, mut forgot) = (0, false);
        let fresh = tx.now() - FRESH_MS;
        for (place, change) in changes::sizes(tx, owner)?.into_iter().enumerate() {
            kept += change.bytes;
            if change.made_at < fresh && (place >= MAX_CHANGES || kept > MAX_KEPT) {
                changes::forget(tx, &change.id)?;
                forgot = true;
            }
        }
        if forgot {
            events::purge_lost(tx, owner)?;
        }
        Ok(())
    }

    /// Ends it: checks the limits of the calendar, tells the log, and the operation log of what the staff does to a class.
    ///
    /// # Errors
    /// 409 beyond a limit.
    pub(crate) fn finish(self, tx: &mut AppTx, subject: &str) -> Result<()> {
        let owner = self.owner.stored();
        if self.grows {
            if events::count(tx, &owner)? > MAX_EVENTS {
                return Err(texts::TOO_MANY.with("max", MAX_EVENTS));
            }
            if occurrences::count(tx, &owner)? > MAX_OCCURRENCES {
                return Err(texts::TOO_MANY_OCCURRENCES.err());
            }
        }
        self.forget_old(tx, &owner)?;
        let class = self.owner.class().map(str::to_owned);
        let facts = ChangeFacts { change: self.id, class, integration: self.writer.integration() };
        let event = match self.kind {
            ChangeKind::Created => CalendarEvent::Created(facts),
            ChangeKind::Updated => CalendarEvent::Updated(facts),
            ChangeKind::Deleted => CalendarEvent::Deleted(facts),
            ChangeKind::Imported => CalendarEvent::Imported(facts),
            ChangeKind::Undone => CalendarEvent::Undone(facts),
        };
        let seq =
            tx.emit(NewEvent::new(&event, self.owner.audience()).by(self.writer.user()).about(subject))?;
        if let (ChangeKind::Created, Owner::Class(class)) = (self.kind, &self.owner) {
            notifications::notify_new(tx, class, subject, seq, Some(self.writer.user()))?;
        }
        if let (Owner::Class(class), Writer::Member(caller)) = (&self.owner, self.writer) {
            let detail = json!({ "class": class, "count": self.rows });
            tx.audit(&Actor::from(&**caller), &texts::CHANGE_CLASS_CALENDAR, subject, &detail)?;
        }
        Ok(())
    }
}

/// An event to make.
#[derive(Clone)]
pub(crate) struct NewEventRow {
    /// A UUID.
    pub(crate) id: String,
    pub(crate) uid: String,
    pub(crate) source: EventSource,
    /// Of an occurrence that differs: its series, and the time that it stands for.
    pub(crate) series_id: Option<String>,
    pub(crate) recurrence_id: Option<Moment>,
    pub(crate) content: Content,
}

impl NewEventRow {
    /// An event or a series that somebody enters.
    pub(crate) fn own(id: String, content: Content) -> Self {
        let uid = id.clone();
        Self { id, uid, source: EventSource::Own, series_id: None, recurrence_id: None, content }
    }

    /// An occurrence of a series that differs.
    pub(crate) fn occurrence(id: String, series: &Event, at: Moment, content: Content) -> Self {
        let (uid, series_id) = (series.uid.clone(), Some(series.id.clone()));
        Self { id, uid, source: series.source, series_id, recurrence_id: Some(at), content }
    }
}
