//! The committed contract is the one of the handlers. `ACCEPT=1` (`cargo xtask accept`) rewrites it.

use std::collections::BTreeMap;

use serde_json::Value;
use server::FEATURES;

use crate::committed::{hold, hold_folder};
use crate::contract_files;
use crate::routes_table::{METHODS, Row, UNDECIDED, current, has, text};

/// What every success refers to.
const ENVELOPE: &str = "#/components/schemas/Envelope";

#[test]
fn the_committed_document_is_the_one_of_the_handlers() {
    hold_folder(contract_files::FOLDER, &contract_files::files(&server::document(&FEATURES)));
}

#[test]
fn the_files_of_all_tags_together_are_the_document() {
    let document = server::document(&FEATURES);
    let mut wanted = serde_json::to_value(&document).unwrap();

    let parts = contract_files::parts(&document);
    let mut merged = contract_files::merged(parts.values());

    for json in [&mut wanted, &mut merged] {
        json["tags"].as_array_mut().unwrap().sort_by_key(|tag| tag["name"].to_string());
    }
    assert!(merged == wanted, "a path, schema or tag is in no file, or in two");
}

#[test]
fn the_envelope_is_described_once() {
    let json = serde_json::to_value(server::document(&FEATURES)).unwrap();
    let mut answers = 0;

    for operation in
        json["paths"].as_object().unwrap().values().flat_map(|path| path.as_object().unwrap().values())
    {
        let schema = &operation["responses"]["200"]["content"]["application/json"]["schema"];
        if !schema.is_null() {
            let payload = &schema["allOf"][1]["properties"]["data"];
            let named = payload["$ref"].as_str().map(|reference| json.pointer(&reference[1..]).unwrap());
            assert_eq!(schema["allOf"][0]["$ref"], ENVELOPE, "{}", operation["operationId"]);
            assert!(names_a_thing(&named.unwrap_or(payload)["description"]), "{}", operation["operationId"]);
            answers += 1;
        }
    }

    assert!(answers > 100, "{answers}");
    let schemas = json["components"]["schemas"].as_object().unwrap();
    let envelopes: Vec<_> = schemas.keys().filter(|name| name.starts_with("Envelope")).collect();
    assert_eq!(envelopes, ["Envelope"]);
}

#[test]
fn the_table_of_routes_is_complete_and_decided() {
    let rows = current(&server::document(&FEATURES));

    hold("api/routes.txt", &text(&rows));

    let undecided: Vec<_> = rows.iter().filter(|row| row.who == UNDECIDED).collect();
    assert!(undecided.is_empty(), "write in api/routes.txt who may call these: {undecided:?}");
}

#[test]
fn the_document_says_of_no_other_route_that_it_needs_no_token() {
    let document = server::document(&FEATURES);
    let json = serde_json::to_value(&document).unwrap();

    let differs = |row: &Row| {
        let open = json["paths"][&row.path][row.method.to_lowercase()]["security"] == serde_json::json!([{}]);
        open != matches!(row.who.as_str(), "anyone" | "setup" | "peer" | "webhook")
    };
    let wrong: Vec<Row> = current(&document).into_iter().filter(differs).collect();

    assert!(wrong.is_empty(), "`security(())` stands on what needs no token, and on nothing else: {wrong:?}");
}

#[test]
fn every_operation_is_named_once_and_says_how_it_fails() {
    let document = server::document(&FEATURES);
    let json = serde_json::to_value(&document).unwrap();
    let mut names: BTreeMap<String, String> = BTreeMap::new();

    for (path, item) in &document.paths.paths {
        for method in METHODS.into_iter().filter(|method| has(item, method)) {
            let operation = &json["paths"][path][method.to_lowercase()];
            let name = operation["operationId"].as_str().unwrap_or_default().to_owned();
            let here = format!("{method} {path}");
            if let Some(other) = names.insert(name.clone(), here.clone()) {
                panic!("{here} and {other} are both called {name:?}; rename one handler");
            }
            assert_eq!(
                operation["responses"]["default"]["content"]["application/json"]["schema"]["$ref"],
                "#/components/schemas/Failure",
                "{here}"
            );
            let described = operation["responses"].as_object().unwrap().values();
            assert!(described.clone().all(|answer| answer["description"] != ""), "{here}");
            assert!(operation["summary"].is_string(), "{here} has no doc comment");
            assert!(operation["tags"].is_array(), "{here} has no tag: name its feature");
        }
    }
}

#[test]
fn every_operation_parameter_and_property_has_a_description_that_names_a_thing() {
    let json = serde_json::to_value(server::document(&FEATURES)).unwrap();
    let mut silent = Vec::new();

    undescribed(&json["components"], "components", &mut silent);
    for (path, methods) in json["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let here = format!("{method} {path}");
            if !names_a_thing(&operation["summary"]) {
                silent.push(here.clone());
            }
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let wordless = parameters.filter(|parameter| !names_a_thing(&parameter["description"]));
            silent.extend(wordless.map(|parameter| format!("{here} {}", parameter["name"])));
            undescribed(operation, &here, &mut silent);
        }
    }

    assert!(silent.is_empty(), "a code span alone says nothing; describe these: {silent:#?}");
}

#[test]
fn the_document_is_openapi_3_1_and_every_reference_leads_somewhere() {
    let json = serde_json::to_value(server::document(&FEATURES)).unwrap();

    assert_eq!(json["openapi"], "3.1.0");
    let mut references = Vec::new();
    collect(&json, &mut references);
    assert!(!references.is_empty());
    for reference in references {
        let pointer = reference.strip_prefix('#').unwrap_or_default();
        assert!(json.pointer(pointer).is_some(), "{reference} leads nowhere");
    }
}

#[test]
fn no_two_features_give_one_name_to_two_shapes() {
    let mut shapes: BTreeMap<String, (&str, Value)> = BTreeMap::new();

    for feature in FEATURES.iter() {
        let document = (feature.router)().document();
        for (name, schema) in document.components.into_iter().flat_map(|components| components.schemas) {
            let shape = serde_json::to_value(schema).unwrap();
            if let Some((other, known)) = shapes.get(&name) {
                let features = (feature.name, other);
                assert_eq!(
                    &shape, known,
                    "the schema {name} of {features:?} is two; rename one, or the document lies"
                );
            }
            shapes.insert(name, (feature.name, shape));
        }
    }
}

/// The properties below this schema that have no description. One beside a `$ref` may stand within `oneOf`; the
/// payload of an envelope is described by its own schema, and a property that can have one value alone, which says which
/// of several shapes an object has, by the description of that shape.
fn undescribed(json: &Value, here: &str, silent: &mut Vec<String>) {
    if json["allOf"][0]["$ref"] == ENVELOPE {
        return undescribed(&json["allOf"][1]["properties"]["data"], here, silent);
    }
    for (name, property) in json["properties"].as_object().into_iter().flatten() {
        let tag = property["enum"].as_array().is_some_and(|values| values.len() == 1);
        let says = if tag { json } else { property };
        let mut choices = property["oneOf"].as_array().into_iter().flatten().chain([says]);
        if !choices.any(|choice| names_a_thing(&choice["description"])) {
            silent.push(format!("{here} {name}"));
        }
    }
    match json {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| undescribed(value, &format!("{here}.{name}"), silent));
        }
        Value::Array(items) => items.iter().for_each(|value| undescribed(value, here, silent)),
        _ => {}
    }
}

/// Whether this text has a word of four letters outside of code spans.
fn names_a_thing(text: &Value) -> bool {
    let prose = text.as_str().unwrap_or_default().split('`').step_by(2);
    prose.flat_map(|part| part.split(|c: char| !c.is_alphabetic())).any(|word| word.len() >= 4)
}

fn collect(json: &Value, references: &mut Vec<String>) {
    match json {
        Value::Object(fields) => {
            references.extend(fields.get("$ref").and_then(Value::as_str).map(str::to_owned));
            fields.values().for_each(|value| collect(value, references));
        }
        Value::Array(items) => items.iter().for_each(|value| collect(value, references)),
        _ => {}
    }
}
