//! Answers of the AI chat that one node writes and members read at the other.

use serde_json::{Value, json};

use super::school::{School, until};
use crate::durability::provider::{Stub, events};
use crate::durability::server::Server;

const STREAM: &str = "/api/ai-chat/chat/stream";

/// A school with a model, and a conversation of its second member.
struct Asked {
    school: School,
    conversation: String,
    _stub: Stub,
}

impl Asked {
    fn open(test: &str, model: &str) -> Option<Self> {
        let school = School::open(test)?;
        school.until_linked();
        let stub = Stub::start();
        let body = json!({ "id": "m", "api_url": stub.url, "api_key": "none", "model": model });
        school.call(&school.one, &school.members[0], "POST", "/api/ai-chat/admin/models", &body).ok();
        // The budget is told at the end of an answer.
        let policy = json!({ "message_budget": 9 });
        let path = "/api/ai-chat/admin/policies/default";
        school.call(&school.one, &school.members[0], "PUT", path, &policy).ok();
        let made = school
            .call(&school.one, &school.members[1], "POST", "/api/ai-chat/conversations", &json!({}))
            .ok();
        let conversation = made.data()["id"].as_str().expect("an id").to_owned();
        Some(Self { school, conversation, _stub: stub })
    }

    /// Asks at the first node, and reads the stream there.
    fn ask(&self) -> impl Iterator<Item = Value> + use<> {
        let question = json!({ "conversation_id": self.conversation, "message": "hello", "resumable": true });
        events(self.school.one.address, &self.school.members[1], "POST", STREAM, &question)
    }

    fn detail(&self, node: &Server) -> Value {
        let path = format!("/api/ai-chat/conversations/{}", self.conversation);
        self.school.call(node, &self.school.members[1], "GET", &path, &Value::Null).data().clone()
    }

    /// Reads a generation at the second node from an offset on, to its end.
    fn resume(&self, generation: &str, offset: u64) -> Vec<Value> {
        let path = format!("/api/ai-chat/generations/{generation}/stream?offset={offset}");
        events(self.school.two.address, &self.school.members[1], "GET", &path, &Value::Null).collect()
    }
}

fn generation(first: &Value) -> String {
    first["generation_id"].as_str().expect("the first event").to_owned()
}

fn content(events: &[Value]) -> String {
    events.iter().filter_map(|event| event["content"].as_str()).collect()
}

fn tokens(count: usize) -> String {
    (0..count).map(|n| format!("t{n} ")).collect()
}

#[test]
fn an_answer_of_one_node_is_read_whole_at_the_other_to_its_last_event() {
    let test = "answers::an_answer_of_one_node_is_read_whole_at_the_other_to_its_last_event";
    let Some(asked) = Asked::open(test, "stub?tokens=300&rate=100&thinking=4") else { return };
    let mut here = asked.ask();
    let generation = generation(&here.next().expect("an event"));
    let (here, there) = std::thread::scope(|scope| {
        let there = scope.spawn(|| asked.resume(&generation, 0));
        (here.collect::<Vec<_>>(), there.join().expect("a reader"))
    });
    let thoughts =
        |events: &[Value]| events.iter().filter_map(|event| event["reasoning"].as_str()).collect::<String>();
    assert_eq!((content(&there), thoughts(&there)), (tokens(300), thoughts(&here)));
    for field in ["usage", "budget", "done"] {
        let told = |events: &[Value]| events.iter().find(|event| !event[field].is_null()).cloned();
        assert!(told(&here).is_some(), "{field}");
        assert_eq!(told(&there), told(&here), "{field}");
    }
    // Whoever comes after the end finds it there for a minute, from where they left.
    let begun = tokens(10);
    let offset = u64::try_from(begun.len()).expect("a length") + thoughts(&here).len() as u64;
    assert_eq!(begun + &content(&asked.resume(&generation, offset)), tokens(300));
    assert_eq!(asked.detail(&asked.school.two)["generation"], Value::Null);
}

#[test]
fn an_answer_of_one_node_is_stopped_at_the_other() {
    let test = "answers::an_answer_of_one_node_is_stopped_at_the_other";
    let Some(asked) = Asked::open(test, "stub?tokens=100000&rate=50") else { return };
    let mut here = asked.ask();
    let generation = generation(&here.next().expect("an event"));
    let begun = here.find(|event| event["content"].is_string()).expect("a beginning");
    let path = format!("/api/ai-chat/generations/{generation}");
    let school = &asked.school;
    school.call(&school.two, &school.members[1], "DELETE", &path, &Value::Null).ok();
    let rest: Vec<Value> = std::iter::once(begun).chain(here).collect();
    assert_eq!(rest.last(), Some(&json!({ "done": true })));
    let kept = asked.detail(&school.two)["messages"][1].clone();
    assert_eq!((&kept["content"], &kept["partial_reason"]), (&json!(content(&rest)), &json!("stopped")));
}

#[test]
fn what_a_killed_node_was_writing_is_closed_by_the_other() {
    let test = "answers::what_a_killed_node_was_writing_is_closed_by_the_other";
    let Some(asked) = Asked::open(test, "stub?tokens=100000&rate=50") else { return };
    let mut here = asked.ask();
    let saved = here.find_map(|event| event["saved"].as_u64()).expect("something is saved");
    asked.school.one.kill();
    drop(here);
    let question = json!({ "conversation_id": asked.conversation, "message": "again" });
    let refused = {
        let school = &asked.school;
        school.call(&school.two, &school.members[1], "POST", "/api/ai-chat/chat", &question)
    };
    assert_eq!(refused.status, 409, "nobody knows yet that it has ended");
    until("closed", || asked.detail(&asked.school.two)["generation"].is_null());
    let kept = asked.detail(&asked.school.two)["messages"][1].clone();
    let length = kept["content"].as_str().expect("an answer").len() as u64;
    assert_eq!(kept["partial_reason"], "interrupted");
    assert!(length >= saved, "{length} of {saved} are kept");
}

#[test]
fn of_many_questions_at_two_nodes_one_is_answered_at_a_time_and_no_more_than_the_budget_has() {
    let test =
        "answers::of_many_questions_at_two_nodes_one_is_answered_at_a_time_and_no_more_than_the_budget_has";
    let Some(asked) = Asked::open(test, "stub?tokens=3&delay=50") else { return };
    let school = &asked.school;
    let question = json!({ "conversation_id": asked.conversation, "message": "hello" });
    let ask =
        |node: &Server| school.call(node, &school.members[1], "POST", "/api/ai-chat/chat", &question).status;
    let mut answered = std::thread::scope(|scope| {
        let asking: Vec<_> = (0..20)
            .map(|n| scope.spawn(move || ask(if n % 2 == 0 { &school.one } else { &school.two })))
            .collect();
        let statuses: Vec<u16> = asking.into_iter().map(|one| one.join().expect("an answer")).collect();
        // Another answer of the conversation is being written, or the budget is spent.
        assert!(statuses.iter().all(|status| [200, 409, 403].contains(status)), "{statuses:?}");
        statuses.iter().filter(|status| **status == 200).count()
    });
    assert!(answered >= 1);
    while ask(&school.two) == 200 {
        answered += 1;
    }
    assert_eq!(answered, 9, "what the budget has");
    let messages = asked.detail(&school.one)["messages"].as_array().expect("messages").len();
    assert_eq!(messages, 2 * answered, "no question without an answer");
}
