//! `api/asyncapi.json`: the document of the live connection, made of the frames that features register.

use std::collections::BTreeMap;

use kernel::feature;
use kernel::frames::{FrameSource, FrameType, Schemas};
use realtime::{Command, Greeting};
use serde_json::{Map, Value, json};
use server::FEATURES;

use crate::contract_files::{SCHEMAS, laid_out, references};

/// Where the document is.
pub(crate) const FILE: &str = "api/asyncapi.json";

/// How the names of messages begin: frames of clients, and frames of the server.
pub(crate) const CLIENT: &str = "client_";
pub(crate) const SERVER: &str = "server_";

const ABOUT: &str = "Every frame of the live connection, both ways; how to connect, resume and what is limited: \
    docs/chat-socket.md. The same client frames go through `POST /api/chat/poll/send`, the same server frames come \
    through `GET /api/chat/poll`. An event that has no frame here comes as its row: `{type: \"<feature>_<kind>\", seq, \
    id, user_id, created_at, …}`, where `id` names what it is about, `user_id` who caused it, and the other fields are \
    ids and small facts of the event. Clients ignore frames and fields that they do not know.";

/// The document as it is committed.
pub(crate) fn text() -> String {
    laid_out(&document(), 0) + "\n"
}

pub(crate) fn document() -> Value {
    let mut messages = Messages::default();
    realtime::client_frames(&FEATURES).for_each(|command| messages.add_command(command));
    feature::frames(&FEATURES).for_each(|frame| messages.add_frame(frame));
    let Messages { all, schemas } = messages;
    let at = |place: &str, side: &str| -> Vec<Value> {
        let names = all.keys().filter(|name| name.starts_with(side));
        names.map(|name| json!({ "$ref": format!("#/{place}/{name}") })).collect()
    };
    let channel = json!({ "$ref": "#/channels/chat" });
    let of_channel: Map<String, Value> = all.keys().cloned().zip(at("components/messages", "")).collect();
    json!({
        "asyncapi": "3.0.0",
        "info": { "title": "classportal, chat socket and polls", "version": "0.1", "description": ABOUT },
        "defaultContentType": "application/json",
        "servers": {
            "socket": { "host": "portal.example:10001", "protocol": "ws", "description": "WS_PORT, any path." },
            "onePort": { "host": "portal.example:3000", "pathname": "/ws", "protocol": "ws",
                         "description": "The same on PORT, for one-port reverse proxies." },
        },
        "channels": { "chat": {
            "address": "/",
            "description": "One text frame holds one JSON object. `token` and `since_seq` may stand in the address.",
            "messages": of_channel,
        } },
        "operations": {
            "clientFrame": { "action": "receive", "channel": channel, "summary": "Frames that clients send.",
                     "messages": at("channels/chat/messages", CLIENT) },
            "serverFrame": { "action": "send", "channel": channel, "summary": "Frames that the server sends.",
                      "messages": at("channels/chat/messages", SERVER) },
        },
        "components": { "messages": all, "schemas": schemas },
    })
}

/// The messages by their names, and the schemas that they refer to.
#[derive(Default)]
struct Messages {
    all: BTreeMap<String, Value>,
    schemas: BTreeMap<String, Value>,
}

impl Messages {
    fn add_command(&mut self, command: &Command) {
        let mut fields = self.fields((command.schema)());
        let about = "An id of at most 64 bytes that comes back with the answer.";
        fields.add("request_id", json!({ "type": "string", "description": about }), Need::Optional);
        let mut example = json!({ "type": command.name });
        merge(&mut example, (command.example)());
        self.add(CLIENT, command.name, command.summary, fields, &example);
    }

    fn add_frame(&mut self, frame: &FrameType) {
        let of_type = self.fields((frame.schema)());
        let (mut fields, mut example) = (Fields::default(), json!({ "type": frame.name }));
        if frame.source.is_event() {
            let (need, about) = match frame.source {
                FrameSource::Event => {
                    (Need::Required, "The number of the event in the log, the next `since_seq`.")
                }
                _ => (
                    Need::Optional,
                    "The number of the event in the log, the next `since_seq`; an answer has none.",
                ),
            };
            fields.add("seq", json!({ "type": "integer", "format": "int64", "description": about }), need);
            example["seq"] = 120.into();
        }
        let summary = of_type.about.clone();
        fields.extend(of_type);
        merge(&mut example, (frame.example)());
        if frame.source.is_answer() {
            let about = "The `request_id` of the frame that this one answers.";
            fields.add("request_id", json!({ "type": "string", "description": about }), Need::Optional);
        }
        if frame.name == "connected" {
            for greeting in feature::provided::<Greeting>(&FEATURES) {
                fields.extend(self.fields((greeting.schema)()));
                merge(&mut example, (greeting.example)());
            }
        }
        self.add(SERVER, frame.name, &summary, fields, &example);
    }

    fn add(&mut self, side: &str, name: &str, summary: &str, fields: Fields, example: &Value) {
        let mut all = Fields::default();
        all.add("type", json!({ "const": name }), Need::Required);
        all.extend(fields);
        let payload = json!({ "type": "object", "required": all.required, "properties": all.properties });
        let message = json!({ "name": name, "summary": summary, "payload": payload,
                              "examples": [{ "payload": example }] });
        let before = self.all.insert(format!("{side}{name}"), message);
        assert_eq!(before, None, "two frames have the name {name}");
    }

    /// The fields of a type. The schemas that they refer to are kept for all messages.
    fn fields(&mut self, (schema, named): Schemas) -> Fields {
        let named: BTreeMap<String, Value> =
            named.into_iter().map(|(name, schema)| (name, serde_json::to_value(schema).unwrap())).collect();
        let fields = Fields::of(&serde_json::to_value(schema).unwrap(), &named);
        let mut open = references(&Value::Object(fields.properties.clone()));
        while let Some(name) = open.pop() {
            let schema = &named[&name];
            match self.schemas.insert(name.clone(), schema.clone()) {
                Some(known) => assert_eq!(known, *schema, "two schemas have the name {name}"),
                None => open.extend(references(schema)),
            }
        }
        fields
    }
}

/// Whether a field is always there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    Required,
    Optional,
}

/// The fields of an object, in their order.
#[derive(Default)]
struct Fields {
    about: String,
    properties: Map<String, Value>,
    required: Vec<String>,
}

impl Fields {
    /// Of the schema of an object, or of one that is put together from several.
    fn of(schema: &Value, named: &BTreeMap<String, Value>) -> Self {
        let name = schema["$ref"].as_str().and_then(|name| name.strip_prefix(SCHEMAS));
        if let Some(name) = name {
            return Self::of(&named[name], named);
        }
        let mut fields = Self::default();
        for part in schema["allOf"].as_array().into_iter().flatten() {
            fields.extend(Self::of(part, named));
        }
        let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        fields.required.extend(required.map(str::to_owned));
        fields.properties.extend(schema["properties"].as_object().cloned().unwrap_or_default());
        fields.about = schema["description"].as_str().unwrap_or_default().replace('\n', " ");
        fields
    }

    fn add(&mut self, name: &str, schema: Value, need: Need) {
        self.properties.insert(name.to_owned(), schema);
        if need == Need::Required {
            self.required.push(name.to_owned());
        }
    }

    fn extend(&mut self, other: Self) {
        self.properties.extend(other.properties);
        self.required.extend(other.required);
    }
}

fn merge(into: &mut Value, from: Value) {
    let Value::Object(from) = from else { panic!("no JSON object: {from}") };
    into.as_object_mut().unwrap().extend(from);
}
