//! What is said at one node is heard at the other: chat sockets of both, whatever becomes of the link
//! between them and of the nodes themselves.

use serde_json::{Value, json};

use super::phone::Phone;
use super::school::School;
use crate::durability::server::{Account, Server};

/// Messages of each phase; all phases together stay below what one member may say in a minute.
const EACH: usize = 6;

/// Someone with a socket, and what they have heard said: numbers and words.
struct Voice {
    phone: Phone,
    heard: Vec<(i64, String)>,
}

impl Voice {
    fn at(node: &Server, who: &Account) -> Self {
        Self { phone: Phone::connect(node, who), heard: Vec::new() }
    }

    /// Comes back at this node after what it has heard.
    fn come_back(self, node: &Server, who: &Account) -> Self {
        let last = self.heard.last().map_or(0, |(seq, _)| *seq);
        let Self { phone, heard } = self;
        drop(phone);
        let phone = Phone::resume(node, who, last);
        assert_eq!(phone.greeting["resumed"], true, "{}", phone.greeting);
        Self { phone, heard }
    }

    fn next(&mut self) -> Value {
        let frame = self.phone.next();
        if ["new_message", "group_message", "private_message"].iter().any(|name| frame["type"] == *name) {
            let message = &frame["message"];
            assert_eq!(frame["seq"], message["seq"], "{frame}");
            let words = message["content"].as_str().expect("words").to_owned();
            self.heard.push((message["seq"].as_i64().expect("a number"), words));
        }
        frame
    }

    /// Says something, and answers the number that the acknowledgement gives it.
    fn send(&mut self, mut frame: Value) -> i64 {
        frame["request_id"] = json!("said");
        self.phone.send(&frame);
        loop {
            let answer = self.next();
            if answer["request_id"] == "said" {
                assert_eq!(answer["success"], true, "{answer}");
                return answer["message"]["seq"].as_i64().expect("a number");
            }
        }
    }

    /// Listens until it has heard this one.
    fn until(&mut self, seq: i64) {
        while self.heard.last().is_none_or(|(last, _)| *last < seq) {
            self.next();
        }
    }
}

/// Has both speak in turn, to everyone, to the class and to each other; notes what was said.
fn converse(voices: &mut [Voice; 2], school: &School, said: &mut Vec<(i64, String)>) {
    for number in 0..EACH {
        let (speaker, words) = (number % 2, format!("sentence {}", said.len()));
        let other = &school.members[2 - speaker].user_id;
        let frame = match number % 3 {
            0 => json!({ "type": "text", "content": words }),
            1 => json!({ "type": "group_message", "group_id": "class_01", "content": words }),
            _ => json!({ "type": "private_message", "target_user_id": other, "content": words }),
        };
        said.push((voices[speaker].send(frame), words));
    }
}

fn assert_heard(voices: &mut [Voice; 2], said: &[(i64, String)]) {
    let last = said.last().map_or(0, |(seq, _)| *seq);
    for voice in voices {
        voice.until(last);
        assert_eq!(voice.heard, said, "once each, in one order");
    }
}

#[test]
fn what_is_said_at_one_node_is_heard_at_the_other_with_nats_and_without() {
    let name = "what_is_said_at_one_node_is_heard_at_the_other_with_nats_and_without";
    let Some(mut school) = School::open(name) else { return };
    school.until_linked();
    let mut voices = [Voice::at(&school.one, &school.members[1]), Voice::at(&school.two, &school.members[2])];
    let mut said = Vec::new();
    converse(&mut voices, &school, &mut said);
    assert_heard(&mut voices, &said);
    school.nats.kill();
    converse(&mut voices, &school, &mut said);
    assert_heard(&mut voices, &said);
    school.nats.start_again();
    school.until_linked();
    converse(&mut voices, &school, &mut said);
    assert_heard(&mut voices, &said);
}

#[test]
fn whoever_was_at_a_node_that_is_killed_goes_on_at_the_other_and_back() {
    let name = "whoever_was_at_a_node_that_is_killed_goes_on_at_the_other_and_back";
    let Some(mut school) = School::open(name) else { return };
    school.until_linked();
    let mut voices = [Voice::at(&school.one, &school.members[1]), Voice::at(&school.two, &school.members[2])];
    let mut said = Vec::new();
    converse(&mut voices, &school, &mut said);
    assert_heard(&mut voices, &said);

    school.two.kill();
    let [mut bert, carl] = voices;
    let words = "while the other is away".to_owned();
    said.push((bert.send(json!({ "type": "text", "content": words })), words));
    let mut voices = [bert, carl.come_back(&school.one, &school.members[2])];
    assert_heard(&mut voices, &said);
    converse(&mut voices, &school, &mut said);
    assert_heard(&mut voices, &said);

    // The new node has nothing in memory, and its place in the log is the same.
    school.restart_two();
    school.until_linked();
    let [mut bert, carl] = voices;
    let words = "and again".to_owned();
    said.push((bert.send(json!({ "type": "text", "content": words })), words));
    let mut voices = [bert, carl.come_back(&school.two, &school.members[2])];
    assert_heard(&mut voices, &said);
    converse(&mut voices, &school, &mut said);
    assert_heard(&mut voices, &said);
}
