//! The durable consumer that makes deliveries of the events of the log.

use kernel::events::{Consumer, Event};
use kernel::user::{UserFacts, UserId};
use kernel::{App, AppTx, Result, feature};
use serde::Serialize;
use serde_json::Value;

use super::events::{Listener, MemberCache, OutboundEvent};
use super::sender::wake;
use crate::model;
use crate::registry::Registry;
use crate::store::deliveries::{self, NewDelivery};
use crate::store::integrations as store;

/// What the `source` of every webhook says.
const SOURCE: &str = "classportal";

/// Makes the deliveries.
pub(crate) static OUTBOX: Consumer = Consumer { name: "integrations-outbox", batch: 50, selects, handle };

/// What the features of this portal tell integrations of.
fn known(app: &App) -> impl Iterator<Item = &'static OutboundEvent> {
    feature::provided::<OutboundEvent>(&app.features)
}

/// One node alone knows from memory whether anybody hears of an event; another one of several may have issued an
/// integration a moment ago, and the cursor is theirs together.
fn selects(app: &App, event: &Event) -> bool {
    let is_alone = app.db.engine_name() == "sqlite";
    let registry = app.state::<Registry>();
    let is_heard = |outbound: &OutboundEvent| !is_alone || registry.sends_any(outbound.scope);
    known(app).any(|outbound| is_heard(outbound) && (outbound.selects)(event))
}

fn handle(tx: &mut AppTx, events: &[Event]) -> Result<()> {
    let now = tx.now();
    let rows = store::with_webhook(tx, now)?;
    let mut members = MemberCache::default();
    let mut receivers = Vec::new();
    for row in rows {
        let operator =
            if row.requested_by.is_empty() { row.owner_id.clone() } else { row.requested_by.clone() };
        let has_operator = enabled(tx, &mut members, &operator)?.is_some();
        if let Some(owner) = enabled(tx, &mut members, &row.owner_id)?.filter(|_| has_operator) {
            let operator = UserId::parse(&row.requested_by).filter(|operator| *operator != owner.user_id);
            receivers.push((model::scopes_of(&row.scopes), Listener { owner, operator }, row));
        }
    }
    let app = tx.app();
    let mut has_any = false;
    for event in events {
        for outbound in known(app) {
            let holds = receivers.iter().filter(|(scopes, ..)| scopes.contains(&outbound.scope));
            let holds: Vec<_> = holds.collect();
            if holds.is_empty() || !(outbound.selects)(event) {
                continue;
            }
            let Some(told) = (outbound.read)(tx, &mut members, event)? else { continue };
            let body = body(outbound.name, &told.data, event.ts);
            for (_, listener, row) in holds {
                if told.cause != Some(row.id) && (told.may_hear)(tx, listener)? {
                    let new = NewDelivery {
                        id: &new_id(tx),
                        integration_id: row.id,
                        seq: event.seq,
                        event: outbound.name,
                        about: &told.about,
                        body: &body,
                    };
                    deliveries::insert(tx, &new, now)?;
                    has_any = true;
                }
            }
        }
    }
    if has_any {
        wake_on_commit(tx);
    }
    Ok(())
}

/// The facts of an owner, or of who runs an integration; `None` while the account is disabled or when it is gone.
fn enabled(tx: &mut AppTx, members: &mut MemberCache, id: &str) -> Result<Option<UserFacts>> {
    let facts = UserId::parse(id).map(|user| members.find(tx, user)).transpose()?.flatten();
    let now = tx.app().clock.now();
    Ok(facts.filter(|facts| facts.ban.as_ref().is_none_or(|ban| !ban.holds(now))))
}

/// What is sent.
#[derive(Serialize)]
struct Body<'a> {
    event: &'a str,
    data: &'a Value,
    timestamp: &'a str,
    source: &'a str,
}

/// The body of a webhook (`interface 6.4`).
pub(super) fn body(event: &str, data: &Value, ts: i64) -> String {
    let body = Body { event, data, timestamp: &ts.to_string(), source: SOURCE };
    serde_json::to_string(&body).unwrap_or_default()
}

/// The id of a new delivery.
pub(super) fn new_id(tx: &AppTx) -> String {
    tx.app().random.id(&tx.app().clock)
}

/// The sender looks for deliveries as soon as this is committed.
pub(crate) fn wake_on_commit(tx: &mut AppTx) {
    let app = tx.app().clone();
    tx.on_commit(move || wake(&app));
}
