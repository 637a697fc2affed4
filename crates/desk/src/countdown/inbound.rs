//! The event `countdown.create` of integrations: a countdown of the integration's owner.

use identity::api_scopes;
use integrations::{Apply, InboundEvent};

use super::routes::{NewCountdown, create};
use super::texts;

/// `countdown.create`, with the fields of `POST /api/countdown`.
pub(super) static COUNTDOWN_CREATE: InboundEvent = InboundEvent {
    name: "countdown.create",
    scope: api_scopes::DATA_WRITE,
    about: &texts::COUNTDOWN_CREATE,
    prepare: |app, inbound| {
        Box::pin(async move {
            let new: NewCountdown = inbound.parse()?;
            let (owner, item) = (inbound.owner.user_id, new.check(&app)?);
            let apply: Apply = Box::new(move |tx| create(tx, owner, &item).map(drop));
            Ok(apply)
        })
    },
};
