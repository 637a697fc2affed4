//! The event `calendar.create` of integrations: an event in the calendar of the integration's owner.

use identity::api_scopes;
use integrations::{Apply, InboundEvent};

use crate::access::Owner;
use crate::change::Writer;
use crate::routes::events::{NewCalendarEvent, create};
use crate::texts;

/// `calendar.create`, with the fields of `POST /api/calendar`. It goes to the owner's own calendar; naming a class is
/// refused.
pub(crate) static CALENDAR_CREATE: InboundEvent = InboundEvent {
    name: "calendar.create",
    scope: api_scopes::CALENDAR_WRITE,
    about: &texts::CALENDAR_CREATE,
    prepare: |app, inbound| {
        Box::pin(async move {
            let new: NewCalendarEvent = inbound.parse()?;
            app.apps.admit_to("calendar", inbound.owner.user_id.class())?;
            if new.names_class() {
                return Err(texts::INTEGRATION_OWN.err());
            }
            let user = inbound.owner.user_id;
            let (row, change) = (new.check(&app)?, app.random.id(&app.clock));
            let writer = Writer::Integration(user, inbound.client.id);
            let apply: Apply =
                Box::new(move |tx| create(tx, &change, &Owner::User(user), &writer, &row).map(drop));
            Ok(apply)
        })
    },
};
