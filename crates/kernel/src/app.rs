//! The application: everything a handler may reach, in one cheap handle.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::Arc;

use arc_swap::ArcSwap;
use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::accounts::Accounts;
use crate::apps::Apps;
use crate::clock::Clock;
use crate::config::{Config, JWT_EXPIRES_IN, TIMEZONE};
use crate::connections::Connections;
use crate::db::{Db, DbResult};
use crate::egress::Egress;
use crate::ephemeral::Ephemeral;
use crate::error::{ApiError, Result};
use crate::events::{Consumers, Events, Memberships};
use crate::feature::{self, Feature, Health};
use crate::files::{Files, Reader};
use crate::gauges::Gauges;
use crate::groups::Groups;
use crate::http::{Admission, HttpMetrics};
use crate::limits::Limits;
use crate::nodes::Nodes;
use crate::random::Random;
use crate::secrets::Secrets;
use crate::settings::Settings;
use crate::tasks::Tasks;
use crate::texts;
use crate::token::Tokens;
use crate::user::{Ban, UserFacts};

/// The running portal. Features reach each other through it only by public functions, events or `HttpApp`.
#[derive(Clone)]
pub struct App(Arc<Inner>);

/// What an [`App`] gives.
pub struct Inner {
    /// The effective configuration.
    pub config: Config,
    /// Time.
    pub clock: Clock,
    /// Randomness and ids.
    pub random: Random,
    /// The database.
    pub db: Db,
    /// The event log.
    pub events: Events,
    /// This node among the others.
    pub nodes: Nodes,
    /// What is told and never stored.
    pub ephemeral: Ephemeral,
    /// What the wizard and admins have settled.
    pub settings: Settings,
    /// Which apps there are, and which are enabled.
    pub apps: Apps,
    /// What `HttpApp` has answered.
    pub http_metrics: HttpMetrics,
    /// Rate limits.
    pub limits: Limits,
    /// The connections of the ports.
    pub admission: Admission,
    /// Session tokens.
    pub tokens: Tokens,
    /// Sockets, polls and streams that end with their session.
    pub connections: Connections,
    /// The members of groups.
    pub groups: Groups,
    /// Numbers that features keep for each other.
    pub gauges: Gauges,
    /// Stored files and who may read them.
    pub files: Files,
    /// The only way out to other servers.
    pub egress: Egress,
    /// Keys and passwords of other services, at rest.
    pub secrets: Secrets,
    /// Named background work.
    pub tasks: Tasks,
    /// The durable consumers of the event log.
    pub(crate) consumers: Consumers,
    /// Every feature of this app.
    pub features: Vec<Feature>,
    timezone: ArcSwap<TimeZone>,
    accounts: Arc<dyn Accounts>,
    state: StateMap,
}

impl Deref for App {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

/// What features hold in memory, by type.
#[derive(Default)]
pub struct StateMap(HashMap<TypeId, Arc<dyn Any + Send + Sync>>);

impl StateMap {
    /// Adds a value; a second one of the same type replaces the first.
    pub fn insert<T: Send + Sync + 'static>(&mut self, value: T) {
        self.0.insert(TypeId::of::<T>(), Arc::new(value));
    }
}

/// Builds the store of accounts; `identity` also leaves its own handle in the state.
pub type MakeAccounts = fn(&mut StateMap, &Db) -> Arc<dyn Accounts>;

/// What an app is made of; the server takes the system's clock and randomness, tests their own.
pub struct AppParts {
    /// Configuration.
    pub config: Config,
    /// Time.
    pub clock: Clock,
    /// Randomness.
    pub random: Random,
    /// Features, in the order in which they start.
    pub features: Vec<Feature>,
    /// `identity`'s implementation, given the database.
    pub accounts: MakeAccounts,
}

impl App {
    /// Opens and migrates the database, loads the settings and puts the parts together.
    /// Nothing runs yet; see [`App::start`].
    ///
    /// # Errors
    /// When the database refuses; the text names the way out.
    pub async fn build(parts: AppParts) -> DbResult<Self> {
        let AppParts { config, clock, random, features, accounts } = parts;
        let db = Db::open(&config.database, &clock).await?;
        let settings = Settings::load(&db).await?;
        let events = Events::open(&db, clock.clone()).await?;
        let apps = Apps::load(&db, &features).await?;
        let nodes = Nodes::new(&clock, &events);
        let mut state = StateMap::default();
        for feature in &features {
            (feature.state)(&mut state, &config);
        }
        let accounts = accounts(&mut state, &db);
        let app = Self(Arc::new(Inner {
            http_metrics: HttpMetrics::default(),
            limits: Limits::new(feature::limits(&features), &config, &clock),
            admission: Admission::new(&clock),
            tokens: Tokens::new(&config.jwt_secret, *JWT_EXPIRES_IN.of(&config)),
            connections: Connections::default(),
            groups: Groups::default(),
            gauges: Gauges::default(),
            files: Files::new(&config, &db, &clock),
            egress: Egress::new(&config, &clock),
            secrets: Secrets::new(&config),
            tasks: Tasks::default(),
            timezone: ArcSwap::from_pointee(TimeZone::UTC),
            accounts,
            config,
            clock,
            random,
            db,
            events,
            ephemeral: Ephemeral::new(nodes.id()),
            nodes,
            settings,
            apps,
            consumers: Consumers::new(&features),
            features,
            state,
        }));
        app.refresh_timezone();
        Ok(app)
    }

    /// Lets the features settle what they stored and starts the background work.
    ///
    /// # Errors
    /// A feature's refusal to start.
    pub async fn start(&self) -> Result<()> {
        for feature in &self.features {
            (feature.start)(self.clone()).await?;
        }
        crate::events::start_consumers(self).await?;
        crate::http::spawn_connection_limits(self);
        crate::events::spawn_follower(self);
        crate::events::spawn_retention(self);
        crate::audit::spawn_retention(self);
        crate::db::spawn_hourly_check(self);
        crate::files::spawn_sweep(self);
        crate::nodes::start(self).await
    }

    /// Asks everything to end: open sockets, polls and streams close, the ports take no more, and
    /// open requests are still answered. [`App::stop`] completes it.
    pub fn ask_to_stop(&self) {
        self.connections.close_all();
        self.tasks.ask_to_stop();
    }

    /// Stops the background work and closes the database after what it holds is committed.
    pub async fn stop(&self) {
        self.connections.close_all();
        self.tasks.stop(&self.clock).await;
        self.db.close();
    }

    /// Lets a durable consumer handle everything that this node knows of; false when that has to be tried
    /// again. Whoever only reads what it writes may answer all the same.
    pub async fn catch_up(&self, consumer: &str) -> bool {
        crate::events::catch_up(self, consumer).await
    }

    /// The health of the durable consumers.
    pub async fn consumers_health(&self) -> Health {
        self.consumers.health(self).await
    }

    /// A feature's own state.
    ///
    /// # Panics
    /// When the feature that holds it is not part of this app: a mistake in the list of features.
    #[must_use]
    pub fn state<T: Send + Sync + 'static>(&self) -> Arc<T> {
        let found = self.state.0.get(&TypeId::of::<T>()).cloned();
        found.and_then(|any| any.downcast().ok()).expect("the feature's state is part of this app")
    }

    /// The store of accounts.
    #[must_use]
    pub fn accounts(&self) -> &dyn Accounts {
        &*self.accounts
    }

    /// Someone who wants to read files, with every audience they belong to.
    #[must_use]
    pub fn file_reader(&self, facts: &UserFacts) -> Reader {
        Reader { user: facts.user_id, memberships: self.memberships(facts) }
    }

    /// Everything that a member is among, their groups as well.
    #[must_use]
    pub fn memberships(&self, facts: &UserFacts) -> Memberships {
        Memberships::new(facts, self.groups.of(&facts.user_id))
    }

    /// The portal's time zone: TIMEZONE, else the wizard's, else the machine's.
    #[must_use]
    pub fn timezone(&self) -> Arc<TimeZone> {
        self.timezone.load_full()
    }

    /// A moment in milliseconds as a clock at school shows it, like `15:30`; with the day unless that is today.
    #[must_use]
    pub fn clock_time(&self, ms: i64) -> String {
        let at = Timestamp::from_millisecond(ms).unwrap_or(Timestamp::UNIX_EPOCH);
        let at = at.to_zoned((*self.timezone()).clone());
        let format = if at.date() == self.today() { "%H:%M" } else { "%Y-%m-%d %H:%M" };
        at.strftime(format).to_string()
    }

    /// Takes a changed setting over.
    pub fn refresh_timezone(&self) {
        let chosen = self.settings.text("timezone").and_then(|name| TimeZone::get(&name).ok());
        let zone = TIMEZONE.of(&self.config).clone().or(chosen).unwrap_or_else(TimeZone::system);
        self.timezone.store(Arc::new(zone));
    }

    /// Today in the portal's zone: sign-in, caps and calendars turn at its midnight.
    #[must_use]
    pub fn today(&self) -> jiff::civil::Date {
        self.clock.now().to_zoned((*self.timezone()).clone()).date()
    }

    /// A moment as contract fields like `ban_expires_at` spell it: `YYYY-MM-DD HH:mm:ss` in the
    /// portal's zone.
    #[must_use]
    pub fn local_time(&self, at: Timestamp) -> String {
        at.to_zoned((*self.timezone()).clone()).strftime("%Y-%m-%d %H:%M:%S").to_string()
    }

    /// The 403 of a disabled account with its ban fields (`interface 2.1`, `interface 5.2`).
    #[must_use]
    pub fn disabled(&self, ban: &Ban) -> ApiError {
        let end = ban.expires_at.map(|end| self.local_time(end));
        texts::ACCOUNT_DISABLED.err().field("ban_expires_at", end).field("ban_reason", ban.reason.clone())
    }
}

/// A moment as every other field spells it: ISO 8601 UTC with milliseconds.
#[must_use]
pub fn iso(ms: i64) -> String {
    let at = Timestamp::from_millisecond(ms).unwrap_or(Timestamp::UNIX_EPOCH);
    // A month of a calendar has thousands of them, and `strftime` takes five times as long.
    format!("{at:.3}")
}
