//! A change of rights between two steps of a socket, where no client can place it (decision 0058).

use identity::testing::TestPortal;
use kernel::events::{Audience, NewEvent};
use kernel::testing::Client;
use serde_json::json;
use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;

use kernel::Feature;
use kernel::user::{Permission, UserId};

use super::*;
use crate::FEATURE;
use crate::socket::refresh_rights;
use crate::socket::session;

/// An office, and whoever may tell its holders something.
static OFFICE: Permission =
    Permission { id: "keep_notes", name: &texts::NOT_REGISTERED.text, about: &texts::NOT_REGISTERED.text };
const NOTES: Feature = Feature { name: "notes", permissions: &[&OFFICE], ..Feature::EMPTY };

/// Whose office is taken away.
const OFFICER: &str = "240112";

/// A socket that takes its steps when it is told to, and the other end of its connection.
struct Puppet {
    portal: TestPortal,
    socket: Box<Socket>,
    client: TcpStream,
}

async fn portal() -> (TestPortal, Client) {
    let portal = TestPortal::new(&[FEATURE, NOTES]).await;
    let officer = portal.officer(&[&OFFICE]).await;
    portal.settle().await;
    (portal, officer)
}

/// Tells officers a secret, and waits until sockets could be told.
async fn emit_to_officers(portal: &TestPortal) {
    let told = portal.app.write(move |tx| {
        let secret = NewEvent {
            feature: "notes",
            kind: "secret".into(),
            polled: false,
            audience: Audience::Officers,
            actor: None,
            subject: "1",
            data: json!({}),
        };
        Ok(tx.emit(secret)?)
    });
    let seq = told.await.unwrap();
    while portal.app.state::<Hub>().feed.read() < seq {
        tokio::task::yield_now().await;
    }
}

impl Puppet {
    /// It has just begun to sign an officer in.
    async fn new((portal, officer): (TestPortal, Client), since_seq: Option<i64>) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (stream, address) = listener.accept().await.unwrap();
        let (sockets, address) = (portal.app.state::<Sockets>(), address.ip());
        let origin = Origin { address, request_id: String::new(), may_be_developer: false };
        let token = officer.token().unwrap();
        let claim = Claim { token, user_id: None, since_seq, origin: origin.clone() };
        let opening = Opening {
            stream,
            read: Bytes::new(),
            handle: sockets.open.open(portal.app.clock.monotonic()),
            place: sockets.places.clone().try_acquire_owned().unwrap(),
            pending: None,
            permit: portal.app.admission.admit(address, false).unwrap(),
            origin,
            claim: Some(claim),
        };
        let socket = Socket::new(portal.app.clone(), opening);
        Self { portal, socket, client }
    }

    /// What comes of the piece of work under way, which is not yet told to it.
    async fn work(&mut self) -> Done {
        self.socket.work.take().expect("work under way").await
    }

    /// Signs in, and asks for its member's rights.
    async fn sign_in(&mut self) {
        for _ in ["signs in", "asks"] {
            let done = self.work().await;
            self.socket.finish(done);
            self.socket.begin();
        }
        self.socket.flush();
    }

    /// Takes the office away; a socket that can be told is told.
    async fn dismiss(&mut self) {
        let admin = self.portal.admin().await;
        admin.delete(&format!("/api/admin/officers/{OFFICER}")).await.data();
        self.portal.settle().await;
        refresh_rights(&self.portal.app, &UserId::parse(OFFICER).unwrap());
        self.socket.handle_signals();
    }

    /// Everything that it sends until it has nothing more to do.
    async fn received(&mut self) -> String {
        self.socket.advance();
        while self.socket.work.is_some() {
            let done = self.work().await;
            self.socket.finish(done);
            self.socket.advance();
        }
        self.socket.out.push(session::frame("the end"));
        self.socket.flush();
        let mut received = Vec::new();
        while !received.ends_with(b"the end") {
            self.client.read_buf(&mut received).await.unwrap();
        }
        String::from_utf8_lossy(&received).into_owned()
    }
}

#[tokio::test]
async fn an_office_lost_while_its_holder_signs_in_shows_nothing() {
    let mut puppet = Puppet::new(portal().await, None).await;
    let signed_in = puppet.work().await;
    puppet.dismiss().await;
    emit_to_officers(&puppet.portal).await;
    puppet.socket.finish(signed_in);
    let received = puppet.received().await;
    assert!(received.contains("connected") && !received.contains("notes_secret"), "{received}");
}

#[tokio::test]
async fn an_office_lost_while_rights_are_looked_up_shows_nothing() {
    let mut puppet = Puppet::new(portal().await, None).await;
    puppet.sign_in().await;
    refresh_rights(&puppet.portal.app, &UserId::parse(OFFICER).unwrap());
    puppet.socket.handle_signals();
    puppet.socket.begin();
    let with_office = puppet.work().await;
    puppet.dismiss().await;
    emit_to_officers(&puppet.portal).await;
    puppet.socket.finish(with_office);
    let received = puppet.received().await;
    assert!(!received.contains("notes_secret"), "{received}");
}

#[tokio::test]
async fn an_office_lost_while_the_log_is_read_shows_nothing_of_what_was_missed() {
    let (portal, officer) = portal().await;
    emit_to_officers(&portal).await;
    officer.post("/api/realtime/publish", &json!({ "event": "app.updated", "payload": {} })).await.data();
    // After a restart all of that is in the log alone.
    let mut puppet = Puppet::new((portal.restart(&[]).await, officer), Some(0)).await;
    puppet.sign_in().await;
    puppet.socket.deliver();
    let with_office = puppet.work().await;
    puppet.dismiss().await;
    puppet.socket.finish(with_office);
    let received = puppet.received().await;
    assert!(received.contains("app.updated") && !received.contains("notes_secret"), "{received}");
}

#[tokio::test]
async fn who_holds_an_office_is_shown_what_it_is_told() {
    let mut puppet = Puppet::new(portal().await, None).await;
    puppet.sign_in().await;
    emit_to_officers(&puppet.portal).await;
    assert!(puppet.received().await.contains("notes_secret"));
}
