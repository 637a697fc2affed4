//! What events from outside do. Features provide an [`InboundEvent`] for each that they handle.

use std::sync::Arc;

use axum::extract::State;
use futures_util::future::BoxFuture;
use identity::api_scopes;
use kernel::api_client::{ApiClient, ApiScope};
use kernel::http::{Caller, parse_value};
use kernel::texts::{Bilingual, Text};
use kernel::user::UserFacts;
use kernel::{App, AppTx, Envelope, Reply, Result, feature};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::own;
use crate::OutboundEvent;

/// What an event does, in the transaction that notes its request. It may run again, as every write. Limits are drawn from
/// here: for a copy of a request it does not run.
pub type Apply = Box<dyn Fn(&mut AppTx) -> Result<()> + Send + Sync>;

/// An event that integrations may send. A feature names it in `Feature::provides`.
pub struct InboundEvent {
    /// Its name, like `message.send`.
    pub name: &'static str,
    /// What the integration needs.
    pub scope: ApiScope,
    /// What it does, for people.
    pub about: &'static Text,
    /// Checks an event and answers what it does; nothing is done before that runs.
    pub prepare: fn(App, Inbound) -> BoxFuture<'static, Result<Apply>>,
}

/// An event that has come, and is allowed.
#[derive(Clone)]
pub struct Inbound {
    /// Who sends it.
    pub client: Arc<ApiClient>,
    /// In whose name: the owner of the integration, whose account is not disabled.
    pub owner: Arc<UserFacts>,
    /// Its name.
    pub event: String,
    /// What it says.
    pub data: Value,
}

impl Inbound {
    /// What the event says, as a type.
    ///
    /// # Errors
    /// 400 naming the field that is wrong.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T> {
        parse_value(self.data.clone())
    }

    /// The integration, for what is shown of it beside what it did.
    #[must_use]
    pub fn via(&self) -> Via {
        Via::from(&*self.client)
    }
}

/// The integration that did something in the name of its owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Via {
    /// The number of the integration.
    pub id: i64,
    /// The name of the integration, as it was then.
    pub name: String,
}

impl From<&ApiClient> for Via {
    fn from(client: &ApiClient) -> Self {
        Self { id: client.id, name: client.name.clone() }
    }
}

/// What handles an event of a name.
pub(super) enum Handler {
    /// The feature that provides it.
    Feature(&'static InboundEvent),
    /// Any other name: it goes to the realtime channel.
    Custom,
}

impl Handler {
    pub(super) fn of(app: &App, event: &str) -> Self {
        let known = feature::provided::<InboundEvent>(&app.features).find(|known| known.name == event);
        known.map_or(Self::Custom, Self::Feature)
    }

    pub(super) fn scope(&self) -> ApiScope {
        match self {
            Self::Feature(known) => known.scope,
            Self::Custom => api_scopes::DATA_WRITE,
        }
    }

    pub(super) async fn prepare(&self, app: &App, inbound: Inbound) -> Result<Apply> {
        match self {
            Self::Feature(known) => (known.prepare)(app.clone(), inbound).await,
            Self::Custom => own::publish(app, &inbound),
        }
    }
}

/// An event of integrations.
#[derive(Serialize, ToSchema)]
pub(crate) struct IntegrationEventType {
    /// The name of the event.
    name: &'static str,
    /// The scope that an integration needs for it.
    scope: &'static str,
    /// What the event does, or tells.
    about: Bilingual,
}

fn event_type(name: &'static str, scope: ApiScope, about: &Text) -> IntegrationEventType {
    IntegrationEventType { name, scope: scope.as_str(), about: about.into() }
}

/// The events of integrations.
#[derive(Serialize, ToSchema)]
pub(crate) struct IntegrationEventTypes {
    /// The events that integrations may send. Any other name needs `data:write` and goes to the realtime channel.
    inbound: Vec<IntegrationEventType>,
    /// The events that are sent to the webhook of an integration.
    outbound: Vec<IntegrationEventType>,
}

/// Lists the events that integrations may send and be sent.
#[utoipa::path(get, path = "/api/integrations/events", tag = "integrations",
    responses((status = 200, body = Envelope<IntegrationEventTypes>)))]
pub(crate) async fn list_events(State(app): State<App>, _: Caller) -> Result<Reply<IntegrationEventTypes>> {
    let inbound = feature::provided::<InboundEvent>(&app.features);
    let inbound = inbound.map(|event| event_type(event.name, event.scope, event.about));
    let outbound = feature::provided::<OutboundEvent>(&app.features);
    let outbound = outbound.map(|event| event_type(event.name, event.scope, event.about));
    let (mut inbound, mut outbound): (Vec<_>, Vec<_>) = (inbound.collect(), outbound.collect());
    inbound.sort_by_key(|event| event.name);
    outbound.sort_by_key(|event| event.name);
    Ok(Reply::ok(IntegrationEventTypes { inbound, outbound }))
}
