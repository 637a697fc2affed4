//! The event `countdown.create` of integrations: a countdown of the integration's owner.

use identity::api_scopes;
use integrations::{Apply, InboundEvent};

use super::access::Owner;
use super::change::{NewCountdown, create};
use super::texts;

/// `countdown.create`, with the fields of `POST /api/countdown`. It is the owner's own; naming a class is refused.
pub(super) static COUNTDOWN_CREATE: InboundEvent = InboundEvent {
    name: "countdown.create",
    scope: api_scopes::DATA_WRITE,
    about: &texts::COUNTDOWN_CREATE,
    prepare: |app, inbound| {
        Box::pin(async move {
            let new: NewCountdown = inbound.parse()?;
            new.refuse_class()?;
            let user = inbound.owner.user_id;
            let item = new.check(&app, Owner::User(user), user)?;
            let apply: Apply = Box::new(move |tx| create(tx, &item, user, None).map(drop));
            Ok(apply)
        })
    },
};
