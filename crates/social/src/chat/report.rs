//! Reports: what members ask moderators to look at.

use kernel::audit;
use kernel::events::Audience;
use kernel::user::{Permission, Tier, UserFacts, UserId};
use kernel::{ApiError, App, Result};
use serde_json::json;

use super::change::{self, By};
use super::model::{self, RoomId};
use super::people::facts_of;
use super::store::messages;
use super::store::reports::{self, ReportRow, Scope};
use super::tell::{News, tell_only};
use super::{access, texts};

/// What comes of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Nothing.
    Dismiss,
    /// The message goes.
    Recall,
}

impl Verdict {
    fn as_str(self) -> &'static str {
        match self {
            Self::Dismiss => "dismissed",
            Self::Recall => "recalled",
        }
    }
}

/// Reports a message of another, with the words it has now. Once per member; again changes nothing.
///
/// # Errors
/// 400 for one's own, 404 for what one does not see, 409 when it was recalled.
pub(super) async fn report(app: &App, by: &By, id: &str, reason: &str) -> Result<()> {
    let reason = model::parse_reason(reason)?;
    let (writer, by, id) = (app.clone(), by.clone(), id.to_owned());
    let report_id = app.random.id(&app.clock);
    app.db
        .write(move |tx| {
            let (row, room, _) = access::living(tx, &id, &by.facts)?;
            if row.sender_id == by.user().as_str() {
                return Err((&texts::REPORT_OWN).into());
            }
            let class =
                UserId::parse(&row.sender_id).map(|sender| sender.class().to_owned()).unwrap_or_default();
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
                created_at: writer.clock.now_ms(),
            };
            if reports::insert(tx, &report)? {
                // Without the reporter: whoever moderates hears of it, and that may be a friend.
                let data = json!({ "report_id": report.id, "change": "opened" });
                let news =
                    News { what: "report_changed", room: &room, actor: None, subject: &report.id, data };
                tell_only(&writer, tx, &news, Audience::Admins)?;
            }
            Ok(())
        })
        .await
}

/// The reports that a moderator sees: of their class, of all classes for admins; never of
/// themselves, and officers none of class admins.
pub(super) fn scope(facts: &UserFacts, status: &'static str) -> Scope {
    let all = facts.tier() == Tier::Admin;
    let class = if all { String::new() } else { facts.user_id.class().to_owned() };
    let hidden = if facts.tier() >= Tier::ClassAdmin { "" } else { "____00" };
    Scope { status, class, moderator: facts.user_id, hidden }
}

fn concerns(facts: &UserFacts, report: &ReportRow) -> bool {
    let scope = scope(facts, "open");
    let is_class_admin = UserId::parse(&report.sender_id).is_some_and(|sender| sender.is_class_admin());
    (scope.class.is_empty() || scope.class == report.class)
        && report.sender_id != facts.user_id.as_str()
        && (scope.hidden.is_empty() || !is_class_admin)
}

/// Settles a report, and with it every open one of the same message.
///
/// # Errors
/// 404 outside the moderator's scope, 403 when the sender is not theirs to manage, 409 when it is
/// settled.
pub(super) async fn resolve(app: &App, by: &By, id: &str, verdict: Verdict, note: &str) -> Result<()> {
    let note = model::parse_reason(note)?;
    let wanted = id.to_owned();
    let found = app.db.read(move |read| Ok(reports::find(read, &wanted)?)).await?;
    let report = found.filter(|report| concerns(&by.facts, report)).ok_or_else(ApiError::not_found)?;
    let sender = match UserId::parse(&report.sender_id) {
        Some(sender) => facts_of(app, sender).await?,
        None => None,
    };
    let manages = sender.is_some_and(|sender| by.facts.may_manage(&sender, Permission::ManagePosts));
    if verdict == Verdict::Recall && !manages {
        return Err(ApiError::forbidden(&kernel::texts::NO_PERMISSION));
    }
    let (writer, by) = (app.clone(), by.clone());
    app.db
        .write(move |tx| {
            let room = RoomId::parse(&report.room_id).ok_or_else(ApiError::not_found)?;
            let data = json!({ "report_id": report.id, "change": verdict.as_str() });
            let news = News {
                what: "report_changed",
                room: &room,
                actor: Some(by.user()),
                subject: &report.id,
                data,
            };
            tell_only(&writer, tx, &news, Audience::Admins)?;
            let (now, status) = (writer.clock.now_ms(), verdict.as_str());
            if !reports::settle(tx, &report.message_id, status, by.user(), now, &note)? {
                return Err(ApiError::conflict(&texts::REPORT_SETTLED));
            }
            if verdict == Verdict::Recall
                && let Some(row) = messages::find(tx, &report.message_id)?.filter(|row| !row.recalled)
            {
                change::empty(&writer, tx, &row, &room, &by)?;
            }
            let detail =
                json!({ "verdict": status, "message_id": report.message_id, "sender_id": report.sender_id });
            Ok(audit::record(&writer, tx, &by.actor, "resolve_chat_report", &report.id, &detail)?)
        })
        .await
}
