//! The events of members, whose feature lies below this crate.

use identity::admin::MANAGE_USERS;
use identity::api_scopes;
use identity::auth::AuthEvent;
use identity::user::UserEvent;
use kernel::app::iso;
use kernel::events::{Event, FeatureEvent as _};
use kernel::user::UserId;
use kernel::{AppTx, Result};
use serde_json::json;

use super::events::{Listener, MemberCache, Outbound, OutboundEvent};
use crate::texts;

/// `user.signed_in`.
pub(crate) static SIGNED_IN: OutboundEvent = OutboundEvent {
    name: "user.signed_in",
    scope: api_scopes::USER_READ,
    about: &texts::SIGNED_IN,
    selects: |event| matches!(UserEvent::read(event), Some(UserEvent::SignedIn)),
    read: about_member,
};

/// `user.signed_out`.
pub(crate) static SIGNED_OUT: OutboundEvent = OutboundEvent {
    name: "user.signed_out",
    scope: api_scopes::USER_READ,
    about: &texts::SIGNED_OUT,
    selects: |event| matches!(AuthEvent::read(event), Some(AuthEvent::Revoked { .. })),
    read: about_member,
};

/// Tells of a member the owners who may manage them.
fn about_member(tx: &mut AppTx, members: &mut MemberCache, event: &Event) -> Result<Option<Outbound>> {
    let Some(user) = UserId::parse(&event.subject_id) else { return Ok(None) };
    let Some(facts) = members.find(tx, user)? else { return Ok(None) };
    let data = json!({ "user_id": user, "net_name": facts.net_name, "at": iso(event.ts) });
    let may_hear =
        Box::new(move |_: &mut AppTx, to: &Listener| Ok(to.owner.may_manage(&facts, &MANAGE_USERS)));
    Ok(Some(Outbound { data, may_hear, about: user.to_string(), cause: None }))
}
