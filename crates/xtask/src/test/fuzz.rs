//! Random requests, made by schemathesis from the document that a running portal serves.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::portal::{Portal, Tier};
use super::python;
use crate::process;
use crate::repo::Repo;

/// How long it goes on as each tier, in seconds; 75 in all. What everyone may call is tried as a member,
/// the others try what is theirs, and who is not signed in tries everything.
const SECONDS_PER_TIER: &[(Tier, u32)] = &[
    (Tier::Unsigned, 10),
    (Tier::Member, 32),
    (Tier::Officer, 11),
    (Tier::ClassAdmin, 11),
    (Tier::Admin, 11),
];

/// Where what members may not do stands.
const STAFF_PATHS: &str = "^/api/(admin|setup|assets|cdn|system|moderation/(cases|removals|silences))";

/// The same requests on each run.
const SEED: &str = "20250101";

/// How any operation may refuse. The document says `default` for these, which would let the fuzzer take
/// every status for documented.
const REFUSALS: &[&str] = &["400", "401", "403", "404", "409", "413", "414", "415", "429", "431"];

/// What every answer must hold: no 5xx, only documented statuses, types and shapes, and no success for
/// what the document forbids.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
                      response_schema_conformance,negative_data_rejection";

/// Paths left out, since one call would blunt all later ones.
const EXCLUDED_PATHS: &[&str] = &[
    // Revokes the token that all other requests carry.
    "/api/auth/logout",
    // They wait up to 25 s for an event by design.
    "/api/realtime/poll",
    "/api/chat/poll",
    // Answers 503 until the relay is configured, which a lone portal never is.
    "/api/auth/relay-verify",
    // Answer 503 while no model is there, and none is without a provider. The tests of `ai` ask one.
    "/api/ai-chat/chat",
    "/api/ai-chat/chat/stream",
    "/api/ai-chat/conversations/{id}/title",
    // Speaks no HTTP beyond the upgrade, and says so before anything else.
    "/ws",
];

/// Fuzzes a fresh portal as each of its tiers, the highest tier last.
pub fn run(repo: &Repo) -> Result<()> {
    let program = python::programs(repo)?.join("schemathesis");
    let scratch = repo.scratch()?;
    let log = scratch.join("fuzzed-server.log");
    println!("the server's log: {}", log.display());
    let mut portal = Portal::start(repo, &log, &[])?;
    let people = portal.register_people().context("cannot register whom to test as")?;
    let document = scratch.join("fuzzed.json");
    std::fs::write(&document, with_explicit_refusals(portal.document()?).to_string())?;
    let document = document.to_str().context("the scratch folder has an odd name")?;
    let mut failed = Vec::new();
    for (tier, seconds) in SECONDS_PER_TIER {
        let mut fuzzer = fuzzer(&program, document, &scratch, *tier, *seconds);
        fuzzer.args(["--url", &portal.url("")]);
        println!("as {tier:?}:\n$ {}", process::shown(&fuzzer));
        let token = people.iter().find(|(known, _)| known == tier).map(|(_, token)| token);
        if let Some(token) = token {
            fuzzer.arg("--header").arg(format!("Authorization: Bearer {token}"));
        }
        let status = fuzzer.status().context("the fuzzer does not start")?;
        portal.still_runs()?;
        // Else the last of these requests, or all, were refused before anything looked at them.
        token.map_or(Ok(()), |token| portal.still_knows(token)).with_context(|| format!("as {tier:?}"))?;
        if !status.success() {
            failed.push(format!("{tier:?}"));
        }
    }
    if !failed.is_empty() {
        bail!("the API does not hold what it documents as {}; see the failures above", failed.join(", "));
    }
    Ok(())
}

/// The document with every refusal by its number, and without what it says of values that are never
/// refused, by rule: a page or limit out of bounds is taken for the nearest, and a frame that is wrong is
/// answered with a frame.
fn with_explicit_refusals(mut document: Value) -> Value {
    document["components"]["schemas"]["ChatFrame"]["properties"]["frame"] = Value::Bool(true);
    let names: Vec<String> =
        document["paths"].as_object().into_iter().flat_map(|paths| paths.keys().cloned()).collect();
    let paths = document["paths"].as_object_mut().into_iter().flatten();
    let operations = paths.filter_map(|(path, operations)| Some((path, operations.as_object_mut()?)));
    let operations = operations
        .flat_map(|(path, operations)| operations.values_mut().map(move |operation| (path, operation)));
    for (path, operation) in operations {
        let may_be_another = names.iter().any(|other| is_named_beside(other, path));
        let parameters = operation.get_mut("parameters").and_then(Value::as_array_mut);
        for schema in parameters.into_iter().flatten().filter_map(|one| one["schema"].as_object_mut()) {
            for bound in ["minimum", "maximum", "format"] {
                schema.remove(bound);
            }
        }
        let Some(responses) = operation.get_mut("responses").and_then(Value::as_object_mut) else { continue };
        let Some(refusal) = responses.remove("default") else { continue };
        let wrong_method = may_be_another.then_some(&"405");
        for status in REFUSALS.iter().chain(wrong_method) {
            responses.entry(*status).or_insert_with(|| refusal.clone());
        }
    }
    document
}

/// Whether a path has a word where another one has a parameter at its end: a parameter that happens to be the word leads
/// to the operations of the word, and so to 405 for all others.
fn is_named_beside(word: &str, parameter: &str) -> bool {
    let (Some((parent, last)), Some((other_parent, other_last))) =
        (parameter.rsplit_once('/'), word.rsplit_once('/'))
    else {
        return false;
    };
    parent == other_parent && last.starts_with('{') && !other_last.starts_with('{')
}

/// The fuzzer's command line, without the token.
fn fuzzer(program: &Path, document: &str, folder: &Path, tier: Tier, seconds: u32) -> Command {
    let mut command = Command::new(program);
    command.args(["--no-color", "run", document, "--checks", CHECKS]);
    command.args(["--max-time", &seconds.to_string(), "--request-timeout", "20"]);
    command.args(["--seed", SEED, "--generation-database", "none"]);
    if !matches!(tier, Tier::Unsigned | Tier::Member) {
        command.args(["--include-path-regex", STAFF_PATHS]);
    }
    for path in EXCLUDED_PATHS {
        command.args(["--exclude-path", path]);
    }
    // It drops its own files into the current folder.
    command.current_dir(folder);
    command
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_word_beside_a_parameter_is_known() {
        assert!(is_named_beside("/api/models/default", "/api/models/{id}"));
        assert!(!is_named_beside("/api/models/{id}", "/api/models/{id}"));
        assert!(!is_named_beside("/api/models/{id}/toggle", "/api/models/{id}"));
    }

    #[test]
    fn a_run_is_bounded_and_repeatable() {
        let mut total = 0;
        for (tier, seconds) in SECONDS_PER_TIER {
            let command =
                fuzzer(Path::new("fuzzer"), "http://127.0.0.1:1/x", Path::new("/"), *tier, *seconds);
            let line = process::shown(&command);
            for wanted in ["--max-time", "--seed", "--exclude-path"] {
                assert!(line.contains(wanted), "{line}");
            }
            total += seconds;
        }
        assert_eq!(total, 75);
    }

    #[test]
    fn a_status_that_no_operation_documents_is_not_taken_for_a_refusal() {
        let responses = json!({ "200": {}, "default": { "description": "no" } });
        let told =
            with_explicit_refusals(json!({ "paths": { "/a": { "get": { "responses": responses } } } }));
        let responses = told["paths"]["/a"]["get"]["responses"].as_object().expect("an operation");
        assert_eq!(responses["404"]["description"], "no");
        for status in ["default", "418", "500"] {
            assert!(!responses.contains_key(status), "{status}");
        }
    }
}
