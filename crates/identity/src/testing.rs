//! A portal for tests: the kernel's harness with accounts, and one client per tier.

use std::ops::Deref;

use kernel::Feature;
use kernel::testing::{Client, TestApp, TestSetup};
use kernel::user::{Ban, Permission, UserId};

use crate::user::{NewUser, Office};

/// The password of every member that [`TestPortal::person`] makes.
pub const PASSWORD: &str = "correct horse 1";

/// The hash of [`PASSWORD`] under today's parameters and the salt `[7; 16]`: hashing it again for each
/// member takes 20 ms. A test of `auth/passwords.rs` says so when it is no longer what the portal makes.
pub(crate) const PASSWORD_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$BwcHBwcHBwcHBwcHBwcHBw$vyEWvgOXNt05j6xwJLdB2f5/kfSoxyXQ1k/7/oUJm4M";

/// A running application with the identity features and those under test.
pub struct TestPortal {
    test: TestApp,
    features: Vec<Feature>,
    variables: Vec<(String, String)>,
}

impl Deref for TestPortal {
    type Target = TestApp;

    fn deref(&self) -> &TestApp {
        &self.test
    }
}

impl TestPortal {
    /// A new portal with these features beside the identity features.
    pub async fn new(features: &[Feature]) -> Self {
        Self::with(features, &[]).await
    }

    /// The same with variables.
    pub async fn with(features: &[Feature], variables: &[(&str, &str)]) -> Self {
        let features: Vec<Feature> = crate::FEATURES.iter().chain(features).copied().collect();
        let owned = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let setup = TestSetup { features: &features, accounts: crate::accounts, variables };
        Self { test: TestApp::new(setup).await, variables: owned, features }
    }

    /// The same portal after a restart on the same database, with these further variables.
    pub async fn restart(mut self, more: &[(&str, &str)]) -> Self {
        self.variables.extend(more.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        let variables: Vec<(&str, &str)> =
            self.variables.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        let setup = TestSetup { features: &self.features, accounts: crate::accounts, variables: &variables };
        self.test = self.test.restart(setup).await;
        self
    }

    /// A registered member with this ID, names made from it, and a token.
    ///
    /// # Panics
    /// When the ID is none.
    pub async fn register(&self, id: &str) -> Client {
        let user_id = UserId::parse(id).expect("six digits");
        let new = NewUser {
            user_id,
            net_name: format!("net-{id}"),
            real_name: format!("实名{id}"),
            gender: "male".into(),
            password_hash: PASSWORD_HASH.to_owned(),
            is_admin: false,
        };
        self.app.write(move |tx| Ok(crate::user::insert(tx, &new)?)).await.expect("a new member");
        self.client_of(user_id).await
    }

    /// A client with a fresh token of a registered member.
    ///
    /// # Panics
    /// When there is no such member.
    pub async fn client_of(&self, user: UserId) -> Client {
        let facts = self.app.accounts().load(user).await.expect("the store answers").expect("a member");
        let token = self.app.tokens.issue(&facts, &self.app.clock, &self.app.random).expect("a token");
        self.anonymous().bearing(&token)
    }

    /// Saves a list with one name for each of these classes; only while nobody has registered.
    ///
    /// # Panics
    /// When it is refused.
    pub async fn list_classes(&self, classes: &[&str]) {
        let row = |class: &str| serde_json::json!([{ "real_name": format!("列入{class}"), "user_id": format!("24{class}77"), "gender": "" }]);
        let list: serde_json::Map<_, _> =
            classes.iter().map(|class| (format!("class{class}"), row(class))).collect();
        let body = serde_json::json!({ "cohort": "24", "pre_records": list });
        self.anonymous().post("/api/setup/save", &body).await.data();
    }

    /// A member of class 01.
    pub async fn member(&self) -> Client {
        self.register("240111").await
    }

    /// Every permission that the features under test ask for.
    #[must_use]
    pub fn permissions(&self) -> Vec<&'static Permission> {
        kernel::feature::permissions(&self.app.features).collect()
    }

    /// An officer of class 01 with these rights.
    pub async fn officer(&self, permissions: &[&Permission]) -> Client {
        let client = self.register("240112").await;
        self.promote("240112", permissions).await;
        client
    }

    /// Makes a member an officer with these rights.
    ///
    /// # Panics
    /// When there is no such member.
    pub async fn promote(&self, id: &str, permissions: &[&Permission]) {
        let office = Office {
            title: "班长".into(),
            permissions: permissions.iter().map(|permission| permission.id.to_owned()).collect(),
        };
        self.appoint(id, office).await;
    }

    async fn appoint(&self, id: &str, office: Office) {
        let user = UserId::parse(id).expect("six digits");
        let appointed = self.app.write(move |tx| Ok(crate::user::set_office(tx, user, Some(&office))?));
        assert!(appointed.await.expect("the store answers"), "no such member");
    }

    /// The class admin of class 01.
    pub async fn class_admin(&self) -> Client {
        self.register("240100").await
    }

    /// An admin of all classes.
    pub async fn admin(&self) -> Client {
        let client = self.register("240000").await;
        let admins = [UserId::parse("240000").expect("six digits")];
        let settled = self.app.write(move |tx| Ok(crate::user::settle_admins(tx, &admins)?));
        settled.await.expect("the store answers");
        client
    }

    /// The developer account, at the portal's own machine.
    pub async fn developer(&self) -> Client {
        self.register("999999").await.from("127.0.0.1")
    }

    /// Disables someone, or reactivates them with `None`.
    ///
    /// # Panics
    /// When there is no such member.
    pub async fn ban(&self, id: &str, ban: Option<Ban>) {
        let user = UserId::parse(id).expect("six digits");
        let banned = self.app.write(move |tx| Ok(crate::user::set_ban(tx, user, ban.as_ref())?));
        assert!(banned.await.expect("the store answers"), "no such member");
    }
}
