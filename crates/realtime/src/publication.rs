//! What members publish for apps, other features in their name, and back ends of apps.

use kernel::api_client::ApiClient;
use kernel::events::{Audience, NewEvent};
use kernel::user::{UserFacts, UserId};
use kernel::{App, AppTx, Result};
use serde_json::Value;

use super::events::RealtimeEvent;
use super::model;
use super::store::{self, PublicationRow};

/// An event of an app that keeps the rules for one, on its way to its audience.
#[derive(Clone, Debug)]
pub struct Publication {
    app_name: Option<String>,
    integration_id: Option<i64>,
    audience: Audience,
    /// When it is published, in milliseconds since the epoch.
    pub created_at: i64,
    event: String,
    /// JSON.
    payload: String,
    /// None for the back end of an app, which speaks for itself.
    sender: Option<UserId>,
}

impl Publication {
    /// An event of no app in particular, for everyone.
    ///
    /// # Errors
    /// 400 for a name or a payload against the rules, 403 for a name of the system.
    pub fn check(app: &App, sender: &UserFacts, event: &str, payload: &Value) -> Result<Self> {
        Ok(Self {
            app_name: None,
            integration_id: None,
            audience: Audience::All,
            created_at: app.clock.now_ms(),
            event: model::parse_event(&app.features, event)?,
            payload: model::parse_payload(payload)?,
            sender: Some(sender.user_id),
        })
    }

    /// An event of the back end of an app, for everyone. Its frame has no `sender_id`, by which front ends tell it
    /// from what a member publishes under the same name.
    ///
    /// # Errors
    /// 400 for a name or a payload against the rules, 403 for a name of the system.
    pub fn of_back_end(app: &App, app_name: &str, event: &str, payload: &Value) -> Result<Self> {
        Ok(Self {
            app_name: Some(app_name.to_owned()),
            integration_id: None,
            audience: Audience::All,
            created_at: app.clock.now_ms(),
            event: model::parse_event(&app.features, event)?,
            payload: model::parse_payload(payload)?,
            sender: None,
        })
    }

    /// The same from an app.
    #[must_use]
    pub fn from_app(self, app_name: Option<String>) -> Self {
        Self { app_name, ..self }
    }

    /// The same from an API client, under its name and number.
    #[must_use]
    pub fn from_client(self, client: &ApiClient) -> Self {
        Self { app_name: Some(client.name.clone()), integration_id: Some(client.id), ..self }
    }

    /// The same for an audience that the sender may name.
    #[must_use]
    pub fn to(self, audience: Audience) -> Self {
        Self { audience, ..self }
    }

    /// Publishes it, and answers the number of its event.
    ///
    /// # Errors
    /// When a statement fails.
    pub fn publish(&self, tx: &mut AppTx) -> Result<i64> {
        let event = NewEvent::new(&RealtimeEvent::Published, self.audience.clone());
        let seq = tx.emit(event.by(self.sender))?;
        let row = PublicationRow {
            seq,
            app_name: self.app_name.clone(),
            event: self.event.clone(),
            payload: self.payload.clone(),
            sender_id: self.sender.map(|sender| sender.to_string()).unwrap_or_default(),
            integration_id: self.integration_id,
            created_at: self.created_at,
        };
        store::insert(tx, &row)?;
        Ok(seq)
    }
}
