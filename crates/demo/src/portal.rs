//! The portal that is filled: the real app with every feature, on a clock that can be moved.

use std::collections::{BTreeMap, HashMap};
use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail, ensure};
use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, USER_AGENT};
use axum::http::{Method, Request, Response};
use http_body_util::BodyExt as _;
use jiff::Timestamp;
use kernel::App;
use kernel::app::AppParts;
use kernel::clock::Clock;
use kernel::http::{HttpApp, InProcess};
use kernel::random::Random;
use kernel::texts::Language;
use kernel::user::UserId;
use serde_json::{Value, json};

use crate::class::{Class, PASSWORD, Person};

/// The database of a demo class in its folder.
pub(crate) const DATABASE: &str = "portal.db";
/// What members sign in with, as the list of their sessions shows it.
const BROWSER: &str =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0.0.0 Safari/537.36";
/// A term of messages passes in seconds, so no limit by time can hold.
const UNLIMITED: &[&str] = &["LOGIN", "REGISTER", "USER", "CHAT", "POLL"];

/// An app that nobody reaches over the network.
pub(crate) struct Portal {
    app: App,
    http: HttpApp,
    members: HashMap<String, UserId>,
}

impl Portal {
    /// Starts on a new database in the folder, at the moment `start`.
    pub(crate) async fn create(folder: &Path, start: Timestamp) -> Result<Self> {
        let database = folder.join(DATABASE);
        ensure!(!database.exists(), "{} exists; the demo fills new databases only", database.display());
        Self::open(&database, Clock::manual(start)).await
    }

    /// Starts on this database.
    pub(crate) async fn open(database: &Path, clock: Clock) -> Result<Self> {
        let random = Random::system();
        let mut variables = BTreeMap::from([
            ("DB_PATH".to_owned(), database.to_string_lossy().into_owned()),
            ("JWT_SECRET".to_owned(), random.hex::<32>()),
        ]);
        variables.extend(UNLIMITED.iter().map(|rule| (format!("RATE_LIMIT_{rule}"), "0".to_owned())));
        let config =
            kernel::feature::config(&variables, &server::FEATURES).map_err(|error| anyhow!("{error}"))?;
        let parts = AppParts {
            config,
            clock,
            random,
            features: server::FEATURES.clone(),
            accounts: identity::accounts,
        };
        let app = App::build(parts).await?;
        app.start().await.map_err(|error| anyhow!("{}", error.localized(Language::English)))?;
        let http = HttpApp::new(app.clone(), server::router(&app.features));
        Ok(Self { app, http, members: HashMap::new() })
    }

    /// Saves the class list, registers everyone with a net name and appoints the officers.
    pub(crate) async fn register(&mut self, class: &Class) -> Result<()> {
        let year = self.app.today().year().rem_euclid(100);
        let id = |number: usize| format!("{year:02}01{number:02}");
        let row = |(number, person): (usize, &Person)| {
            json!({
                "real_name": person.real_name, "gender": person.gender, "user_id": id(number),
                "is_class_admin": person.office == "teacher",
            })
        };
        let admins: Vec<_> =
            (0..).zip(&class.people).filter(|(_, person)| person.office == "admin").collect();
        let list = json!({
            "cohort": format!("{year:02}"),
            "pre_records": { "class01": class.people.iter().enumerate().map(row).collect::<Vec<_>>() },
            "admin_user_ids": admins.iter().map(|(number, _)| id(*number)).collect::<Vec<_>>(),
        });
        self.post_unsigned("/api/setup/save", &list).await?;
        let registered = class.people.iter().filter(|person| !person.net_name.is_empty());
        let forms = registered.clone().map(|person| self.register_one(person));
        for member in futures_util::future::try_join_all(forms).await? {
            self.members.insert(member.0, member.1);
        }
        for person in registered.filter(|person| !matches!(&*person.office, "" | "teacher" | "admin")) {
            let permissions = ["manage_announcements", "manage_broadcasts"];
            let appointment = json!({
                "user_id": self.id(&person.real_name)?, "title": person.office, "permissions": permissions,
            });
            self.post(crate::TEACHER, "/api/admin/officers", appointment).await?;
        }
        Ok(())
    }

    async fn register_one(&self, person: &Person) -> Result<(String, UserId)> {
        let form = json!({
            "real_name": person.real_name, "net_name": person.net_name,
            "password": PASSWORD, "confirm_password": PASSWORD,
        });
        let answer = self.post_unsigned("/api/auth/register", &form).await?;
        let id = answer["user_info"]["user_id"].as_str().and_then(UserId::parse);
        Ok((person.real_name.clone(), id.context("the registration answered no user ID")?))
    }

    /// Signs a member in, so that their last sign-in is the present moment.
    pub(crate) async fn sign_in(&self, name: &str) -> Result<Value> {
        let form = json!({ "account": name, "password": PASSWORD });
        self.post_unsigned("/api/auth/login", &form).await
    }

    /// Signs in someone whom this run has not registered.
    #[cfg(test)]
    pub(crate) async fn enter(&mut self, name: &str) -> Result<()> {
        let signed_in = self.sign_in(name).await?;
        let id = signed_in["user_info"]["user_id"].as_str().and_then(UserId::parse);
        self.members.insert(name.to_owned(), id.context("the sign-in answered no user ID")?);
        Ok(())
    }

    /// The user ID of a member.
    pub(crate) fn id(&self, name: &str) -> Result<UserId> {
        self.members.get(name).copied().with_context(|| format!("{name} is no member of the demo class"))
    }

    /// Sets the time.
    ///
    /// The monotonic time stands still, so no periodic work of the portal runs in between.
    pub(crate) fn set_time(&self, now: Timestamp) {
        self.app.clock.set_wall(now);
    }

    /// POST in the name of a member, `null` for no body; answers `data`.
    pub(crate) async fn post(&self, name: &str, path: &str, body: Value) -> Result<Value> {
        self.call(name, Method::POST, path, (!body.is_null()).then_some(body)).await
    }

    /// Any call in the name of a member; answers `data`.
    pub(crate) async fn call(
        &self,
        name: &str,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> Result<Value> {
        let facts = self
            .app
            .accounts()
            .load(self.id(name)?)
            .await
            .map_err(|error| anyhow!("{}", error.localized(Language::English)))?;
        let facts = facts.with_context(|| format!("{name} has no account"))?;
        let call = InProcess { method, target: path.to_owned(), facts, body };
        data(path, self.http.call(call).await).await
    }

    async fn post_unsigned(&self, path: &str, body: &Value) -> Result<Value> {
        let request =
            Request::post(path).header(CONTENT_TYPE, "application/json").header(USER_AGENT, BROWSER);
        let request = request.body(Body::from(body.to_string()))?;
        data(path, self.http.handle(request, IpAddr::from(Ipv4Addr::LOCALHOST)).await).await
    }

    /// Stops the app after everything is in the database.
    pub(crate) async fn close(&self) {
        self.app.stop().await;
    }
}

/// The payload of a success.
async fn data(path: &str, response: Response<Body>) -> Result<Value> {
    let (head, body) = response.into_parts();
    let bytes = body.collect().await.map_err(|error| anyhow!("{path}: {error}"))?.to_bytes();
    if !head.status.is_success() {
        bail!("{path}: {} {}", head.status, String::from_utf8_lossy(&bytes));
    }
    let mut answer: Value = serde_json::from_slice(&bytes).with_context(|| path.to_owned())?;
    Ok(answer["data"].take())
}
