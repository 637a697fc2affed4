//! What members are told of integrations: whoever decides hears of requests, whoever asked hears what came of it, and
//! both hear that a webhook was switched off.

use identity::notifications::{
    self, Content, Importance, Link, NewNotification, Notification, NotificationKind, Reader,
};
use identity::user::{self, Members, directory};
use kernel::db::{DbResult, Read};
use kernel::user::UserId;
use kernel::{AppTx, Result};
use serde_json::json;

use super::manage::may_decide;
use super::model::IntegrationStatus;
use super::store::integrations::{self as store, IntegrationRow};
use super::texts;

/// What happens to integrations.
pub(super) static INTEGRATION: NotificationKind = NotificationKind {
    name: "integration",
    label: &texts::INTEGRATION,
    app: "integrations",
    importance: Importance::Task,
    shown_by_app: false,
    describe,
};

/// A member has asked for one.
const REQUESTED: &str = "requested";
/// It was decided.
const DECIDED: &str = "decided";
/// Its webhook was switched off.
const WEBHOOK_OFF: &str = "webhook_off";

/// Tells those who decide about a request.
pub(super) fn notify_deciders(
    tx: &mut AppTx,
    row: &IntegrationRow,
    seq: i64,
    everyone: &Members,
) -> DbResult<()> {
    let deciders = everyone.all().iter().filter(|facts| may_decide(facts, &row.requested_by));
    let deciders: Vec<UserId> = deciders.map(|facts| facts.user_id).collect();
    notify(tx, row, &about(REQUESTED, seq, UserId::parse(&row.requested_by)), deciders)
}

/// Tells the member what came of a request, which nobody needs to decide any more.
pub(super) fn notify_requester(tx: &mut AppTx, row: &IntegrationRow, seq: i64, by: UserId) -> DbResult<()> {
    withdraw_request(tx, row.id)?;
    notify(tx, row, &about(DECIDED, seq, Some(by)), UserId::parse(&row.requested_by))
}

/// A request was taken back.
pub(super) fn withdraw_request(tx: &mut AppTx, id: i64) -> DbResult<()> {
    notifications::withdraw(tx, &[&INTEGRATION], &id.to_string())
}

/// Tells the owner, and the member who runs it, that nothing is sent any more.
pub(super) fn notify_webhook_off(tx: &mut AppTx, row: &IntegrationRow, seq: i64) -> DbResult<()> {
    let people = [&row.owner_id, &row.requested_by].into_iter().filter_map(|id| UserId::parse(id));
    let people: Vec<UserId> = people.collect();
    // Kept here: the row forgets it when the webhook is switched on again.
    let why = json!(row.webhook_off).to_string();
    notify(tx, row, &NewNotification { content: &why, ..about(WEBHOOK_OFF, seq, None) }, people)
}

fn about(topic: &'static str, event_seq: i64, sender: Option<UserId>) -> NewNotification<'static> {
    NewNotification { kind: &INTEGRATION, topic, subject: "", event_seq, sender, content: "" }
}

fn notify(
    tx: &mut AppTx,
    row: &IntegrationRow,
    new: &NewNotification<'_>,
    members: impl IntoIterator<Item = UserId>,
) -> DbResult<()> {
    let id = row.id.to_string();
    notifications::notify(tx, &NewNotification { subject: &id, ..*new }, members).map(drop)
}

fn describe(read: &mut Read, reader: &Reader<'_>, about: &Notification) -> Result<Option<Content>> {
    let row = about.subject.parse().ok().map(|id| store::find(read, id)).transpose()?.flatten();
    let Some(row) = row else { return Ok(None) };
    let me = reader.facts.user_id;
    let is_own = [&row.owner_id, &row.requested_by].iter().any(|id| *id == me.as_str());
    let sender_name = name_of(read, reader, &about.sender_id)?;
    let (title, text) = match (about.topic.as_str(), row.status) {
        (REQUESTED, IntegrationStatus::Requested) if may_decide(reader.facts, &row.requested_by) => {
            let title = texts::REQUEST_WAITS.with("name", &sender_name).with("integration", &row.name);
            (title, row.purpose.clone())
        }
        (DECIDED, IntegrationStatus::Approved) if is_own => {
            let text = reader.say(&texts::REQUEST_APPROVED_TEXT);
            (texts::REQUEST_APPROVED.with("integration", &row.name), text)
        }
        (DECIDED, IntegrationStatus::Refused) if is_own => {
            (texts::REQUEST_REFUSED.with("integration", &row.name), row.refusal_reason.clone())
        }
        (WEBHOOK_OFF, _) if is_own => {
            let is_gone = about.content == r#""gone""#;
            let why = if is_gone { &texts::WEBHOOK_GONE } else { &texts::WEBHOOK_FAILING };
            (texts::WEBHOOK_SWITCHED_OFF.with("integration", &row.name), reader.say(why))
        }
        _ => return Ok(None),
    };
    let link = Link::app(
        "integrations",
        if about.topic == REQUESTED { String::new() } else { about.subject.clone() },
    );
    Ok(Some(Content { title: reader.say(title), text, sender_name, link: Some(link) }))
}

fn name_of(read: &mut Read, reader: &Reader<'_>, id: &str) -> DbResult<String> {
    let Some(user) = UserId::parse(id) else { return Ok(String::new()) };
    let member = directory::member_of(read, user)?;
    Ok(member.map_or_else(|| reader.say(user::deleted_name()), |member| member.facts.real_name))
}
