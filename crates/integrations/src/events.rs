//! What the integrations feature tells the event log.

use kernel::AppTx;
use kernel::db::DbResult;
use kernel::events::{Audience, FeatureEvent, NewEvent};
use kernel::user::UserId;
use serde::{Deserialize, Serialize};

use super::store::integrations::IntegrationRow;

/// What happens to integrations. The subject is the integration's number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
pub enum IntegrationEvent {
    /// A member has asked for one.
    Requested,
    /// The member has taken the request back.
    Withdrawn,
    /// A class admin or admin has approved the request, and owns the integration.
    Approved,
    /// A class admin or admin has refused the request.
    Refused,
    /// A class admin or admin has issued one.
    Issued,
    /// Its name, scopes, origins, webhook or switch are others.
    Updated,
    /// It has another secret.
    SecretMade,
    /// It was revoked.
    Revoked,
    /// Its webhook was switched off, because it is gone or has failed for a week.
    WebhookSwitchedOff,
    /// Somebody tries its webhook.
    Pinged,
}

impl IntegrationEvent {
    /// Whether the secret of an integration opens something else now.
    pub(super) fn changes_what_holds(&self) -> bool {
        match self {
            Self::Approved | Self::Issued | Self::Updated | Self::SecretMade | Self::Revoked => true,
            Self::WebhookSwitchedOff => true,
            Self::Requested | Self::Withdrawn | Self::Refused | Self::Pinged => false,
        }
    }
}

impl FeatureEvent for IntegrationEvent {
    const FEATURE: &'static str = "integrations";
}

/// Appends what happened to an integration, and answers its number: for class admins and admins, for its owner, and for the member who asked
/// for it.
pub(super) fn append(
    tx: &mut AppTx,
    actor: UserId,
    row: &IntegrationRow,
    event: &IntegrationEvent,
) -> DbResult<i64> {
    tx.emit(NewEvent::new(event, audience(row)).by(actor).about(&row.id.to_string()))
}

/// The same for what nobody has done.
pub(super) fn append_by_system(
    tx: &mut AppTx,
    row: &IntegrationRow,
    event: &IntegrationEvent,
) -> DbResult<i64> {
    tx.emit(NewEvent::new(event, audience(row)).about(&row.id.to_string()))
}

fn audience(row: &IntegrationRow) -> Audience {
    let people = [&row.owner_id, &row.requested_by].into_iter().filter_map(|id| UserId::parse(id));
    Audience::Any(std::iter::once(Audience::Admins).chain(people.map(Audience::User)).collect())
}
