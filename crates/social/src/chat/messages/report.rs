//! Reports: what members ask moderators to look at.

use std::collections::BTreeSet;

use identity::user::{Members, facts_of, members};
use kernel::db::Read;
use kernel::events::{Audience, NewEvent};
use kernel::user::{Tier, UserFacts, UserId};
use kernel::{ApiError, App, Result};
use serde_json::json;
use strum::IntoStaticStr;

use crate::chat::events::ChatEvent;
use crate::chat::messages::edit::{self, ChatActor};
use crate::chat::model::{self, RoomId};
use crate::chat::notifications::{notify_of_report, notify_of_verdict, withdraw_verdict};
use crate::chat::store::messages::{self, MessageRow};
use crate::chat::store::reports::{self, ReportRow, Scope};
use crate::chat::store::{groups, read_markers};
use crate::chat::{access, dto, texts};
use identity::admin::MANAGE_POSTS;

/// Messages shown before and after a reported one.
const AROUND: i64 = 5;

/// What comes of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(const_into_str)]
pub(in crate::chat) enum Verdict {
    /// Nothing.
    #[strum(serialize = "dismissed")]
    Dismiss,
    /// The message goes.
    #[strum(serialize = "recalled")]
    Recall,
    /// It was dismissed by mistake.
    #[strum(serialize = "reopened")]
    Reopen,
}

impl Verdict {
    /// What it answers.
    fn answers(self) -> &'static str {
        if self == Self::Reopen { "dismissed" } else { "open" }
    }
}

/// These moderators, and these others. Told one by one, since no other audience leaves the reported member out, who may
/// be an officer too.
fn report_audience(moderators: &[UserId], more: &[UserId]) -> Audience {
    let all: BTreeSet<UserId> = moderators.iter().chain(more).copied().collect();
    Audience::Any(all.into_iter().map(Audience::User).collect())
}

/// Who moderates what a report is about.
fn moderators(everyone: &Members, report: &ReportRow) -> Vec<UserId> {
    let all = everyone.all().iter().filter(|facts| moderates(facts, report));
    all.map(|facts| facts.user_id).collect()
}

/// Whether somebody moderates what a report is about.
pub(in crate::chat) fn moderates(facts: &UserFacts, report: &ReportRow) -> bool {
    facts.may(&MANAGE_POSTS) && is_in_scope(facts, report)
}

/// Reports a message of another, with the words it has now. Once per member; again changes nothing.
///
/// # Errors
/// 400 for one's own, 404 for what one does not see, 409 when it was recalled.
pub(in crate::chat) async fn report(app: &App, by: &ChatActor, id: &str, reason: &str) -> Result<()> {
    let reason = model::parse_reason(reason)?;
    let (by, id) = (by.clone(), id.to_owned());
    let (report_id, everyone) = (app.random.id(&app.clock), members(app).await?);
    app.write(move |tx| {
        let (row, ..) = access::unrecalled(tx, &id, &by.facts)?;
        if row.sender_id == by.user().as_str() {
            return Err(texts::REPORT_OWN.err());
        }
        let class = UserId::parse(&row.sender_id).map(|sender| sender.class().to_owned()).unwrap_or_default();
        let report = ReportRow {
            id: report_id.clone(),
            message_id: row.id,
            room_id: row.room_id,
            sender_id: row.sender_id,
            class,
            reporter_id: by.user().to_string(),
            reason: reason.clone(),
            kind: row.kind,
            content: row.content,
            status: "open".into(),
            resolved_by: None,
            resolved_at: None,
            note: String::new(),
            created_at: tx.now(),
        };
        if reports::insert(tx, &report)? {
            // Without the reporter: whoever moderates hears of it, and that may be a friend.
            let opened = ChatEvent::ReportChanged { change: "opened".to_owned() };
            let mut moderators = moderators(&everyone, &report);
            let audience = report_audience(&moderators, &[]);
            let seq = tx.emit(NewEvent::new(&opened, audience).about(&report.id))?;
            moderators.retain(|moderator| *moderator != by.user());
            notify_of_report(tx, &report, seq, moderators)?;
        }
        Ok(())
    })
    .await
}

/// The reports that a moderator sees: of their class, of all classes for admins; never of
/// themselves, and officers none of class admins.
pub(in crate::chat) fn scope(facts: &UserFacts, status: &'static str) -> Scope {
    let all = facts.tier() == Tier::Admin;
    let class = if all { String::new() } else { facts.user_id.class().to_owned() };
    let hidden = if facts.tier() >= Tier::ClassAdmin { "" } else { "____00" };
    Scope { status, class, moderator: facts.user_id, hidden }
}

fn is_in_scope(facts: &UserFacts, report: &ReportRow) -> bool {
    let scope = scope(facts, "open");
    let is_class_admin = UserId::parse(&report.sender_id).is_some_and(|sender| sender.is_class_admin());
    (scope.class.is_empty() || scope.class == report.class)
        && report.sender_id != facts.user_id.as_str()
        && (scope.hidden.is_empty() || !is_class_admin)
}

/// A report of a moderator's scope.
///
/// # Errors
/// 404 outside of it.
fn find(read: &mut Read, facts: &UserFacts, id: &str) -> Result<ReportRow> {
    reports::find(read, id)?.filter(|report| is_in_scope(facts, report)).ok_or_else(ApiError::not_found)
}

/// Whether someone may recall what this member has said.
async fn manages(app: &App, facts: &UserFacts, sender: &str) -> Result<bool> {
    let Some(sender) = UserId::parse(sender) else { return Ok(false) };
    let sender = facts_of(app, sender).await?;
    Ok(sender.is_some_and(|sender| facts.may_manage(&sender, &MANAGE_POSTS)))
}

/// A report as a moderator judges it.
#[derive(Debug)]
pub(in crate::chat) struct Case {
    pub(in crate::chat) report: ReportRow,
    /// All reports of the message that are open with it, or were settled with it; oldest first.
    pub(in crate::chat) together: Vec<ReportRow>,
    /// The message with what was said around it; empty once the report is settled.
    pub(in crate::chat) around: Vec<MessageRow>,
    pub(in crate::chat) room_name: String,
    pub(in crate::chat) may_recall: bool,
}

/// Opens a report. Whoever thereby reads words of a room they are not in leaves a line in the
/// operation log.
///
/// # Errors
/// 404 outside the moderator's scope.
pub(in crate::chat) async fn open(app: &App, by: &ChatActor, id: &str) -> Result<Case> {
    let (facts, wanted) = (by.facts.clone(), id.to_owned());
    let (mut case, is_outsider) = app.db.read(move |read| load_case(read, &facts, &wanted)).await?;
    let is_there = case.around.iter().any(|row| row.id == case.report.message_id && !row.recalled);
    case.may_recall = is_there && manages(app, &by.facts, &case.report.sender_id).await?;
    if is_outsider && !case.around.is_empty() {
        let (actor, report) = (by.actor.clone(), case.report.clone());
        app.write(move |tx| {
            let detail = json!({ "message_id": report.message_id, "sender_id": report.sender_id });
            Ok(tx.audit(&actor, &texts::READ_CHAT_REPORT, &report.id, &detail)?)
        })
        .await?;
    }
    Ok(case)
}

/// The case, and whether the moderator is no member of the room.
fn load_case(read: &mut Read, facts: &UserFacts, id: &str) -> Result<(Case, bool)> {
    let report = find(read, facts, id)?;
    let room = RoomId::parse(&report.room_id).ok_or_else(ApiError::not_found)?;
    let together = reports::together(read, &report)?;
    let around = if report.status == "open" { around(read, &report)? } else { Vec::new() };
    let room_name = room_name(read, &report.room_id)?;
    let is_outsider = !access::room_rights(read, &room, facts)?.is_member;
    Ok((Case { report, together, around, room_name, may_recall: false }, is_outsider))
}

/// A message and its neighbours, as far as its reporter sees them.
fn around(read: &mut Read, report: &ReportRow) -> Result<Vec<MessageRow>> {
    let Some(row) = messages::find(read, &report.message_id)? else { return Ok(Vec::new()) };
    let Some(reporter) = UserId::parse(&report.reporter_id) else { return Ok(vec![row]) };
    let (room, seq) = (row.room_id.clone(), row.seq);
    let hidden = read_markers::find(read, reporter, &room)?.cleared_seq;
    let mut rows = messages::before(read, &room, seq, hidden, AROUND)?;
    rows.reverse();
    rows.push(row);
    rows.extend(messages::after(read, &room, seq, hidden, AROUND)?);
    Ok(rows)
}

/// What a room is called; empty for a pair and for a group that has ended.
///
/// # Errors
/// When a statement fails.
pub(in crate::chat) fn room_name(read: &mut Read, room: &str) -> Result<String> {
    let given = groups::find(read, room)?.map(|row| row.name).unwrap_or_default();
    Ok(dto::name(room, &given))
}

/// Settles a report, and with it every open one of the same message; or takes a dismissal back.
///
/// # Errors
/// 404 outside the moderator's scope, 403 when the sender is not theirs to manage, 409 when it is
/// settled.
pub(in crate::chat) async fn resolve(
    app: &App,
    by: &ChatActor,
    id: &str,
    verdict: Verdict,
    note: &str,
) -> Result<()> {
    let note = model::parse_reason(note)?;
    let (facts, wanted) = (by.facts.clone(), id.to_owned());
    let report = app.db.read(move |read| find(read, &facts, &wanted)).await?;
    if verdict == Verdict::Recall && !manages(app, &by.facts, &report.sender_id).await? {
        return Err(kernel::texts::NO_PERMISSION.err());
    }
    if report.status != verdict.answers() {
        return Err(texts::REPORT_SETTLED.err());
    }
    let (by, everyone) = (by.clone(), members(app).await?);
    app.write(move |tx| {
        let room = RoomId::parse(&report.room_id).ok_or_else(ApiError::not_found)?;
        let (subject, status) = (report.id.as_str(), verdict.into_str());
        tx.lock_log()?;
        let together = reports::together(tx, &report)?;
        let reporters: Vec<_> = together.iter().filter_map(|row| UserId::parse(&row.reporter_id)).collect();
        let audience = report_audience(&moderators(&everyone, &report), &reporters);
        let changed = ChatEvent::ReportChanged { change: status.to_owned() };
        let seq = tx.emit(NewEvent::new(&changed, audience).by(by.user()).about(subject))?;
        let now = tx.now();
        let is_done = match verdict {
            Verdict::Reopen => reports::reopen(tx, &report)?,
            _ => reports::settle(tx, &report.message_id, status, by.user(), now, &note)?,
        };
        if !is_done {
            return Err(texts::REPORT_SETTLED.err());
        }
        match verdict {
            Verdict::Reopen => withdraw_verdict(tx, &together)?,
            _ => notify_of_verdict(tx, &together, seq)?,
        }
        if verdict == Verdict::Recall
            && let Some(row) = messages::find(tx, &report.message_id)?.filter(|row| !row.recalled)
        {
            edit::empty(tx, &row, &room, &by)?;
        }
        let detail =
            json!({ "verdict": status, "message_id": report.message_id, "sender_id": report.sender_id });
        Ok(tx.audit(&by.actor, &texts::RESOLVE_CHAT_REPORT, &report.id, &detail)?)
    })
    .await
}
