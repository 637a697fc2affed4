//! What is said at one node is heard at the other: chat sockets of both, whatever becomes of the link
//! between them and of the nodes themselves.

use serde_json::{Value, json};

use super::phone::SocketClient;
use super::school::School;
use crate::durability::server::{Account, Server};

/// Messages of each phase; all phases together stay below what one member may say in a minute.
const EACH: usize = 6;

/// Someone with a socket, and what they have heard said: numbers and words.
struct Participant {
    client: SocketClient,
    received: Vec<(i64, String)>,
}

impl Participant {
    fn at(node: &Server, who: &Account) -> Self {
        Self { client: SocketClient::connect(node, who), received: Vec::new() }
    }

    /// Comes back at this node after what it has heard.
    fn come_back(self, node: &Server, who: &Account) -> Self {
        let last = self.received.last().map_or(0, |(seq, _)| *seq);
        let Self { client, received } = self;
        drop(client);
        let client = SocketClient::resume(node, who, last);
        assert_eq!(client.greeting["resumed"], true, "{}", client.greeting);
        Self { client, received }
    }

    fn next(&mut self) -> Value {
        let frame = self.client.next();
        if ["new_message", "group_message", "private_message"].iter().any(|name| frame["type"] == *name) {
            let message = &frame["message"];
            assert_eq!(frame["seq"], message["seq"], "{frame}");
            let words = message["content"].as_str().expect("words").to_owned();
            self.received.push((message["seq"].as_i64().expect("a number"), words));
        }
        frame
    }

    /// Says something, and answers the number that the acknowledgement gives it.
    fn send(&mut self, mut frame: Value) -> i64 {
        frame["request_id"] = json!("said");
        self.client.send(&frame);
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
        while self.received.last().is_none_or(|(last, _)| *last < seq) {
            self.next();
        }
    }
}

/// Has both speak in turn, to everyone, to the class and to each other; notes what was said.
fn exchange_messages(participants: &mut [Participant; 2], school: &School, said: &mut Vec<(i64, String)>) {
    for number in 0..EACH {
        let (speaker, words) = (number % 2, format!("sentence {}", said.len()));
        let other = &school.members[2 - speaker].user_id;
        let frame = match number % 3 {
            0 => json!({ "type": "text", "content": words }),
            1 => json!({ "type": "group_message", "group_id": "class_01", "content": words }),
            _ => json!({ "type": "private_message", "target_user_id": other, "content": words }),
        };
        said.push((participants[speaker].send(frame), words));
    }
}

fn assert_received(participants: &mut [Participant; 2], said: &[(i64, String)]) {
    let last = said.last().map_or(0, |(seq, _)| *seq);
    for participant in participants {
        participant.until(last);
        assert_eq!(participant.received, said, "once each, in one order");
    }
}

#[test]
fn what_is_said_at_one_node_is_heard_at_the_other_with_nats_and_without() {
    let name = "what_is_said_at_one_node_is_heard_at_the_other_with_nats_and_without";
    let Some(mut school) = School::open(name) else { return };
    school.until_linked();
    let mut participants =
        [Participant::at(&school.one, &school.members[1]), Participant::at(&school.two, &school.members[2])];
    let mut said = Vec::new();
    exchange_messages(&mut participants, &school, &mut said);
    assert_received(&mut participants, &said);
    school.nats.kill();
    exchange_messages(&mut participants, &school, &mut said);
    assert_received(&mut participants, &said);
    school.nats.start_again();
    school.until_linked();
    exchange_messages(&mut participants, &school, &mut said);
    assert_received(&mut participants, &said);
}

#[test]
fn whoever_was_at_a_node_that_is_killed_goes_on_at_the_other_and_back() {
    let name = "whoever_was_at_a_node_that_is_killed_goes_on_at_the_other_and_back";
    let Some(mut school) = School::open(name) else { return };
    school.until_linked();
    let mut participants =
        [Participant::at(&school.one, &school.members[1]), Participant::at(&school.two, &school.members[2])];
    let mut said = Vec::new();
    exchange_messages(&mut participants, &school, &mut said);
    assert_received(&mut participants, &said);

    school.two.kill();
    let [mut bert, carl] = participants;
    let words = "while the other is away".to_owned();
    said.push((bert.send(json!({ "type": "text", "content": words })), words));
    let mut participants = [bert, carl.come_back(&school.one, &school.members[2])];
    assert_received(&mut participants, &said);
    exchange_messages(&mut participants, &school, &mut said);
    assert_received(&mut participants, &said);

    // The new node has nothing in memory, and its place in the log is the same.
    school.restart_two();
    school.until_linked();
    let [mut bert, carl] = participants;
    let words = "and again".to_owned();
    said.push((bert.send(json!({ "type": "text", "content": words })), words));
    let mut participants = [bert, carl.come_back(&school.two, &school.members[2])];
    assert_received(&mut participants, &said);
    exchange_messages(&mut participants, &school, &mut said);
    assert_received(&mut participants, &said);
}
