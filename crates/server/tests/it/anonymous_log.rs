//! The log of a portal that writes down every request does not tell who wrote something anonymous.

use serde_json::{Value, json};

use crate::durability::client::Client;
use crate::durability::place::TestDir;
use crate::durability::server::Server;

#[test]
fn the_log_of_every_request_has_no_member_beside_those_that_tell_of_something_anonymous() {
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
    // Its author alone reads an upload before it stands in a post, and appeals.
    let address = format!("/api/cloud/files/{}", "0".repeat(64));
    let mut author_client = Client::connect(server.address, &author.token).unwrap();
    assert_eq!(author_client.call("GET", &address, &Value::Null).unwrap().status, 404);
    let appeal = format!("/api/moderation/cases/{}/appeal", "0".repeat(8));
    assert_eq!(author_client.call("POST", &appeal, &json!({ "text": "不是" })).unwrap().status, 404);
    // Refused: these lines are written whatever the variable says.
    let mut second = Client::connect(server.address, &other.token).unwrap();
    let refused = second.call("DELETE", &format!("/api/community/{post}"), &Value::Null).unwrap();
    assert_eq!(refused.status, 403);

    let log = std::fs::read_to_string(place.folder.path().join("server.log")).unwrap();
    let nameless = |part: &'static str| log.lines().filter(move |line| line.contains(part));
    assert!(nameless("/api/community").count() >= 6, "{log}");
    assert!(nameless("/api/cloud/files/").count() == 1 && nameless("/appeal").count() == 1, "{log}");
    for line in ["/api/community", "/api/cloud/files/", "/appeal"].into_iter().flat_map(nameless) {
        for trace in [&author.user_id, &author.net_name, &other.user_id] {
            assert!(!line.contains(trace.as_str()), "{line}");
        }
    }
    let profile =
        log.lines().find(|line| line.contains("/api/user/profile")).expect("every request has its line");
    assert!(profile.contains(&author.user_id), "elsewhere the log names the member: {profile}");
}
