//! The envelope of a success, described once.
//!
//! The handlers say `Envelope<T>`, of which utoipa makes one schema for each `T`, with a copy of the whole
//! payload in it. Here each response becomes the common `Envelope` together with its own `data`.

use std::collections::BTreeMap;

use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::{AllOfBuilder, ArrayItems, ObjectBuilder};
use utoipa::openapi::{OpenApi, Ref, RefOr, Schema};

use super::operations;

/// The schema that all successes share: everything but the payload.
const COMMON: &str = "Envelope";
/// How utoipa's names of the others begin; the name of the payload follows.
const OF_ONE_PAYLOAD: &str = "Envelope_";

type Schemas = BTreeMap<String, RefOr<Schema>>;

/// Replaces the schemas of envelopes of this document and every reference to them.
pub(super) fn describe_once(document: &mut OpenApi) {
    let Some(components) = &mut document.components else { return };
    let all = std::mem::take(&mut components.schemas);
    let (envelopes, others): (Schemas, Schemas) =
        all.into_iter().partition(|(name, _)| name.starts_with(OF_ONE_PAYLOAD));
    components.schemas = others;
    let mut answers = Schemas::new();
    for (name, envelope) in envelopes {
        let RefOr::T(Schema::Object(mut common)) = envelope else { continue };
        let Some(payload) = common.properties.shift_remove("data") else { continue };
        common.required.retain(|name| name != "data");
        let payload_name = name.trim_start_matches(OF_ONE_PAYLOAD);
        let answer = with_payload(by_reference(payload_name, payload, &components.schemas));
        answers.insert(Ref::from_schema_name(&name).ref_location, answer);
        components.schemas.entry(COMMON.to_owned()).or_insert_with(|| common.into());
    }
    let paths = document.paths.paths.values_mut();
    paths.flat_map(operations).for_each(|operation| replace(operation, &answers));
}

fn replace(operation: &mut Operation, answers: &Schemas) {
    for response in operation.responses.responses.values_mut() {
        let RefOr::T(response) = response else { continue };
        for content in response.content.values_mut() {
            if let RefOr::T(content) = content
                && let Some(RefOr::Ref(envelope)) = &content.schema
                && let Some(answer) = answers.get(&envelope.ref_location)
            {
                content.schema = Some(answer.clone());
            }
        }
    }
}

fn with_payload(payload: RefOr<Schema>) -> RefOr<Schema> {
    let data = ObjectBuilder::new().property("data", payload).required("data").build();
    let both = AllOfBuilder::new().item(Ref::from_schema_name(COMMON)).item(data).build();
    RefOr::T(Schema::AllOf(both))
}

/// A reference in place of a copy, where the payload or the items of its list have a schema of their own.
fn by_reference(name: &str, mut payload: RefOr<Schema>, schemas: &Schemas) -> RefOr<Schema> {
    if schemas.get(name) == Some(&payload) {
        return Ref::from_schema_name(name).into();
    }
    let RefOr::T(inline) = &mut payload else { return payload };
    let description = match inline {
        Schema::Array(list) => {
            if let (Some(name), ArrayItems::RefOrSchema(item)) = (name.strip_prefix("Vec_"), &mut list.items)
                && schemas.get(name) == Some(&**item)
            {
                **item = Ref::from_schema_name(name).into();
            }
            &mut list.description
        }
        Schema::Object(object) => &mut object.description,
        Schema::OneOf(one) => &mut one.description,
        Schema::AllOf(all) => &mut all.description,
        _ => return payload,
    };
    description.get_or_insert_with(|| "The payload.".to_owned());
    payload
}
