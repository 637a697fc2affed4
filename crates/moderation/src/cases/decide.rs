//! What moderators decide: a reported content stays or is removed, and what was removed is restored.

use identity::user::facts_of;
use kernel::audit::Actor;
use kernel::user::Tier;
use kernel::{ApiError, App, AppTx, Result};
use serde_json::json;

use super::files::{drop_files, keep_files};
use super::report::new_case;
use super::{append, find, moderates, moderators};
use crate::content::{self, Content, Held, Moderator, Publication, Removed, kind};
use crate::model::{self, APPEAL_WINDOW, Action};
use crate::notifications::{
    TOPIC_PUBLISHED, TOPIC_RESTORED, notify_of_appeal_decision, notify_of_decision, notify_of_publication,
    notify_of_removal, withdraw_case, withdraw_decision, withdraw_removal,
};
use crate::silence::refuse_writing;
use crate::store::cases::{self, CaseRow, Decided};
use crate::store::reports;
use crate::texts;

/// What a moderator says with a decision.
#[derive(Clone, Debug, Default)]
pub(crate) struct DecisionTexts {
    /// For the author.
    pub(crate) reason: String,
    /// For those who reported it.
    pub(crate) note: String,
}

impl DecisionTexts {
    /// # Errors
    /// 400 for what is too long, and where the author is owed a reason: for a removal, and for an appeal that changes
    /// nothing.
    pub(crate) fn parse(action: Action, reason: &str, note: &str) -> Result<Self> {
        let parse = if matches!(action, Action::Remove | Action::Uphold) {
            model::parse_required_reason
        } else {
            model::parse_reason
        };
        Ok(Self { reason: parse(reason)?, note: model::parse_reason(note)? })
    }
}

/// Decides on a case.
///
/// # Errors
/// 404 for another's, 409 when somebody else was quicker or when it cannot be restored any more, 403 for whoever upholds
/// their own removal.
pub(crate) async fn decide(
    app: &App,
    by: &Moderator,
    id: &str,
    action: Action,
    texts: &DecisionTexts,
) -> Result<()> {
    let publication = match action {
        Action::Keep | Action::Restore => prepare_publication(app, by, id).await?,
        _ => None,
    };
    let (by, id, texts) = (by.clone(), id.to_owned(), texts.clone());
    app.write(move |tx| {
        tx.lock_log()?;
        let case = find(tx, &by.facts, &id)?;
        match action {
            Action::Keep | Action::Restore if case.held => {
                require(&case, if action == Action::Keep { "open" } else { "removed" })?;
                let publish = publication.as_ref().ok_or_else(|| texts::NOT_RESTORABLE.err())?;
                let_through(tx, &by, &case, publish, &texts)
            }
            Action::Keep => keep(tx, &by, &case, &texts),
            Action::Remove if case.held => reject(tx, &by, &case, &texts),
            Action::Remove => remove_case(tx, &by, &case, &texts).map(drop),
            Action::Reopen => reopen(tx, &by, &case),
            Action::Restore => restore_case(tx, &by, &case, &texts),
            Action::Uphold => uphold(tx, &by, &case, &texts),
        }
    })
    .await
}

/// Gets what a case holds ready to be published; nothing for what stands, and when it is not kept any more. Word rules
/// are not asked again: the moderator has decided.
///
/// # Errors
/// 409 while its author may not write, as during an exam, and when it cannot be published any more.
async fn prepare_publication(app: &App, by: &Moderator, id: &str) -> Result<Option<Publication>> {
    let (facts, id) = (by.facts.clone(), id.to_owned());
    let case = app.db.read(move |read| find(read, &facts, &id)).await?;
    if !matches!(case.status.as_str(), "open" | "removed") {
        return Ok(None);
    }
    let (Some(payload), Some(author)) = (case.payload.clone(), case.author()) else { return Ok(None) };
    let Some(facts) = facts_of(app, author).await? else { return Ok(None) };
    let is_banned = facts.ban.as_ref().is_some_and(|ban| ban.holds(app.clock.now()));
    if is_banned || refuse_writing(app, &facts).is_err() {
        return Err(texts::AUTHOR_MAY_NOT_WRITE.err());
    }
    let prepared = (kind(app, &case.kind)?.prepare_publication)(app.clone(), Held { author, payload });
    prepared.await.map(Some).map_err(not_publishable)
}

/// What a feature refuses by now, as when the room or the answered message is gone, was not the moderator's doing.
fn not_publishable(refusal: ApiError) -> ApiError {
    if refusal.status().is_client_error() { texts::NOT_PUBLISHABLE.err().because(refusal) } else { refusal }
}

/// Publishes what was held, in the same transaction as the decision: both hold or neither.
fn let_through(
    tx: &mut AppTx,
    by: &Moderator,
    case: &CaseRow,
    publish: &Publication,
    texts: &DecisionTexts,
) -> Result<()> {
    let content_id = publish(tx).map_err(not_publishable)?;
    drop_files(tx, case)?;
    cases::publish(tx, &case.id, &content_id)?;
    let case = &CaseRow { content_id, held: false, payload: None, ..case.clone() };
    let status = if case.status == "open" { "kept" } else { "restored" };
    let seq = append(tx, case, status, Some(by.user()), &moderators(&by.everyone, case))?;
    let DecisionTexts { reason, note } = texts;
    let (by_id, now) = (Some(by.user()), tx.now());
    let decided = Decided { status, by: by_id, at: Some(now), reason, note, restorable: None };
    cases::decide(tx, &case.id, &decided)?;
    withdraw_case(tx, case)?;
    withdraw_removal(tx, case)?;
    if case.appeal_status == "open" {
        cases::decide_appeal(tx, &case.id, "granted", by.user(), now, reason)?;
        notify_of_appeal_decision(tx, case, seq)?;
    } else {
        notify_of_publication(tx, case, TOPIC_PUBLISHED, seq)?;
    }
    audit(tx, &by.actor, case, status, reason)
}

/// Does not let through what was held. It is kept for an appeal.
fn reject(tx: &mut AppTx, by: &Moderator, case: &CaseRow, texts: &DecisionTexts) -> Result<()> {
    require(case, "open")?;
    let seq = settle(tx, by, case, "removed", texts, Some(String::new()))?;
    notify_of_removal(tx, case, seq)?;
    audit(tx, &by.actor, case, "removed", &texts.reason)
}

fn require(case: &CaseRow, status: &str) -> Result<()> {
    if case.status == status { Ok(()) } else { Err(texts::CASE_SETTLED.err()) }
}

fn keep(tx: &mut AppTx, by: &Moderator, case: &CaseRow, texts: &DecisionTexts) -> Result<()> {
    require(case, "open")?;
    settle(tx, by, case, "kept", texts, None)?;
    drop_files(tx, case)?;
    audit(tx, &by.actor, case, "kept", &texts.reason)
}

/// Settles an open case, and tells whoever has reported it.
fn settle(
    tx: &mut AppTx,
    by: &Moderator,
    case: &CaseRow,
    status: &'static str,
    texts: &DecisionTexts,
    restorable: Option<String>,
) -> Result<i64> {
    let seq = append(tx, case, status, Some(by.user()), &moderators(&by.everyone, case))?;
    let DecisionTexts { reason, note } = texts;
    let decided = Decided { status, by: Some(by.user()), at: Some(tx.now()), reason, note, restorable };
    cases::decide(tx, &case.id, &decided)?;
    withdraw_case(tx, case)?;
    let reports = reports::of_case(tx, &case.id)?;
    notify_of_decision(tx, case, seq, reports.iter().filter_map(|report| report.reporter()))?;
    Ok(seq)
}

/// Removes the content of an open case. False when it was gone already.
fn remove_case(tx: &mut AppTx, by: &Moderator, case: &CaseRow, texts: &DecisionTexts) -> Result<bool> {
    require(case, "open")?;
    let kind = kind(tx.app(), &case.kind)?;
    let removed = (kind.remove)(tx, by, &case.content_id)?;
    if let Some(Removed { words, .. }) = &removed {
        cases::set_words(tx, &case.id, words)?;
    }
    let restorable = removed.map(|removed| removed.restorable);
    let is_removed = restorable.is_some();
    let seq = settle(tx, by, case, "removed", texts, restorable)?;
    if is_removed {
        notify_of_removal(tx, case, seq)?;
    } else {
        // Nobody can appeal.
        drop_files(tx, case)?;
    }
    audit(tx, &by.actor, case, "removed", &texts.reason)?;
    Ok(is_removed)
}

/// Whether a case that was kept can be opened again: what it was decided on is kept no longer than for an appeal.
pub(crate) fn may_reopen(case: &CaseRow, now: i64) -> bool {
    case.status == "kept" && case.decided_at.is_some_and(|at| now < at + APPEAL_WINDOW)
}

/// Opens a case again that was kept by mistake. Whoever has reported it waits again.
fn reopen(tx: &mut AppTx, by: &Moderator, case: &CaseRow) -> Result<()> {
    require(case, "kept")?;
    if !may_reopen(case, tx.now()) {
        return Err(texts::REOPEN_CLOSED.err());
    }
    if cases::open(tx, &case.kind, &case.content_id)?.is_some() {
        // Somebody has reported it since.
        return Err(texts::CASE_OPEN.err());
    }
    let moderators = moderators(&by.everyone, case);
    append(tx, case, "reopened", Some(by.user()), &moderators)?;
    keep_files(tx, case, &moderators)?;
    let open = Decided { status: "open", by: None, at: None, reason: "", note: "", restorable: None };
    cases::decide(tx, &case.id, &open)?;
    withdraw_decision(tx, case)?;
    audit(tx, &by.actor, case, "reopened", "")
}

/// Restores what a moderator has removed, and grants the appeal that waits.
fn restore_case(tx: &mut AppTx, by: &Moderator, case: &CaseRow, texts: &DecisionTexts) -> Result<()> {
    require(case, "removed")?;
    let restorable = case.restorable.as_deref().ok_or_else(|| texts::NOT_RESTORABLE.err())?;
    let kind = kind(tx.app(), &case.kind)?;
    (kind.restore)(tx, by, &case.content_id, restorable)?;
    drop_files(tx, case)?;
    let seq = append(tx, case, "restored", Some(by.user()), &moderators(&by.everyone, case))?;
    let decided = Decided {
        status: "restored",
        by: Some(by.user()),
        at: Some(tx.now()),
        reason: &case.reason,
        note: &case.note,
        restorable: None,
    };
    cases::decide(tx, &case.id, &decided)?;
    withdraw_removal(tx, case)?;
    withdraw_case(tx, case)?;
    if case.appeal_status == "open" {
        let now = tx.now();
        cases::decide_appeal(tx, &case.id, "granted", by.user(), now, &texts.reason)?;
        notify_of_appeal_decision(tx, case, seq)?;
    } else {
        notify_of_publication(tx, case, TOPIC_RESTORED, seq)?;
    }
    audit(tx, &by.actor, case, "restored", &texts.reason)
}

/// Leaves something removed although its author has appealed. Not by whoever has removed it, but for class admins and
/// admins, who may be alone.
fn uphold(tx: &mut AppTx, by: &Moderator, case: &CaseRow, texts: &DecisionTexts) -> Result<()> {
    require(case, "removed")?;
    if case.appeal_status != "open" {
        return Err(texts::CASE_SETTLED.err());
    }
    let is_own = case.decided_by.as_deref() == Some(by.user().as_str());
    if is_own && by.facts.tier() < Tier::ClassAdmin {
        return Err(texts::OWN_REMOVAL.err());
    }
    let seq = append(tx, case, "upheld", Some(by.user()), &moderators(&by.everyone, case))?;
    let now = tx.now();
    cases::decide_appeal(tx, &case.id, "upheld", by.user(), now, &texts.reason)?;
    withdraw_case(tx, case)?;
    notify_of_appeal_decision(tx, case, seq)?;
    audit(tx, &by.actor, case, "upheld", &texts.reason)
}

fn audit(tx: &mut AppTx, by: &Actor, case: &CaseRow, verdict: &str, reason: &str) -> Result<()> {
    let mut detail =
        json!({ "verdict": verdict, "kind": case.kind, "content_id": case.content_id, "reason": reason });
    if !case.anonymous {
        detail["author_id"] = json!(case.author_id);
    }
    Ok(tx.audit(by, &texts::DECIDE_CASE, &case.id, &detail)?)
}

/// Removes a content that the moderator sees, whether or not somebody has reported it. A case that waits is settled by
/// it.
///
/// # Errors
/// 403 for whoever does not moderate it, or may not remove it there; 404 for what is gone.
pub fn remove(
    tx: &mut AppTx,
    by: &Moderator,
    kind: &str,
    id: &str,
    content: &Content,
    reason: &str,
) -> Result<()> {
    tx.lock_log()?;
    let app = tx.app();
    let may_remove = content::kind(app, kind)?.may_remove;
    let open = cases::open(tx, kind, id)?;
    let case = match &open {
        Some(case) => case.clone(),
        None => CaseRow {
            origin: "removal".into(),
            ..new_case(tx, kind, &app.random.id(&app.clock), id, content)?
        },
    };
    if !moderates(&by.facts, &case) || !may_remove(tx, by, id)? {
        return Err(kernel::texts::NO_PERMISSION.err());
    }
    if open.is_none() {
        cases::insert(tx, &case)?;
        keep_files(tx, &case, &moderators(&by.everyone, &case))?;
    }
    let texts = DecisionTexts { reason: reason.to_owned(), note: String::new() };
    let is_removed = remove_case(tx, by, &case, &texts)?;
    // Without a report there is nothing to settle either.
    if is_removed || open.is_some() { Ok(()) } else { Err(ApiError::not_found()) }
}

/// Restores what a moderator has removed.
///
/// # Errors
/// 404 for what was not removed or is not this moderator's to decide, 409 for what cannot be restored any more.
pub fn restore(tx: &mut AppTx, by: &Moderator, kind: &str, id: &str) -> Result<()> {
    tx.lock_log()?;
    let case = cases::removed(tx, kind, id)?.filter(|case| moderates(&by.facts, case));
    let case = case.ok_or_else(ApiError::not_found)?;
    restore_case(tx, by, &case, &DecisionTexts::default())
}
