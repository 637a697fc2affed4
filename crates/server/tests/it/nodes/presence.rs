//! Who is there and who writes, across nodes: chat sockets at both.

use serde_json::{Value, json};

use super::phone::SocketClient;
use super::school::{self, School};
use crate::durability::server::{Account, Server};

/// How a member is, as another one is shown it at a node.
fn status(school: &School, node: &Server, who: &Account, of: &Account) -> String {
    let answer = school.call(node, who, "GET", "/api/chat/contacts", &Value::Null).ok();
    let contacts = answer.data()["contacts"].as_array().expect("a list");
    let contact = contacts.iter().find(|contact| contact["user_id"] == *of.user_id).expect("a contact");
    contact["status"].as_str().expect("a status").to_owned()
}

/// Waits until the member of a phone is shown that another one is there: its greeting says so, or a frame does.
/// The greetings of that node count the other one from then on, up to a second later than the list of
/// contacts shows them.
fn until_shown(phone: &mut SocketClient, other: &Account) {
    let users = phone.greeting["users"].as_array().expect("a list");
    if !users.iter().any(|user| user["user_id"] == *other.user_id) {
        phone.until("user_online", other);
    }
}

fn types<'a>(frames: &'a [Value], user: &Account) -> Vec<&'a str> {
    let of = frames.iter().filter(|frame| frame["user_id"] == *user.user_id);
    of.map(|frame| frame["type"].as_str().expect("a type")).collect()
}

#[test]
fn who_is_there_and_who_writes_is_known_on_every_node() {
    let Some(school) = School::open("who_is_there_and_who_writes_is_known_on_every_node") else { return };
    school.until_linked();
    let [one, two] = [&school.one, &school.two];
    let [anna, bert, carl] = [0, 1, 2].map(|at| &school.members[at]);

    let mut bert_one = SocketClient::connect(one, bert);
    let mut carl_two = SocketClient::connect(two, carl);
    until_shown(&mut bert_one, carl);
    until_shown(&mut carl_two, bert);
    assert_eq!(status(&school, one, bert, carl), "online");
    assert_eq!(status(&school, two, carl, bert), "online");

    // A second device, on another node, is nothing new; closing it is nothing either.
    let mut carl_one = SocketClient::connect(one, carl);
    let anna_two = SocketClient::connect(two, anna);
    assert_eq!(anna_two.greeting["online_count"], 3, "{}", anna_two.greeting);
    let received = bert_one.until("user_online", anna);
    assert_eq!(types(&received, carl), Vec::<&str>::new());

    carl_two.send(&json!({ "type": "typing", "is_typing": true, "target_user_id": bert.user_id }));
    let typing = bert_one.until("user_typing", carl).pop().expect("a frame");
    assert_eq!((&typing["is_typing"], &typing["from_user_name"]), (&json!(true), &json!(carl.net_name)));
    let told = [carl_one.drain(), carl_two.drain()].concat();
    assert!(told.iter().all(|frame| frame["type"] != "user_typing"), "not the writer: {told:?}");

    // What is chosen on one device holds on the others, of whichever node.
    carl_two.send(&json!({ "type": "status_update", "status": "busy" }));
    let told = bert_one.until("user_status_change", carl).pop().expect("a frame");
    assert_eq!(told["status"], "busy");
    carl_one.send(&json!({ "type": "status_update", "status": "offline" }));
    bert_one.until("user_offline", carl);
    school::until("unseen at two", || status(&school, two, anna, carl) == "offline");
    carl_two.send(&json!({ "type": "status_update", "status": "online" }));
    bert_one.until("user_online", carl);
    school::until("seen at two again", || status(&school, two, anna, carl) == "online");
}

#[test]
fn whoever_was_on_a_node_that_is_killed_has_gone_unless_they_are_elsewhere() {
    let name = "whoever_was_on_a_node_that_is_killed_has_gone_unless_they_are_elsewhere";
    let Some(mut school) = School::open(name) else { return };
    school.until_linked();
    let mut bert = SocketClient::connect(&school.one, &school.members[1]);
    let _anna = SocketClient::connect(&school.two, &school.members[0]);
    let _carl = [&school.one, &school.two].map(|node| SocketClient::connect(node, &school.members[2]));
    bert.until("user_online", &school.members[0]);
    school::until("at two", || {
        status(&school, &school.two, &school.members[0], &school.members[1]) == "online"
    });
    bert.drain();

    school.two.kill();
    let received = bert.until("user_offline", &school.members[0]);
    let received = [received, bert.drain()].concat();
    assert!(types(&received, &school.members[2]).iter().all(|name| *name != "user_offline"), "{received:?}");
    let seen = |of: usize| status(&school, &school.one, &school.members[1], &school.members[of]);
    assert_eq!([seen(0), seen(2)], ["offline", "online"]);

    // A node that is new is told who is there.
    school.restart_two();
    school.until_linked();
    let seen = |of: usize| status(&school, &school.two, &school.members[0], &school.members[of]);
    school::until("told", || [seen(1), seen(2)] == ["online", "online"]);
    let _anna = SocketClient::connect(&school.two, &school.members[0]);
    bert.until("user_online", &school.members[0]);
}

#[test]
fn a_ban_closes_the_sockets_at_both_nodes() {
    let Some(school) = School::open("a_ban_closes_the_sockets_at_both_nodes") else { return };
    school.until_linked();
    let [admin, banned] = [0, 1].map(|at| &school.members[at]);
    let phones = [&school.one, &school.two].map(|node| SocketClient::connect(node, banned));
    let path = format!("/api/admin/users/{}/status", banned.user_id);
    school.call(&school.two, admin, "PATCH", &path, &json!({ "status": "disabled" })).ok();
    assert_eq!(phones.map(SocketClient::closed), [4003, 4003]);
}
