//! The durable consumer that makes deliveries of the events of the log.

use std::collections::HashMap;

use identity::user::directory;
use kernel::events::{Consumer, Event};
use kernel::user::{UserFacts, UserId};
use kernel::{App, AppTx, Result, feature};
use serde_json::{Value, json};

use super::events::OutboundEvent;
use super::sender::wake;
use crate::model;
use crate::registry::Registry;
use crate::store::deliveries::{self, NewDelivery};
use crate::store::integrations::{self as store, IntegrationRow};

/// What the `source` of every webhook says.
const SOURCE: &str = "classportal";

/// Makes the deliveries.
pub(crate) static OUTBOX: Consumer = Consumer { name: "integrations-outbox", batch: 200, selects, handle };

/// What the features of this portal tell integrations of.
fn known(app: &App) -> impl Iterator<Item = &'static OutboundEvent> {
    feature::provided::<OutboundEvent>(&app.features)
}

fn selects(app: &App, event: &Event) -> bool {
    let registry = app.state::<Registry>();
    known(app).any(|outbound| (outbound.selects)(event) && registry.sends_any(outbound.scope))
}

fn handle(tx: &mut AppTx, events: &[Event]) -> Result<()> {
    let now = tx.now();
    let rows = store::with_webhook(tx, now)?;
    let mut owners = HashMap::new();
    let mut receivers = Vec::new();
    for row in rows {
        if let Some(owner) = owner(tx, &mut owners, &row)? {
            receivers.push((model::scopes_of(&row.scopes), owner, row));
        }
    }
    let app = tx.app();
    let mut has_any = false;
    for event in events {
        for outbound in known(app).filter(|outbound| (outbound.selects)(event)) {
            let holds = receivers.iter().filter(|(scopes, ..)| scopes.contains(&outbound.scope));
            let holds: Vec<_> = holds.collect();
            if holds.is_empty() {
                continue;
            }
            let Some(told) = (outbound.read)(tx, event)? else { continue };
            let body = body(outbound.name, &told.data, event.ts);
            for (_, owner, row) in holds {
                if told.cause != Some(row.id) && (told.may_hear)(tx, owner)? {
                    insert(tx, row.id, event.seq, outbound.name, &body)?;
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

/// The facts of an integration's owner; `None` while the account is disabled or when it is gone.
fn owner(
    tx: &mut AppTx,
    known: &mut HashMap<String, Option<UserFacts>>,
    row: &IntegrationRow,
) -> Result<Option<UserFacts>> {
    if let Some(facts) = known.get(&row.owner_id) {
        return Ok(facts.clone());
    }
    let member =
        UserId::parse(&row.owner_id).map(|owner| directory::member_of(tx, owner)).transpose()?.flatten();
    let now = tx.app().clock.now();
    let facts = member
        .map(|member| member.facts)
        .filter(|facts| facts.ban.as_ref().is_none_or(|ban| !ban.holds(now)));
    known.insert(row.owner_id.clone(), facts.clone());
    Ok(facts)
}

/// The body of a webhook (`interface 6.4`).
pub(super) fn body(event: &str, data: &Value, ts: i64) -> String {
    json!({ "event": event, "data": data, "timestamp": ts.to_string(), "source": SOURCE }).to_string()
}

/// Adds a delivery that is due at once.
pub(super) fn insert(
    tx: &mut AppTx,
    integration_id: i64,
    seq: i64,
    event: &str,
    body: &str,
) -> Result<String> {
    let (id, now) = (tx.app().random.id(&tx.app().clock), tx.now());
    deliveries::insert(tx, &NewDelivery { id: &id, integration_id, seq, event, body }, now)?;
    Ok(id)
}

/// The sender looks for deliveries as soon as this is committed.
pub(super) fn wake_on_commit(tx: &mut AppTx) {
    let app = tx.app().clone();
    tx.on_commit(move || wake(&app));
}
