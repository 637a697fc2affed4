//! Every operation of the whole API document that answers what members wrote, or quotes it: a list by hand, with where
//! it is tested that nobody gets what is not for them.

use std::collections::BTreeSet;

use serde_json::Value;
use server::FEATURES;

use crate::contract_files::{SCHEMAS, references};

/// The schemas that have words of posts or comments, or quote them: posts, comments, hits of the search, cases, reports,
/// notifications, rows of the operation log, and the frames of polls.
const CARRIERS: [&str; 15] = [
    "CaseQuote",
    "Comment",
    "CommentQuote",
    "Hit",
    "LogEntry",
    "MemberReport",
    "ModerationCase",
    "Notification",
    "OwnHeld",
    "OwnRemoval",
    "OwnReport",
    "PollEvent",
    "Post",
    "ReplacedPost",
    "RuleExample",
];

/// Parts of the names of schemas that may have such words.
const TELLING: [&str; 10] =
    ["Case", "Comment", "Held", "Hit", "Log", "Notifi", "Post", "Quote", "Removal", "Report"];

/// Schemas of such names that have none: numbers and codes, a room that somebody left, the log of a program, which its
/// owner and the member who asked for it read, and that of a backend of the market.
const WORDLESS: [&str; 14] = [
    "ChatRemoval",
    "IntegrationLog",
    "IntegrationLogEntry",
    "LogLine",
    "LogText",
    "NotificationMode",
    "NotificationPreferences",
    "NotifiedMembers",
    "PostImage",
    "PostType",
    "QuoteFile",
    "UnreadNotifications",
    "UnreadPosts",
    "WaitingCases",
];

/// Each operation with a carrier in its answer, and where the tests are of who gets what.
const TESTED: [(&str, &str); 24] = [
    ("GET /api/admin/logs", "community visibility::moderation_log, anonymity::cases"),
    ("GET /api/chat/poll", "community visibility::reach (frames); social chat::tests"),
    ("GET /api/community", "community visibility::lists, anonymity"),
    ("POST /api/community", "the caller's own words"),
    ("PATCH /api/community/comments/{id}", "community visibility::paths"),
    ("POST /api/community/comments/{id}/restore", "community visibility::paths"),
    ("GET /api/community/rankings", "community visibility::lists, anonymity"),
    ("GET /api/community/{id}", "community visibility::paths, anonymity"),
    ("PATCH /api/community/{id}", "community visibility::paths"),
    ("POST /api/community/{id}/close", "community visibility::paths"),
    ("GET /api/community/{id}/comments", "community visibility::paths, anonymity"),
    ("POST /api/community/{id}/comments", "community visibility::paths"),
    ("PUT /api/community/{id}/feature", "community visibility::paths"),
    ("PUT /api/community/{id}/pin", "community visibility::paths"),
    ("POST /api/community/{id}/restore", "community visibility::paths"),
    ("GET /api/community/{id}/revisions", "community visibility::paths, anonymity"),
    ("PUT /api/community/{id}/vote", "community visibility::paths, anonymity"),
    ("GET /api/moderation/cases", "community visibility::reports, anonymity::cases"),
    ("GET /api/moderation/cases/{id}", "community visibility::reports, anonymity::cases, reports"),
    ("GET /api/moderation/own", "community visibility::reports, anonymity::cases"),
    ("POST /api/moderation/rules/dry-run", "community visibility::reports, word_rules"),
    ("GET /api/notifications", "community visibility::reach, anonymity::cases"),
    ("GET /api/realtime/poll", "community visibility::reach"),
    ("GET /api/search", "community visibility::reach, anonymity"),
];

/// Each operation that answers something else than JSON, which no schema describes, with what that is and where it is
/// tested.
const NOT_JSON: [(&str, &str); 16] = [
    (
        "GET /api/admin/homework/{id}/submissions/{user_id}/files/{hash}",
        "files of submissions, for whoever manages the homework: social homework::tests::privacy",
    ),
    ("GET /api/admin/logs/export.csv", "ids and codes alone: community visibility::moderation_log"),
    ("GET /api/ai-chat/generations/{id}/stream", "an answer of the caller's own chat: ai conversations"),
    ("GET /api/calendar/export", "events of the caller and of their class: calendar files, access"),
    ("GET /api/calendar/feed.ics", "events that the maker of the feed sees: calendar feeds"),
    ("GET /api/cdn/proxy", "files of other sites"),
    ("GET /api/cloud/files/{hash}", "images of posts among other files: community visibility::reach"),
    ("GET /api/community/{id}/results.csv", "community visibility::paths, anonymity"),
    ("GET /api/market/asset", "icons of apps"),
    ("GET /api/panel/stream", "what every member of a class may see, for its panels: panels rights, board"),
    ("GET /api/timetable/template", "an example of the portal"),
    (
        "GET /api/timetable/{id}/export",
        "a timetable of the caller or of their class: timetable access, files",
    ),
    ("POST /api/ai-chat/chat/stream", "an answer of the caller's own chat: ai conversations"),
    ("GET /resources/builtin/{set}/{name}", "icons of the portal"),
    ("GET /resources/wallpapers/{name}", "pictures of the portal"),
    ("GET /resources/weather-icons/{name}", "pictures of the portal"),
];

/// The schemas that this refers to, through others too.
fn reached(document: &Value, from: &Value) -> BTreeSet<String> {
    let (mut reached, mut open) = (BTreeSet::new(), references(from));
    while let Some(name) = open.pop() {
        if reached.insert(name.clone()) {
            open.extend(references(schema(document, &name)));
        }
    }
    reached
}

fn schema<'a>(document: &'a Value, name: &str) -> &'a Value {
    document.pointer(&format!("{}{name}", &SCHEMAS[1..])).unwrap_or_else(|| panic!("no schema {name}"))
}

fn is_carrier(name: &str) -> bool {
    CARRIERS.contains(&name)
}

/// Every operation as `METHOD path`, with its answers.
fn operations(document: &Value) -> Vec<(String, &Value)> {
    let mut all = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            all.push((format!("{} {path}", method.to_uppercase()), &operation["responses"]));
        }
    }
    all
}

fn whole_document() -> Value {
    serde_json::to_value(server::document(&FEATURES)).unwrap()
}

/// Compares what the document has with a list by hand.
fn hold(found: &BTreeSet<String>, list: &[(&str, &str)], advice: &str) {
    let known: BTreeSet<String> = list.iter().map(|(operation, _)| (*operation).to_owned()).collect();
    assert_eq!(known.len(), list.len(), "an operation stands twice in the list");
    let new: Vec<_> = found.difference(&known).collect();
    assert!(new.is_empty(), "{new:#?} {advice}");
    let gone: Vec<_> = known.difference(found).collect();
    assert!(gone.is_empty(), "{gone:#?} answer nothing of the kind any more: take them out of the list");
    assert!(list.iter().all(|(_, place)| !place.is_empty()), "each says where it is tested");
}

#[test]
fn every_operation_that_answers_what_members_wrote_says_where_its_readers_are_tested() {
    let document = whole_document();
    let carrying = operations(&document)
        .into_iter()
        .filter(|(_, answers)| reached(&document, answers).iter().any(|name| is_carrier(name)));
    let found: BTreeSet<String> = carrying.map(|(name, _)| name).collect();
    hold(
        &found,
        &TESTED,
        "answer posts, comments or what quotes them. Ask them as each member of the tables in \
         crates/community/src/tests/visibility and anonymity, then name them in `TESTED` with the place of that test",
    );
}

#[test]
fn every_operation_that_answers_no_json_says_what_it_has_of_members() {
    let document = whole_document();
    let is_json = |answer: &Value| {
        let types = answer["content"].as_object();
        types.is_none_or(|types| types.keys().all(|name| name == "application/json"))
    };
    let others = operations(&document)
        .into_iter()
        .filter(|(_, answers)| !answers.as_object().unwrap().values().all(is_json));
    let found: BTreeSet<String> = others.map(|(name, _)| name).collect();
    hold(
        &found,
        &NOT_JSON,
        "answer no JSON: say in `NOT_JSON` whether that has words or files of members, and where it is tested",
    );
}

#[test]
fn every_schema_that_sounds_like_words_of_members_is_decided() {
    let document = whole_document();
    for name in CARRIERS.iter().chain(&WORDLESS) {
        schema(&document, name);
    }
    let answered: BTreeSet<String> =
        operations(&document).iter().flat_map(|(_, answers)| reached(&document, answers)).collect();
    let is_told = |name: &&String| TELLING.iter().any(|part| name.contains(part));
    let is_decided = |name: &String| {
        let holds_carrier =
            || reached(&document, schema(&document, name)).iter().any(|name| is_carrier(name));
        is_carrier(name) || WORDLESS.contains(&name.as_str()) || holds_carrier()
    };
    let open: Vec<_> = answered.iter().filter(is_told).filter(|name| !is_decided(name)).collect();
    assert!(
        open.is_empty(),
        "{open:#?} are answered: name those with words of posts or comments in `CARRIERS`, the others in `WORDLESS`"
    );
}
