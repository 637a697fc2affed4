//! The committed contract is the one of the handlers. `ACCEPT=1` (`cargo xtask accept`) rewrites it.

use std::collections::BTreeMap;

use serde_json::Value;
use server::ROOMS;

use crate::committed::hold;
use crate::routes_table::{METHODS, Row, UNDECIDED, current, has, text};

#[test]
fn the_committed_document_is_the_one_of_the_handlers() {
    let document = serde_json::to_string_pretty(&server::document(&ROOMS)).unwrap();

    hold("api/openapi.json", &(document + "\n"));
}

#[test]
fn the_table_of_routes_is_complete_and_decided() {
    let rows = current(&server::document(&ROOMS));

    hold("api/routes.txt", &text(&rows));

    let undecided: Vec<_> = rows.iter().filter(|row| row.who == UNDECIDED).collect();
    assert!(undecided.is_empty(), "write in api/routes.txt who may call these: {undecided:?}");
}

#[test]
fn the_document_says_of_no_other_route_that_it_needs_no_token() {
    let document = server::document(&ROOMS);
    let json = serde_json::to_value(&document).unwrap();

    let differs = |row: &Row| {
        let open = json["paths"][&row.path][row.method.to_lowercase()]["security"] == serde_json::json!([{}]);
        open != matches!(row.who.as_str(), "anyone" | "setup" | "peer")
    };
    let wrong: Vec<Row> = current(&document).into_iter().filter(differs).collect();

    assert!(wrong.is_empty(), "`security(())` stands on what needs no token, and on nothing else: {wrong:?}");
}

#[test]
fn every_operation_is_named_once_and_says_how_it_fails() {
    let document = server::document(&ROOMS);
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
            assert!(operation["tags"].is_array(), "{here} has no tag: name its room");
        }
    }
}

#[test]
fn the_document_is_openapi_3_1_and_every_reference_leads_somewhere() {
    let json = serde_json::to_value(server::document(&ROOMS)).unwrap();

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
fn no_two_rooms_give_one_name_to_two_shapes() {
    let mut shapes: BTreeMap<String, (&str, Value)> = BTreeMap::new();

    for room in ROOMS.iter() {
        let document = (room.router)().into_openapi();
        for (name, schema) in document.components.into_iter().flat_map(|components| components.schemas) {
            let shape = serde_json::to_value(schema).unwrap();
            if let Some((other, known)) = shapes.get(&name) {
                let rooms = (room.name, other);
                assert_eq!(
                    &shape, known,
                    "the schema {name} of {rooms:?} is two; rename one, or the document lies"
                );
            }
            shapes.insert(name, (room.name, shape));
        }
    }
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
