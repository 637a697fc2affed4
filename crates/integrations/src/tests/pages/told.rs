//! Who hears that a page has come, changed or gone.

use realtime::testing::{SocketClient, SocketServer};
use serde_json::json;

use super::*;

/// The numbers of the integrations that a socket was told of, up to this one.
async fn told_until(socket: &mut SocketClient, last: i64) -> Vec<i64> {
    let mut told = Vec::new();
    while told.last() != Some(&last) {
        told.push(socket.next_of("integrations_changed").await["id"].as_i64().unwrap());
    }
    told
}

#[tokio::test]
async fn those_who_see_a_page_hear_of_it_and_of_integrations_without_one_nobody_else() {
    let server = SocketServer::of(portal().await).await;
    let (alice, bob, carol) =
        (server.member().await, server.register("240102").await, server.register("240201").await);
    let (head, admin) = (server.class_admin().await, server.admin().await);
    let (mut of_bob, mut of_carol) = (server.connect(&bob).await, server.connect(&carol).await);

    // Asked for, approved and given a secret: one of them brings a page.
    let program = Program::asked_for(&alice, &head, &["data:read"]).await;
    let change = async |change: Value| head.put(&program.path(), &change).await.data();
    change(json!({ "scopes": ["data:read", "user:read"] })).await;
    change(json!({ "pageUrl": "" })).await;
    change(json!({ "name": "没有页面" })).await;
    change(json!({ "pageUrl": PAGE })).await;
    head.post_empty(&format!("{}/regenerate-secret", program.path())).await.data();
    head.delete(&program.path()).await.data();
    Program::issue(&head, &["data:read"]).await;
    Program::issue(&admin, &["data:read"]).await;
    let last = Program::with_page(&admin, &["data:read"]).await;

    // It came, changed, went, came and went.
    let expected = [vec![program.id; 5], vec![last.id]].concat();
    assert_eq!(told_until(&mut of_bob, last.id).await, expected);
    assert_eq!(told_until(&mut of_carol, last.id).await, [last.id]);
}

#[tokio::test]
async fn everybody_hears_of_the_page_that_an_admin_asked_for_and_approved() {
    let server = SocketServer::of(portal().await).await;
    let (carol, admin) = (server.register("240201").await, server.admin().await);
    let mut of_carol = server.connect(&carol).await;
    let program = Program::asked_for(&admin, &admin, &["data:read"]).await;
    let last = Program::with_page(&admin, &["data:read"]).await;
    assert_eq!(told_until(&mut of_carol, last.id).await, [program.id, last.id]);
}
