//! Frames: what the server sends over the live connection, a type each. Features name theirs in
//! [`crate::Feature::frames`]; `api/asyncapi.json` and the web's types are made from them.
//!
//! A static holds functions alone: schema and example are built when a test asks for them, never at a start.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use utoipa::openapi::{RefOr, Schema};

/// A frame that the server sends to clients:
///
/// ```
/// /// A member has taken over a duty.
/// #[derive(serde::Serialize, utoipa::ToSchema)]
/// struct DutySwapped {
///     /// The user ID of the member.
///     user_id: String,
/// }
///
/// impl kernel::frames::Frame for DutySwapped {
///     const NAME: &'static str = "duty_swapped";
///
///     fn example() -> Self {
///         Self { user_id: "240111".into() }
///     }
/// }
/// ```
///
/// Clients get `{"type": "duty_swapped", "seq": …, "user_id": …}`: `type` and the fields of the source are added,
/// so the type has neither. The comment on the type is the summary that the AsyncAPI document publishes.
pub trait Frame: Serialize + ToSchema {
    /// Its `type`. Members may publish nothing under it.
    const NAME: &'static str;
    /// What makes the server send it, which adds fields to those of the type.
    const SOURCE: FrameSource = FrameSource::Event;

    /// One as clients may get it, for the document.
    fn example() -> Self
    where
        Self: Sized;
}

/// What makes the server send a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameSource {
    /// An event of the log: `seq` is its number.
    Event,
    /// A frame of the client, which it answers: `request_id` comes back when the client gave one.
    Answer,
    /// Either: some get it as an answer, the others for the event.
    EventOrAnswer,
    /// Neither, as a greeting, or what is told and never stored: it has no field but its own.
    Server,
}

impl FrameSource {
    /// Whether an event of the log may be shown as such a frame.
    #[must_use]
    pub const fn is_event(self) -> bool {
        matches!(self, Self::Event | Self::EventOrAnswer)
    }

    /// Whether the server sends such a frame of its own accord, without a number.
    #[must_use]
    pub const fn is_server(self) -> bool {
        matches!(self, Self::Server)
    }

    /// Whether such a frame may answer a client.
    #[must_use]
    pub const fn is_answer(self) -> bool {
        matches!(self, Self::Answer | Self::EventOrAnswer)
    }
}

/// A schema, and those that it refers to by name.
pub type Schemas = (RefOr<Schema>, Vec<(String, RefOr<Schema>)>);

/// The schema of a type.
#[must_use]
pub fn schemas<T: ToSchema>() -> Schemas {
    let mut named = Vec::new();
    T::schemas(&mut named);
    (T::schema(), named)
}

/// What is known of a type of frames without one.
#[derive(Clone, Copy)]
pub struct FrameType {
    /// Its `type`.
    pub name: &'static str,
    /// What makes the server send it.
    pub source: FrameSource,
    /// The schema of its own fields, with the summary as description.
    pub schema: fn() -> Schemas,
    /// An example, with its `type`.
    pub example: fn() -> Value,
}

impl FrameType {
    /// The description of a type.
    #[must_use]
    pub const fn of<F: Frame>() -> Self {
        Self { name: F::NAME, source: F::SOURCE, schema: schemas::<F>, example: example::<F> }
    }
}

fn example<F: Frame>() -> Value {
    serde_json::to_value(Typed::of(&F::example())).unwrap_or_default()
}

/// A frame as clients get it: its `type`, then its fields.
#[derive(Serialize)]
pub struct Typed<'a, F: Frame> {
    r#type: &'static str,
    #[serde(flatten)]
    frame: &'a F,
}

impl<'a, F: Frame> Typed<'a, F> {
    /// A frame with its `type`.
    #[must_use]
    pub fn of(frame: &'a F) -> Self {
        Self { r#type: F::NAME, frame }
    }

    /// Its JSON.
    ///
    /// # Panics
    /// When the frame has a field that cannot be JSON, which is a mistake of ours.
    #[must_use]
    #[expect(clippy::expect_used, reason = "the type decides it, not what it holds")]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("frames are JSON objects")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use serde_json::value::RawValue;

    use super::*;

    /// Somebody swapped.
    #[derive(Serialize, ToSchema)]
    struct Swapped {
        /// The user ID.
        user_id: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        class: Option<String>,
        /// The payload.
        #[schema(value_type = Value)]
        payload: Box<RawValue>,
    }

    impl Frame for Swapped {
        const NAME: &'static str = "swapped";

        fn example() -> Self {
            let payload = RawValue::from_string("[1]".into()).unwrap();
            Self { user_id: "240111".into(), class: None, payload }
        }
    }

    #[test]
    fn a_frame_is_written_with_its_type_first() {
        let json = Typed::of(&Swapped::example()).to_json();
        assert_eq!(json, r#"{"type":"swapped","user_id":"240111","payload":[1]}"#);
    }

    #[test]
    fn a_type_says_its_name_schema_and_example() {
        let known = FrameType::of::<Swapped>();
        assert_eq!((known.name, known.source), ("swapped", FrameSource::Event));
        assert_eq!((known.example)(), json!({ "type": "swapped", "user_id": "240111", "payload": [1] }));
        let schema = serde_json::to_value((known.schema)().0).unwrap();
        assert_eq!(schema["description"], "Somebody swapped.");
        assert_eq!(schema["properties"]["user_id"]["description"], "The user ID.");
    }
}
