//! What clients are shown of the log: one frame per event, built from rows by the feature that wrote it.
//!
//! A feature that says nothing ([`crate::Feature::render`]) has its events shown [`row_frame`]: the row's ids
//! and small facts, to those in its audience. So a new feature's events reach every socket and poll
//! without a list to edit, and none of them can carry what was recalled or erased since.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use serde_json::{Map, Value};

use super::{Event, FeatureEvent as _};
use crate::app::{App, iso};
use crate::apps;
use crate::error::Result;
use crate::frames::{Frame, Typed};
use crate::user::UserId;

/// Builds what clients are shown of some events of one feature, in their order; an event that is left
/// out is shown to nobody.
pub type Render = fn(App, Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<ClientFrame>>>;

/// What clients are shown of one event.
#[derive(Clone, Debug)]
pub struct ClientFrame {
    /// Its number.
    pub seq: i64,
    /// A JSON object that begins with its `type`.
    pub json: String,
    /// Who sees it beside the event's audience: who was taken out of a group is in it no more.
    pub extra_recipients: Vec<UserId>,
    /// Its subject was recalled or deleted: what was shown before of it, or named it, is built anew
    /// for whoever comes late.
    pub retracts: bool,
}

impl ClientFrame {
    /// A frame of an event; another one does not compile.
    #[must_use]
    pub fn new<F: Frame>(seq: i64, frame: &F) -> Self {
        const { assert!(F::SOURCE.is_event()) };
        Self::of_json(seq, Typed::of(frame).to_json())
    }

    fn of_json(seq: i64, json: String) -> Self {
        Self { seq, json, extra_recipients: Vec::new(), retracts: false }
    }

    /// The same, to these as well.
    #[must_use]
    pub fn also_to(mut self, users: impl IntoIterator<Item = UserId>) -> Self {
        self.extra_recipients.extend(users);
        self
    }

    /// The same, of something that is gone.
    #[must_use]
    pub fn retracting(mut self) -> Self {
        self.retracts = true;
        self
    }
}

/// The row itself: `{type, id, user_id, created_at, …data}`, where `type` is `<feature>_<kind>`, and `id`
/// and `user_id` name what it is about and who caused it.
#[must_use]
pub fn row_frame(event: &Event) -> ClientFrame {
    let mut shown = Map::new();
    shown.insert("type".into(), format!("{}_{}", event.feature, event.kind).into());
    let named = [("id", &event.subject_id), ("user_id", &event.actor_id)];
    let named = named.into_iter().filter(|(_, value)| !value.is_empty());
    shown.extend(named.map(|(name, value)| (name.to_owned(), Value::from(value.as_str()))));
    if let Ok(Value::Object(facts)) = serde_json::from_str(&event.data) {
        shown.extend(facts.into_iter().filter(|(name, _)| name != "type" && name != "seq"));
    }
    shown.entry("created_at").or_insert_with(|| iso(event.ts).into());
    ClientFrame::of_json(event.seq, Value::Object(shown).to_string())
}

/// For features whose events no client hears.
pub fn render_none(_: App, _: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<ClientFrame>>> {
    Box::pin(std::future::ready(Ok(Vec::new())))
}

/// What clients are shown of these events, in their order.
///
/// # Errors
/// When a feature cannot read its rows.
pub async fn render(app: &App, events: &[Arc<Event>]) -> Result<Vec<ClientFrame>> {
    let mut shown = Vec::with_capacity(events.len());
    let mut by_feature: Vec<(&str, Vec<Arc<Event>>)> = Vec::new();
    for event in events {
        match by_feature.iter_mut().find(|(feature, _)| *feature == event.feature) {
            Some((_, list)) => list.push(event.clone()),
            None => by_feature.push((&event.feature, vec![event.clone()])),
        }
    }
    for (name, events) in by_feature {
        let of_kernel = (name == apps::AppEvent::FEATURE).then_some(apps::render as Render);
        let of_feature = || app.features.iter().find(|feature| feature.name == name)?.render;
        match of_kernel.or_else(of_feature) {
            Some(show) => shown.extend(show(app.clone(), events).await?),
            None => shown.extend(events.iter().map(|event| row_frame(event))),
        }
    }
    shown.sort_by_key(|frame| frame.seq);
    Ok(shown)
}
