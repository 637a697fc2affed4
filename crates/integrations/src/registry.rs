//! All integrations that may hold, in memory on every node: a request with a secret reads no row.
//!
//! This node's own changes are there before they are acknowledged; those of other nodes follow the event log.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use arc_swap::ArcSwap;
use futures_util::future::BoxFuture;
use identity::user::UserEvent;
use kernel::api_client::{ApiClient, ApiScope};
use kernel::config::Secret;
use kernel::events::{Event, FeatureEvent as _};
use kernel::secrets::SecretLocation;
use kernel::user::UserId;
use kernel::{App, AppTx, Result};

use super::events::IntegrationEvent;
use super::inbound;
use super::model::{self, IntegrationStatus};
use super::outbound;
use super::store::integrations::{self as store, IntegrationRow};

/// Between two tries to read them.
const RETRY: Duration = Duration::from_secs(2);
/// How long one is known whose time has passed, revoked or not, in milliseconds: so that its log tells why it is refused.
const EXPIRED_KNOWN: i64 = 90 * 24 * 60 * 60 * 1000;

/// An integration as requests with its secret meet it.
#[derive(Debug)]
pub(super) struct Integration {
    pub(super) client: Arc<ApiClient>,
    pub(super) token: String,
    pub(super) active: bool,
    /// Known for its log alone, which tells what still calls with its token.
    is_revoked: bool,
    /// Whether events without a signature are refused.
    pub(super) signed_only: bool,
    pub(super) origins: Vec<String>,
    /// Where events are sent to; empty for nowhere.
    pub(super) webhook_url: String,
    /// The page that the desktop shows.
    pub(super) page: Option<Page>,
    /// When it was issued or asked for, in milliseconds.
    pub(super) created_at: i64,
    expires_at: i64,
    keys: Vec<Key>,
}

/// The page of an integration.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) url: String,
    pub(super) origin: String,
}

/// A secret that opens it, as what is made of it.
#[derive(Debug)]
struct Key {
    signing: Secret<String>,
    hash: String,
    /// The secret before a new one holds until then, in milliseconds.
    until: Option<i64>,
}

impl Integration {
    /// `None` for a row that was never approved. One that was revoked opens nothing.
    fn of(app: &App, row: &IntegrationRow) -> Result<Option<Self>> {
        let is_revoked = row.status == IntegrationStatus::Revoked;
        let is_known = is_revoked || row.status == IntegrationStatus::Approved;
        let Some(owner) = UserId::parse(&row.owner_id).filter(|_| is_known) else { return Ok(None) };
        let columns = [
            (&row.signing_key, &row.credential_hash, None),
            (&row.previous_key, &row.previous_hash, row.previous_until),
        ];
        let mut keys = Vec::new();
        for (sealed, hash, until) in columns {
            if let (Some(sealed), Some(hash)) = (sealed, hash) {
                keys.push(Key {
                    signing: app.secrets.open(place(&row.token), sealed)?,
                    hash: hash.clone(),
                    until,
                });
            }
        }
        let scopes = model::scopes_of(&row.scopes);
        let operator = UserId::parse(&row.requested_by).filter(|operator| *operator != owner);
        Ok(Some(Self {
            client: Arc::new(ApiClient {
                id: row.id,
                name: row.name.clone(),
                user: owner,
                operator,
                scopes,
                page: None,
            }),
            token: row.token.clone(),
            active: row.active,
            is_revoked,
            signed_only: row.signed_only,
            origins: row
                .origins
                .split(' ')
                .filter(|origin| !origin.is_empty())
                .map(ToOwned::to_owned)
                .collect(),
            webhook_url: if row.webhook_off.is_empty() { row.webhook_url.clone() } else { String::new() },
            page: model::page_origin(&row.page_url).map(|origin| Page { url: row.page_url.clone(), origin }),
            created_at: row.created_at,
            expires_at: row.expires_at.unwrap_or(0),
            keys,
        }))
    }

    /// Whether it has a secret, and is neither switched off nor expired.
    pub(super) fn holds(&self, now: i64) -> bool {
        self.is_on(now) && !self.keys.is_empty()
    }

    /// Whether it is neither switched off nor expired: its page needs no secret.
    pub(super) fn is_on(&self, now: i64) -> bool {
        self.active && self.expires_at > now
    }

    /// The keys that sign for it now.
    pub(super) fn signing_keys(&self, now: i64) -> impl Iterator<Item = &str> {
        let held = self.keys.iter().filter(move |key| key.until.is_none_or(|until| until > now));
        held.map(|key| key.signing.expose().as_str())
    }
}

/// Where the signing keys of an integration are sealed for.
pub(super) fn place(token: &str) -> SecretLocation<'_> {
    SecretLocation { table: "integrations", row: token, column: "signing_key" }
}

/// What this node knows of integrations.
#[derive(Default)]
pub(super) struct Registry {
    known: ArcSwap<Known>,
    /// Grows with every change: what was read before must not be remembered after.
    generation: AtomicU64,
    /// When and from where integrations were used, until that is stored.
    uses: Mutex<HashMap<i64, (i64, IpAddr)>>,
    /// Held while all are read: what was read first must not be remembered last.
    loading: tokio::sync::Mutex<()>,
}

#[derive(Clone, Default)]
struct Known {
    /// Revoked ones are found by their tokens alone.
    by_id: HashMap<i64, Arc<Integration>>,
    by_token: HashMap<String, Arc<Integration>>,
    by_hash: HashMap<String, Arc<Integration>>,
}

impl Known {
    fn put(&mut self, integration: Arc<Integration>) {
        self.remove(integration.client.id);
        self.by_token.insert(integration.token.clone(), integration.clone());
        if integration.is_revoked {
            return;
        }
        for key in &integration.keys {
            self.by_hash.insert(key.hash.clone(), integration.clone());
        }
        self.by_id.insert(integration.client.id, integration);
    }

    fn remove(&mut self, id: i64) {
        let Some(before) = self.by_id.remove(&id) else { return };
        self.by_token.remove(&before.token);
        for key in &before.keys {
            self.by_hash.remove(&key.hash);
        }
    }
}

impl Registry {
    /// The integration of this number, whether or not it holds, unless it was revoked.
    pub(super) fn by_id(&self, id: i64) -> Option<Arc<Integration>> {
        self.known.load().by_id.get(&id).cloned()
    }

    /// Whether events of a scope are sent to any of them.
    pub(super) fn sends_any(&self, scope: ApiScope) -> bool {
        let known = self.known.load();
        let sends = |integration: &Arc<Integration>| {
            !integration.webhook_url.is_empty() && integration.client.scopes.contains(&scope)
        };
        known.by_id.values().any(sends)
    }

    /// The integration of a public identifier, whether or not it holds.
    pub(super) fn by_token(&self, token: &str) -> Option<Arc<Integration>> {
        self.known.load().by_token.get(token).cloned()
    }

    /// The integration that a secret opens now, by what finds it.
    pub(super) fn by_credential(&self, hash: &str, now: i64) -> Option<Arc<Integration>> {
        let integration = self.known.load().by_hash.get(hash).cloned()?;
        let is_held = |key: &Key| key.hash == hash && key.until.is_none_or(|until| until > now);
        (integration.holds(now) && integration.keys.iter().any(is_held)).then_some(integration)
    }

    /// All of them that were not revoked.
    pub(super) fn all(&self) -> Vec<Arc<Integration>> {
        self.known.load().by_id.values().cloned().collect()
    }

    /// Notes that an integration was used.
    pub(super) fn note_use(&self, id: i64, at: i64, address: IpAddr) {
        self.uses.lock().unwrap_or_else(PoisonError::into_inner).insert(id, (at, address));
    }

    /// When and from where integrations were used since the last call.
    pub(super) fn take_uses(&self) -> HashMap<i64, (i64, IpAddr)> {
        std::mem::take(&mut *self.uses.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// When and from where an integration was used, if that is not stored yet.
    pub(super) fn use_of(&self, id: i64) -> Option<(i64, IpAddr)> {
        self.uses.lock().unwrap_or_else(PoisonError::into_inner).get(&id).copied()
    }

    fn change(&self, change: impl Fn(&mut Known)) {
        self.generation.fetch_add(1, Ordering::AcqRel);
        self.known.rcu(|known| {
            let mut known = Known::clone(known);
            change(&mut known);
            known
        });
    }

    fn set(&self, id: i64, integration: Option<Integration>) {
        let integration = integration.map(Arc::new);
        self.change(|known| match &integration {
            Some(integration) => known.put(integration.clone()),
            None => known.remove(id),
        });
    }
}

/// From the commit on this node knows the integration as the row has it.
///
/// # Errors
/// When its key does not open.
pub(super) fn remember_on_commit(tx: &mut AppTx, row: &IntegrationRow) -> Result<()> {
    let app = tx.app().clone();
    let (id, integration) = (row.id, Integration::of(&app, row)?);
    tx.on_commit(move || app.state::<Registry>().set(id, integration));
    Ok(())
}

/// Loads all integrations, and starts what keeps their log.
///
/// # Errors
/// When the database is away, or a key does not open.
pub(super) async fn start(app: App) -> Result<()> {
    load(&app).await?;
    inbound::log::spawn(&app);
    outbound::sender::start(&app);
    Ok(())
}

/// Every node: reads anew what changed. An erased member takes along what they own.
pub(super) fn follow(app: &App, event: &Event) {
    let changes = match IntegrationEvent::read(event) {
        Some(change) => change.changes_what_holds(),
        None => matches!(UserEvent::read(event), Some(UserEvent::Erased)),
    };
    if changes {
        let follower = app.clone();
        app.tasks.spawn("integrations-follow", |mut stop| async move {
            while let Err(error) = load(&follower).await {
                tracing::warn!(%error, "changed integrations not read, will retry");
                if !stop.sleep(&follower.clock, RETRY).await {
                    return;
                }
            }
        });
    }
}

/// Reads all integrations, unless this node changes one meanwhile: then again.
fn load(app: &App) -> BoxFuture<'_, Result<()>> {
    Box::pin(async move {
        let registry = app.state::<Registry>();
        let _loading = registry.loading.lock().await;
        loop {
            let generation = registry.generation.load(Ordering::Acquire);
            let forgotten = app.clock.now_ms() - EXPIRED_KNOWN;
            let rows = app.db.read(move |read| Ok(store::decided(read, forgotten)?)).await?;
            let mut known = Known::default();
            for row in rows {
                match Integration::of(app, &row) {
                    Ok(Some(integration)) => known.put(Arc::new(integration)),
                    Ok(None) => {}
                    // Its owner makes a new secret; the others must not wait for that.
                    Err(error) => {
                        tracing::error!(integration = row.id, %error, "secret not readable; it opens nothing")
                    }
                }
            }
            let before = registry.known.load_full();
            if registry.generation.load(Ordering::Acquire) != generation {
                continue;
            }
            let stored = registry.known.compare_and_swap(&before, Arc::new(known));
            if Arc::ptr_eq(&stored, &before) {
                return Ok(());
            }
        }
    })
}
