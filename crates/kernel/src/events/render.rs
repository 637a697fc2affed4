//! What clients are shown of the log: one frame per event, built from rows by the feature that wrote it.
//!
//! A feature that says nothing ([`crate::Feature::render`]) has its events shown [`plain`]: the row's ids
//! and small facts, to those in its audience. So a new feature's events reach every socket and poll
//! without a list to edit, and none of them can carry what was recalled or erased since.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use serde::Serialize;
use serde_json::{Map, Value};

use super::{Event, FeatureEvent as _};
use crate::app::{App, iso};
use crate::apps;
use crate::error::Result;
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
    pub also: Vec<UserId>,
    /// Its subject was recalled or deleted: what was shown before of it, or named it, is built anew
    /// for whoever comes late.
    pub withdraws: bool,
}

impl ClientFrame {
    /// A frame; `None` for what is no JSON object, which would be a mistake of ours.
    #[must_use]
    pub fn new(seq: i64, frame: &impl Serialize) -> Option<Self> {
        let json = serde_json::to_string(frame).ok().filter(|json| json.starts_with("{\""))?;
        Some(Self { seq, json, also: Vec::new(), withdraws: false })
    }

    /// The same, to these as well.
    #[must_use]
    pub fn also(mut self, users: impl IntoIterator<Item = UserId>) -> Self {
        self.also.extend(users);
        self
    }

    /// The same, of something that is gone.
    #[must_use]
    pub fn withdrawing(mut self) -> Self {
        self.withdraws = true;
        self
    }
}

/// The row itself: `{type, id, user_id, created_at, …data}`, where `type` is `<feature>_<kind>`, and `id`
/// and `user_id` name what it is about and who caused it.
#[must_use]
pub fn plain(event: &Event) -> Option<ClientFrame> {
    let mut shown = Map::new();
    shown.insert("type".into(), format!("{}_{}", event.feature, event.kind).into());
    let named = [("id", &event.subject_id), ("user_id", &event.actor_id)];
    let named = named.into_iter().filter(|(_, value)| !value.is_empty());
    shown.extend(named.map(|(name, value)| (name.to_owned(), Value::from(value.as_str()))));
    add_facts(&mut shown, event);
    ClientFrame::new(event.seq, &shown)
}

/// The row under a name of the interface: `{type, created_at, …data}`, with what it is about under a name of
/// its own.
#[must_use]
pub fn named(event: &Event, name: &str, subject: Option<&str>) -> Option<ClientFrame> {
    let mut shown = Map::new();
    shown.insert("type".into(), name.into());
    if let Some(subject) = subject {
        shown.insert(subject.into(), event.subject_id.as_str().into());
    }
    add_facts(&mut shown, event);
    ClientFrame::new(event.seq, &shown)
}

fn add_facts(shown: &mut Map<String, Value>, event: &Event) {
    if let Ok(Value::Object(facts)) = serde_json::from_str(&event.data) {
        shown.extend(facts.into_iter().filter(|(name, _)| name != "type" && name != "seq"));
    }
    shown.entry("created_at").or_insert_with(|| iso(event.ts).into());
}

/// For features whose events no client hears.
pub fn hidden(_: App, _: Vec<Arc<Event>>) -> BoxFuture<'static, Result<Vec<ClientFrame>>> {
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
            None => shown.extend(events.iter().filter_map(|event| plain(event))),
        }
    }
    shown.sort_by_key(|frame| frame.seq);
    Ok(shown)
}
