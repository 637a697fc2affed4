//! Members who may write nothing for a time: no messages, posts or comments. They read, vote and like as before.

use std::collections::{HashMap, HashSet};
use std::sync::{PoisonError, RwLock};

use identity::admin::MANAGE_POSTS;
use identity::exam;
use identity::user::{UserEvent, directory, facts_of};
use kernel::api_client::ApiClient;
use kernel::db::Read;
use kernel::events::{Audience, Event, FeatureEvent as _, NewEvent};
use kernel::user::{UserFacts, UserId};
use kernel::{ApiError, App, AppTx, Result};
use serde_json::json;

use crate::content::Moderator;
use crate::events::ModerationEvent;
use crate::model::{self, SILENCE_MINUTES};
use crate::notifications::{notify_of_silence, withdraw_silence};
use crate::store::silences::{self, SilenceRow};
use crate::texts;

/// Until when each silenced member may write nothing: those of the database, as the event log has changed them since
/// this node has started.
#[derive(Default)]
pub(crate) struct Silences(RwLock<HashMap<UserId, Known>>);

/// What is known of a member, and from which event on. The node that silences a member does not wait for its own event,
/// so that an older one may come after a newer one.
#[derive(Clone, Copy)]
struct Known {
    /// In milliseconds; none for whoever may write.
    ends_at: Option<i64>,
    event_seq: i64,
}

impl Silences {
    fn set(&self, user: UserId, ends_at: Option<i64>, event_seq: i64) {
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if all.get(&user).is_none_or(|known| known.event_seq < event_seq) {
            all.insert(user, Known { ends_at, event_seq });
        }
    }

    fn of(&self, user: UserId) -> Option<i64> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(&user).and_then(|known| known.ends_at)
    }
}

/// Reads who is silenced, before anybody writes.
///
/// # Errors
/// When a statement fails.
pub(crate) async fn start(app: &App) -> Result<()> {
    let now = app.clock.now_ms();
    let rows = app.db.read(move |read| Ok(silences::lasting(read, now)?)).await?;
    for row in rows {
        if let Some(user) = UserId::parse(&row.user_id) {
            app.state::<Silences>().set(user, Some(row.ends_at), 0);
        }
    }
    Ok(())
}

/// Keeps the memory of this node.
pub(crate) fn follow(app: &App, event: &Event) {
    if let (Some(UserEvent::Erased), Some(user)) = (UserEvent::read(event), UserId::parse(&event.subject_id))
    {
        // The user ID may be that of another person from here on.
        app.state::<Silences>().set(user, None, event.seq);
    }
    if let Some(ModerationEvent::SilenceChanged { user_id, ends_at }) = ModerationEvent::read(event) {
        app.state::<Silences>().set(user_id, ends_at, event.seq);
    }
}

/// Until when a member may write nothing, in milliseconds; `None` for whoever may write.
#[must_use]
pub fn silenced_until(app: &App, user: UserId) -> Option<i64> {
    app.state::<Silences>().of(user).filter(|ends_at| *ends_at > app.clock.now_ms())
}

/// Refuses words of a member who may write nothing now: because an exam is on, or because they are silenced.
///
/// # Errors
/// 403 with the slug `exam_mode` or `silenced`.
pub fn refuse_writing(app: &App, facts: &UserFacts) -> Result<()> {
    exam::refuse(app, facts)?;
    silenced_until(app, facts.user_id)
        .map_or(Ok(()), |until| Err(texts::SILENCED.with("until", app.clock_time(until))))
}

/// The same of a program, whose operator may be another member: what its owner may do is no way around it.
///
/// # Errors
/// 403 with the slug `exam_mode` or `silenced`, 404 when the account of the operator is gone.
pub async fn refuse_writing_program(app: &App, client: &ApiClient) -> Result<()> {
    let Some(operator) = client.operator else { return Ok(()) };
    let operator = facts_of(app, operator).await?.ok_or_else(ApiError::not_found)?;
    refuse_writing(app, &operator)
}

/// Silences a member for a time from now on, in place of what was set before. It is logged, and told to the member with
/// the reason.
///
/// # Errors
/// 403 for whom the moderator does not manage, 404 for nobody, 400 for another length.
pub(crate) async fn silence(
    app: &App,
    by: &Moderator,
    user: UserId,
    minutes: i64,
    reason: &str,
) -> Result<SilenceRow> {
    if !SILENCE_MINUTES.contains(&minutes) {
        let (min, max) = (SILENCE_MINUTES.start(), SILENCE_MINUTES.end());
        return Err(texts::MINUTES_INVALID.with("min", min).with("max", max));
    }
    let reason = model::parse_required_reason(reason)?;
    let by = by.clone();
    let silenced = app.write(move |tx| {
        tx.lock_log()?;
        require_managed(tx, &by, user)?;
        let now = tx.now();
        let row = SilenceRow {
            user_id: user.to_string(),
            ends_at: now + minutes * 60_000,
            reason: reason.clone(),
            silenced_by: by.user().to_string(),
            created_at: now,
        };
        let seq = append(tx, &by, user, Some(row.ends_at))?;
        silences::set(tx, &row)?;
        notify_of_silence(tx, user, seq)?;
        tx.audit(
            &by.actor,
            &texts::SILENCE_MEMBER,
            user.as_str(),
            &json!({ "minutes": minutes, "reason": reason }),
        )?;
        Ok((row, seq))
    });
    let (row, seq) = silenced.await?;
    // This node need not wait for the event.
    app.state::<Silences>().set(user, Some(row.ends_at), seq);
    Ok(row)
}

/// Lets a silenced member write again. It is logged.
///
/// # Errors
/// 403 for whom the moderator does not manage, 404 for whoever is not silenced.
pub(crate) async fn lift(app: &App, by: &Moderator, user: UserId) -> Result<()> {
    let by = by.clone();
    let lifted = app.write(move |tx| {
        tx.lock_log()?;
        require_managed(tx, &by, user)?;
        let seq = append(tx, &by, user, None)?;
        if !silences::end(tx, user)? {
            return Err(ApiError::not_found());
        }
        withdraw_silence(tx, user)?;
        tx.audit(&by.actor, &texts::LIFT_SILENCE, user.as_str(), &json!({}))?;
        Ok(seq)
    });
    let seq = lifted.await?;
    app.state::<Silences>().set(user, None, seq);
    Ok(())
}

fn append(tx: &mut AppTx, by: &Moderator, user: UserId, ends_at: Option<i64>) -> Result<i64> {
    let changed = ModerationEvent::SilenceChanged { user_id: user, ends_at };
    Ok(tx.emit(NewEvent::new(&changed, Audience::User(user)).by(by.user()).about(user.as_str()))?)
}

fn require_managed(read: &mut Read, by: &Moderator, user: UserId) -> Result<()> {
    let member = directory::member_of(read, user)?.ok_or_else(ApiError::not_found)?;
    let is_managed = by.facts.may_manage(&member.facts, &MANAGE_POSTS);
    if is_managed { Ok(()) } else { Err(kernel::texts::NO_PERMISSION.err()) }
}

/// The silenced members that a moderator manages, those who may write again first at the head.
///
/// # Errors
/// When a statement fails.
pub(crate) async fn list(app: &App, by: &Moderator) -> Result<Vec<SilenceRow>> {
    let now = app.clock.now_ms();
    let mut rows = app.db.read(move |read| Ok(silences::lasting(read, now)?)).await?;
    let managed = by.everyone.all().iter().filter(|facts| by.facts.may_manage(facts, &MANAGE_POSTS));
    let managed: HashSet<&str> = managed.map(|facts| facts.user_id.as_str()).collect();
    rows.retain(|row| managed.contains(row.user_id.as_str()));
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_event_changes_nothing_of_what_a_newer_one_said() {
        let (silences, user) = (Silences::default(), UserId::parse("240101").unwrap());
        silences.set(user, Some(90), 0);
        silences.set(user, None, 7);
        silences.set(user, Some(50), 6);
        assert_eq!(silences.of(user), None);
        silences.set(user, Some(60), 8);
        assert_eq!(silences.of(user), Some(60));
    }
}
