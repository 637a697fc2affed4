//! The log of a portal that writes down every request does not tell who wrote something anonymous.

use serde_json::{Value, json};

use crate::durability::client::Client;
use crate::durability::place::TestDir;
use crate::durability::server::Server;

#[test]
fn the_log_of_every_request_has_no_member_beside_those_of_the_community() {
    let place = TestDir::sqlite();
    let mut variables = place.variables();
    variables.push(("VERBOSE_LOG", "1"));
    let server = Server::start(place.folder.path(), &variables, &[]);
    let members = server.register(2);
    let [author, other] = &members[..] else { panic!("two members") };
    let mut client = Client::connect(server.address, &author.token).unwrap();
    let mut ask =
        |method: &str, path: &str, body: &Value| client.call(method, path, body).unwrap().ok().data().clone();
    let post =
        ask("POST", "/api/community", &json!({ "title": "匿名", "anonymous": true }))["id"].to_string();
    let comments = format!("/api/community/{post}/comments");
    let comment = ask("POST", &comments, &json!({ "content": "补充", "anonymous": true }))["id"].to_string();
    ask("PATCH", &format!("/api/community/{post}"), &json!({ "title": "改" }));
    ask("DELETE", &format!("/api/community/comments/{comment}"), &Value::Null);
    ask("GET", &format!("/api/community/{post}/revisions"), &Value::Null);
    ask("GET", "/api/user/profile", &Value::Null);
    // Refused: these lines are written whatever the variable says.
    let mut second = Client::connect(server.address, &other.token).unwrap();
    let refused = second.call("DELETE", &format!("/api/community/{post}"), &Value::Null).unwrap();
    assert_eq!(refused.status, 403);

    let log = std::fs::read_to_string(place.folder.path().join("server.log")).unwrap();
    let of_community: Vec<&str> = log.lines().filter(|line| line.contains("/api/community")).collect();
    assert!(of_community.len() >= 6, "{log}");
    for line in of_community {
        for trace in [&author.user_id, &author.net_name, &other.user_id] {
            assert!(!line.contains(trace.as_str()), "{line}");
        }
    }
    let profile =
        log.lines().find(|line| line.contains("/api/user/profile")).expect("every request has its line");
    assert!(profile.contains(&author.user_id), "elsewhere the log names the member: {profile}");
}
