//! `api/openapi/`: the document of the API in one file for each tag, so that two features meet in no file.
//! Merged key by key, the files are the document.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};
use utoipa::openapi::OpenApi;

/// Where the files are.
pub(crate) const FOLDER: &str = "api/openapi";

/// What belongs to no tag, and the schemas that several tags use.
const SHARED: &str = "shared";

/// A longer line of the files is broken where it can be.
const WIDTH: usize = 110;

/// How references to schemas begin.
pub(crate) const SCHEMAS: &str = "#/components/schemas/";

/// The files by their names.
pub(crate) fn files(document: &OpenApi) -> BTreeMap<String, String> {
    parts(document).iter().map(|(tag, part)| (format!("{tag}.json"), laid_out(part, 0) + "\n")).collect()
}

/// The document in parts by tag.
pub(crate) fn parts(document: &OpenApi) -> BTreeMap<String, Value> {
    let mut shared = serde_json::to_value(document).unwrap();
    let paths = take(&mut shared["paths"]);
    let schemas = take(&mut shared["components"]["schemas"]);
    let tags = shared["tags"].take();
    shared.as_object_mut().unwrap().retain(|name, _| !matches!(name.as_str(), "paths" | "tags"));
    let mut parts = BTreeMap::from([(SHARED.to_owned(), shared)]);
    for tag in tags.as_array().unwrap() {
        let name = tag["name"].as_str().unwrap();
        parts.insert(name.to_owned(), json!({ "tags": [tag], "paths": {}, "components": { "schemas": {} } }));
    }
    for (path, operations) in paths {
        for (method, operation) in operations.as_object().unwrap() {
            let part = parts.get_mut(operation["tags"][0].as_str().unwrap()).expect("a declared tag");
            part["paths"][&path][method] = operation.clone();
        }
    }
    let users = users(&parts, &schemas);
    for (name, schema) in schemas {
        let owner = match users.get(&name) {
            Some(tags) if tags.len() == 1 => tags.first().unwrap(),
            _ => SHARED,
        };
        parts.get_mut(owner).unwrap()["components"]["schemas"][name] = schema;
    }
    parts
}

/// The parts as one document again.
pub(crate) fn merged<'a>(parts: impl Iterator<Item = &'a Value>) -> Value {
    let mut document = json!({});
    parts.for_each(|part| merge(&mut document, part));
    document
}

fn merge(into: &mut Value, part: &Value) {
    match (into, part) {
        (Value::Object(into), Value::Object(part)) => {
            part.iter().for_each(|(name, value)| merge(into.entry(name).or_insert(Value::Null), value));
        }
        (Value::Array(into), Value::Array(part)) => into.extend(part.iter().cloned()),
        (into, part) => *into = part.clone(),
    }
}

/// JSON in lines as long as they may be: half of those of a line for each value, and so a change reads better.
pub(crate) fn laid_out(json: &Value, indent: usize) -> String {
    let line = json.to_string();
    let inner = " ".repeat(indent + 2);
    let items: Vec<String> = match json {
        _ if indent + line.chars().count() <= WIDTH => return line,
        Value::Object(fields) => {
            let field = |(name, value)| format!("{inner}{}: {}", json!(name), laid_out(value, indent + 2));
            fields.iter().map(field).collect()
        }
        Value::Array(items) => items.iter().map(|item| inner.clone() + &laid_out(item, indent + 2)).collect(),
        _ => return line,
    };
    let (open, close) = line.split_at(1);
    format!("{open}\n{}\n{}{}", items.join(",\n"), " ".repeat(indent), &close[close.len() - 1..])
}

/// The tags whose operations use each schema, through others too.
fn users(
    parts: &BTreeMap<String, Value>,
    schemas: &Map<String, Value>,
) -> BTreeMap<String, BTreeSet<String>> {
    let mut users: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (tag, part) in parts {
        let mut open = references(&part["paths"]);
        while let Some(name) = open.pop() {
            if users.entry(name.clone()).or_default().insert(tag.clone()) {
                open.extend(references(&schemas[&name]));
            }
        }
    }
    users
}

/// The names of the schemas that this refers to.
pub(crate) fn references(json: &Value) -> Vec<String> {
    match json {
        Value::Object(fields) => {
            let own = fields.get("$ref").and_then(Value::as_str);
            let own = own.and_then(|reference| reference.strip_prefix(SCHEMAS)).map(str::to_owned);
            own.into_iter().chain(fields.values().flat_map(references)).collect()
        }
        Value::Array(items) => items.iter().flat_map(references).collect(),
        _ => Vec::new(),
    }
}

fn take(json: &mut Value) -> Map<String, Value> {
    std::mem::take(json.as_object_mut().unwrap())
}
