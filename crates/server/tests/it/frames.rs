//! `api/asyncapi.yaml` says what the socket says: the names of all frames that features register, and
//! examples that the socket reads.

use std::collections::BTreeSet;

use kernel::feature;
use realtime::check_frame;
use serde_json::Value;
use server::FEATURES;

use crate::committed::read;

fn document() -> Value {
    serde_norway::from_str(&read("api/asyncapi.yaml")).expect("YAML")
}

/// The described frames of one side, with their names.
fn messages(document: &Value, side: &str) -> Vec<(String, Value)> {
    let all = document["components"]["messages"].as_object().expect("messages");
    let of = |(key, message): (&String, &Value)| Some((key.strip_prefix(side)?.to_owned(), message.clone()));
    all.iter().filter_map(of).collect()
}

fn names(messages: &[(String, Value)]) -> BTreeSet<&str> {
    messages.iter().map(|(name, _)| name.as_str()).collect()
}

#[test]
fn the_document_has_every_frame_of_both_sides_and_no_other() {
    let document = document();
    let (client, server) = (messages(&document, "client_"), messages(&document, "server_"));
    assert_eq!(names(&client), realtime::client_frames(&FEATURES).collect());
    assert_eq!(names(&server), feature::frames(&FEATURES).collect());
    let listed = document["channels"]["chat"]["messages"].as_object().expect("the channel's");
    assert_eq!(listed.len(), client.len() + server.len());
}

#[test]
fn no_member_may_publish_under_the_name_of_a_frame() {
    let document = document();
    let server = messages(&document, "server_");
    let free: Vec<_> =
        names(&server).into_iter().filter(|name| !realtime::is_reserved(&FEATURES, name)).collect();
    assert_eq!(free, Vec::<&str>::new());
}

#[test]
fn every_example_is_a_frame_of_its_name() {
    let document = document();
    for side in ["client_", "server_"] {
        for (name, message) in messages(&document, side) {
            let example = &message["examples"][0]["payload"];
            assert_eq!((example["type"].as_str(), message["name"].as_str()), (Some(&*name), Some(&*name)));
            assert_eq!(message["payload"]["properties"]["type"]["const"], name.as_str());
            let known = message["payload"]["properties"].as_object().expect("its fields");
            for field in example.as_object().expect("an object").keys() {
                assert!(known.contains_key(field), "{name}: {field} is not described");
            }
            if side == "client_" {
                check_frame(&FEATURES, &example.to_string())
                    .unwrap_or_else(|error| panic!("{name}: {}", error.say(true)));
            }
        }
    }
}

#[test]
fn what_a_frame_needs_the_document_requires() {
    for (name, message) in messages(&document(), "client_") {
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
