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

    /// Whether its page is there, gone or another one now: a request shows none, and a page needs no secret.
    fn changes_page(&self) -> bool {
        matches!(self, Self::Approved | Self::Issued | Self::Updated | Self::Revoked)
    }
}

impl FeatureEvent for IntegrationEvent {
    const FEATURE: &'static str = "integrations";
}

/// Appends what happened to an integration, and answers the number of the event: for class admins and admins, for its
/// owner, for the member who asked for it, and for those who see its page.
pub(super) fn append(
    tx: &mut AppTx,
    actor: UserId,
    row: &IntegrationRow,
    event: &IntegrationEvent,
) -> DbResult<i64> {
    let has_page = event.changes_page() && !row.page_url.is_empty();
    tx.emit(NewEvent::new(event, audience(row, has_page)).by(actor).about(&row.id.to_string()))
}

/// The same for a change: those who saw the page until then hear of it too.
pub(super) fn append_update(
    tx: &mut AppTx,
    actor: UserId,
    row: &IntegrationRow,
    had_page: bool,
) -> DbResult<i64> {
    let audience = audience(row, had_page || !row.page_url.is_empty());
    let event = NewEvent::new(&IntegrationEvent::Updated, audience);
    tx.emit(event.by(actor).about(&row.id.to_string()))
}

/// The same for what nobody has done.
pub(super) fn append_by_system(
    tx: &mut AppTx,
    row: &IntegrationRow,
    event: &IntegrationEvent,
) -> DbResult<i64> {
    tx.emit(NewEvent::new(event, audience(row, false)).about(&row.id.to_string()))
}

/// Whether an admin owns it, whose page everybody sees, is not known here: unless somebody else has asked for it, all are
/// told.
fn audience(row: &IntegrationRow, with_page: bool) -> Audience {
    let owner = UserId::parse(&row.owner_id);
    let requester = UserId::parse(&row.requested_by);
    let viewers = match requester.filter(|requester| Some(*requester) != owner) {
        Some(requester) => Audience::Class(requester.class().to_owned()),
        None => Audience::All,
    };
    let people = [owner, requester].into_iter().flatten();
    let told = std::iter::once(Audience::Admins).chain(people.map(Audience::User));
    Audience::Any(told.chain(with_page.then_some(viewers)).collect())
}
