//! Events as types: each feature has one enum of everything that it appends to the log.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::Event;

/// The events of one feature, an enum with a variant for each kind:
///
/// ```
/// #[derive(serde::Serialize, serde::Deserialize)]
/// #[serde(tag = "kind", content = "data", rename_all = "snake_case")]
/// pub enum DutyEvent {
///     /// The row says `assigned`, without data.
///     Assigned,
///     /// The row says `swapped`, with these ids as its data.
///     Swapped { with: String },
/// }
///
/// impl kernel::events::FeatureEvent for DutyEvent {
///     const FEATURE: &'static str = "duty";
/// }
/// ```
///
/// The data holds ids and small facts, never what people wrote: what was recalled or erased cannot
/// be replayed.
pub trait FeatureEvent: Serialize + DeserializeOwned {
    /// The name of the feature that writes them.
    const FEATURE: &'static str;

    /// Whether the long poll of `interface 4.6` carries this event.
    fn is_polled(&self) -> bool {
        false
    }

    /// Reads a row of the log. `None` for the events of other features, and for a kind that only
    /// another version of the portal knows.
    #[must_use]
    fn read(event: &Event) -> Option<Self> {
        if event.feature != Self::FEATURE {
            return None;
        }
        // Read as one text: every follower of the log reads every event of its feature, and a tree of values costs more
        // than the rest of it.
        let kind = serde_json::to_string(&event.kind).ok()?;
        let row = match event.data.as_str() {
            "null" => format!(r#"{{"kind":{kind}}}"#),
            data => format!(r#"{{"kind":{kind},"data":{data}}}"#),
        };
        serde_json::from_str(&row).ok()
    }
}

/// The kind and the data of an event.
///
/// # Panics
/// When the type lacks the attributes that [`FeatureEvent`] shows: nobody could read such a row.
pub(super) fn to_row(event: &impl FeatureEvent) -> (String, Value) {
    let Ok(Value::Object(mut fields)) = serde_json::to_value(event) else {
        panic!("an event is written as an object with `kind` and `data`")
    };
    let Some(Value::String(kind)) = fields.remove("kind") else {
        panic!("an event is written with its kind in `kind`")
    };
    (kind, fields.remove("data").unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;
    use crate::tests::row;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "kind", content = "data", rename_all = "snake_case")]
    enum DutyEvent {
        Assigned,
        Swapped { with: String },
    }

    impl FeatureEvent for DutyEvent {
        const FEATURE: &'static str = "duty";
    }

    fn stored(event: &DutyEvent) -> Event {
        let (kind, data) = to_row(event);
        Event { feature: "duty".into(), kind, ..(*row(1, &data.to_string())).clone() }
    }

    #[test]
    fn an_event_is_read_as_it_was_written() {
        for event in [DutyEvent::Assigned, DutyEvent::Swapped { with: "240111".into() }] {
            assert_eq!(DutyEvent::read(&stored(&event)), Some(event));
        }
        assert_eq!(to_row(&DutyEvent::Assigned), ("assigned".into(), Value::Null));
    }

    #[test]
    fn an_event_of_another_feature_or_an_unknown_kind_is_none() {
        let other = Event { feature: "chat".into(), ..stored(&DutyEvent::Assigned) };
        let unknown = Event { kind: "paused".into(), ..stored(&DutyEvent::Assigned) };
        let broken = Event { data: "{".into(), ..stored(&DutyEvent::Assigned) };
        for event in [other, unknown, broken] {
            assert_eq!(DutyEvent::read(&event), None);
        }
    }
}
