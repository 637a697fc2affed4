//! The frames that answer a client: `done`, `error` and the others.

use kernel::ApiError;
use serde_json::{Map, Value, json};

use super::SERVER_FRAMES;
use super::command::Head;

/// A frame that answers: `type`, its fields, and the client's `request_id`.
pub(super) fn answer(name: &'static str, head: &Head, fields: Value) -> String {
    debug_assert!(SERVER_FRAMES.contains(&name), "{name} is not in the list");
    let mut frame = Map::new();
    frame.insert("type".into(), name.into());
    if let Value::Object(fields) = fields {
        frame.extend(fields);
    }
    if let Some(id) = &head.request_id {
        frame.insert("request_id".into(), id.as_str().into());
    }
    Value::Object(frame).to_string()
}

/// The `type` of a frame, however long the client made it.
pub(super) fn named(head: &Head) -> String {
    head.r#type.chars().take(60).collect()
}

/// A frame that was refused.
pub(super) struct Refused {
    pub(super) error: ApiError,
    pub(super) head: Head,
    /// The client is at fault, and not only in haste: it said what cannot be read, or named what is not
    /// its own. What asks for an app that is switched off is not wrong.
    pub(super) is_wrong: bool,
}

/// The `error` frame of a refusal, and how many strikes it makes.
pub(super) fn refusal(error: &ApiError, head: &Head, strikes: u32) -> String {
    if let Some(cause) = error.cause().filter(|_| error.status().is_server_error()) {
        tracing::error!(frame = head.r#type, cause, "socket frame failed");
    }
    let mut fields =
        json!({ "message": error.say(false), "code": error.status().as_u16(), "slug": error.slug() });
    let more = [
        ("frame", Some(named(head)).filter(|name| !name.is_empty()).map(Value::from)),
        ("retry_after", error.retry_after_seconds().map(Value::from)),
        ("temp_id", head.temp_id.as_deref().map(Value::from)),
        ("strikes", Some(strikes).filter(|strikes| *strikes > 0).map(Value::from)),
    ];
    for (name, value) in more {
        if let Some(value) = value {
            fields[name] = value;
        }
    }
    answer("error", head, fields)
}

/// Says that what was asked for is done.
pub(super) fn done(head: &Head) -> Vec<String> {
    vec![answer("done", head, json!({ "frame": head.r#type }))]
}
