//! The events that this crate handles itself: those of the profile, which lies below it, and all names that no
//! feature knows.

use identity::api_scopes;
use identity::user::{self, Info};
use kernel::{App, Result};
use realtime::Publication;

use super::events::{Apply, Inbound, InboundEvent};
use crate::texts;

/// `user.update`.
pub(crate) static USER_UPDATE: InboundEvent = InboundEvent {
    name: "user.update",
    scope: api_scopes::USER_WRITE,
    about: &texts::USER_UPDATE,
    prepare: |_, inbound| {
        Box::pin(async move {
            let info: Info = inbound.parse()?;
            let owner = inbound.owner.user_id;
            let apply: Apply = Box::new(move |tx| user::update_info(tx, owner, &info));
            Ok(apply)
        })
    },
};

/// Any other name: members get it on the realtime channel, from the app of the integration's name.
///
/// # Errors
/// 400 for data that is too large, 403 for a name of the system.
pub(super) fn publish(app: &App, inbound: &Inbound) -> Result<Apply> {
    let publication = Publication::check(app, &inbound.owner, &inbound.event, &inbound.data)?;
    let publication = publication.from_client(&inbound.client);
    Ok(Box::new(move |tx| publication.publish(tx).map(drop)))
}
