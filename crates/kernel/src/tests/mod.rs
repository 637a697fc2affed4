//! What the kernel's own tests stand on: accounts in memory, and a feature that tries every mechanism.

mod accounts;
mod feature;
pub(crate) mod notes;

use std::ops::Deref;
use std::sync::{Arc, PoisonError};

pub(crate) use accounts::TestAccounts;
pub(crate) use feature::{Gate, MANAGE_POSTS, MANAGE_USERS, SeenEvents};

use crate::events::{Audience, Event, NewEvent};
use crate::testing::{Client, TestApp, TestSetup};
use crate::user::{Permission, UserId};

/// A running application with nothing but the test feature.
pub(crate) struct TestKernel(TestApp);

impl Deref for TestKernel {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.0
    }
}

fn setup<'a>(variables: &'a [(&'a str, &'a str)]) -> TestSetup<'a> {
    TestSetup { features: &[feature::FEATURE], accounts: accounts::make, variables }
}

impl TestKernel {
    pub(crate) async fn new() -> Self {
        Self::with(&[]).await
    }

    pub(crate) async fn with(variables: &[(&str, &str)]) -> Self {
        Self(TestApp::new(setup(variables)).await)
    }

    /// The same database after a restart; the accounts, which are in memory, begin anew.
    pub(crate) async fn restart(self, variables: &[(&str, &str)]) -> Self {
        Self(self.0.restart(setup(variables)).await)
    }

    /// Another node on the same database and clock.
    pub(crate) async fn second(&self, variables: &[(&str, &str)]) -> Self {
        Self(self.0.second_node(setup(variables)).await)
    }

    pub(crate) fn accounts(&self) -> TestAccounts {
        TestAccounts::clone(&self.app.state::<TestAccounts>())
    }

    /// A fresh token of a member, who is made when there is none of this ID.
    pub(crate) fn token(&self, id: &str) -> String {
        let facts = self.accounts().member(user(id));
        self.app.tokens.issue(&facts, &self.app.clock, &self.app.random).unwrap()
    }

    /// A client that bears such a token.
    pub(crate) fn member(&self, id: &str) -> Client {
        self.anonymous().bearing(&self.token(id))
    }

    /// An officer with these rights.
    pub(crate) fn officer(&self, id: &str, permissions: &[&Permission]) -> Client {
        self.accounts().change(id, |facts| {
            facts.is_officer = true;
            facts.permissions = permissions.iter().map(|permission| permission.id.to_owned()).collect();
        });
        self.member(id)
    }

    /// A member with is_admin = 1.
    pub(crate) fn admin(&self, id: &str) -> Client {
        self.accounts().change(id, |facts| facts.is_admin = true);
        self.member(id)
    }

    /// The events that the feature has been told, by number.
    pub(crate) fn seen_events(&self) -> Vec<i64> {
        self.app.state::<SeenEvents>().0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

pub(crate) use crate::testing::facts;

pub(crate) fn user(id: &str) -> UserId {
    UserId::parse(id).expect("six digits")
}

/// An event of the test feature.
pub(crate) fn event(feature: &'static str, kind: &str) -> NewEvent<'static> {
    NewEvent {
        feature,
        kind: kind.to_owned(),
        polled: ["realtime", "apps"].contains(&feature),
        audience: Audience::All,
        actor: None,
        subject: "s",
        data: serde_json::Value::Null,
    }
}

/// A row of the log.
pub(crate) fn row(seq: i64, data: &str) -> Arc<Event> {
    let word = String::new;
    Arc::new(Event {
        seq,
        ts: seq,
        feature: word(),
        kind: word(),
        polled: false,
        audience: word(),
        actor_id: word(),
        subject_id: word(),
        data: data.to_owned(),
    })
}

/// Lets every task that is ready run until it waits.
pub(crate) async fn idle() {
    for _ in 0..50 {
        tokio::task::yield_now().await;
    }
}

/// Waits for what a thread or a task brings about soon. The runner's own time limit ends a test
/// in which it never comes.
pub(crate) async fn until(mut holds: impl FnMut() -> bool) {
    while !holds() {
        tokio::task::yield_now().await;
    }
}
