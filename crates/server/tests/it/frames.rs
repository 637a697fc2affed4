//! `api/asyncapi.json` says what the live connection says: it is made of the frames that features register. What
//! can still be wrong are its examples, and the names that members may publish under.

use kernel::feature;
use kernel::texts::Language;
use realtime::check_frame;
use serde_json::Value;
use server::FEATURES;

use crate::asyncapi::{CLIENT, FILE, SERVER, document, text};
use crate::committed::hold;

#[test]
fn the_committed_document_is_the_one_of_the_registered_frames() {
    hold(FILE, &text());
}

/// The described frames of one side, with their names.
fn messages(side: &str) -> Vec<(String, Value)> {
    let all = document()["components"]["messages"].as_object().expect("messages").clone();
    let of = |(key, message): (String, Value)| Some((key.strip_prefix(side)?.to_owned(), message));
    let found: Vec<_> = all.into_iter().filter_map(of).collect();
    assert!(found.len() > 25, "{side}: {}", found.len());
    found
}

#[test]
fn no_member_may_publish_under_the_name_of_a_frame() {
    let names = feature::frames(&FEATURES).map(|frame| frame.name);
    let free: Vec<_> = names.filter(|name| !realtime::is_reserved(&FEATURES, name)).collect();
    assert_eq!(free, Vec::<&str>::new());
}

#[test]
fn every_frame_and_every_field_of_a_frame_is_described() {
    for side in [CLIENT, SERVER] {
        for (name, message) in messages(side) {
            assert!(message["summary"].as_str().is_some_and(|text| text.ends_with('.')), "{name}");
            for (field, schema) in message["payload"]["properties"].as_object().expect("its fields") {
                assert!(field == "type" || is_described(schema), "{side}{name}: {field}");
            }
        }
    }
}

/// Where a field may be null, the description stands at the other form.
fn is_described(schema: &Value) -> bool {
    schema["description"].is_string() || schema["oneOf"].as_array().into_iter().flatten().any(is_described)
}

#[test]
fn every_example_has_what_is_required_and_nothing_that_is_not_described() {
    for side in [CLIENT, SERVER] {
        for (name, message) in messages(side) {
            let (payload, example) = (&message["payload"], &message["examples"][0]["payload"]);
            let known = payload["properties"].as_object().expect("its fields");
            for field in example.as_object().expect("an object").keys() {
                assert!(known.contains_key(field), "{side}{name}: {field} is not described");
            }
            for field in payload["required"].as_array().expect("a list") {
                assert!(example.get(field.as_str().unwrap()).is_some(), "{side}{name}: {field} is missing");
            }
        }
    }
}

#[test]
fn the_socket_takes_every_example_of_a_client() {
    for (name, message) in messages(CLIENT) {
        let example = &message["examples"][0]["payload"];
        check_frame(&FEATURES, &example.to_string())
            .unwrap_or_else(|error| panic!("{name}: {}", error.localized(Language::English)));
    }
}

#[test]
fn what_a_frame_needs_the_document_requires() {
    for (name, message) in messages(CLIENT) {
        let required = message["payload"]["required"].as_array().expect("a list");
        let example = &message["examples"][0]["payload"];
        for field in required.iter().filter_map(Value::as_str).filter(|field| *field != "type") {
            let mut without = example.clone();
            without.as_object_mut().expect("an object").remove(field);
            // A target may be missing in the frame's form and still be refused where it is used.
            let refused = check_frame(&FEATURES, &without.to_string()).is_err();
            assert!(refused || field == "target_user_id" || field == "group_id", "{name}: {field}");
        }
    }
}
