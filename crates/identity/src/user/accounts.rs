//! Who someone is, from memory: the hot path of every request touches no database.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use dashmap::DashMap;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use kernel::accounts::Accounts;
use kernel::app::StateMap;
use kernel::db::Db;
use kernel::user::{UserFacts, UserId};
use kernel::{App, Result, p};

use super::events::{self, UserEvent};
use super::store::{self, UserRow};
use super::tokens::{RevokedTokens, TokensInUse};

/// A member in memory.
#[derive(Debug)]
pub struct Account {
    /// What decides about the member's requests.
    pub facts: Arc<UserFacts>,
    /// The row it was made of.
    pub(super) row: UserRow,
    /// The `user_info` as JSON, written once and sent many times.
    json: std::sync::OnceLock<Box<serde_json::value::RawValue>>,
}

/// The members in memory, and the way to the others.
#[derive(Clone)]
pub(crate) struct AccountStore(Arc<Inner>);

struct Inner {
    db: Db,
    revoked: RevokedTokens,
    seen: TokensInUse,
    known: DashMap<UserId, Arc<Account>>,
    /// Grows with every [`Accounts::forget`]: a row read before a write must not be remembered
    /// after it.
    generation: AtomicU64,
}

/// Makes the store of accounts and leaves a handle to it in the app's state.
pub fn accounts(state: &mut StateMap, db: &Db) -> Arc<dyn Accounts> {
    let (revoked, seen) = (RevokedTokens::default(), TokensInUse::default());
    let store = AccountStore(Arc::new(Inner {
        db: db.clone(),
        revoked: revoked.clone(),
        seen: seen.clone(),
        known: DashMap::new(),
        generation: AtomicU64::new(0),
    }));
    state.insert(revoked);
    state.insert(seen);
    state.insert(store.clone());
    Arc::new(store)
}

impl AccountStore {
    pub(super) async fn account(&self, user: UserId) -> Result<Option<Arc<Account>>> {
        if let Some(known) = self.0.known.get(&user) {
            return Ok(Some(known.clone()));
        }
        let generation = self.0.generation.load(Ordering::Acquire);
        let Some(row) = self.0.db.opt::<UserRow>(&store::FIND, p![user]).await? else { return Ok(None) };
        let account = Arc::new(Account::new(row));
        if self.0.generation.load(Ordering::Acquire) == generation {
            self.0.known.insert(user, account.clone());
            // A write between the check and the insert bumped the generation and found nothing to
            // remove; look once more.
            if self.0.generation.load(Ordering::Acquire) != generation {
                self.0.known.remove(&user);
            }
        }
        Ok(Some(account))
    }

    /// Everyone, read in one go, and from now on in memory.
    pub(super) async fn all(&self) -> Result<Vec<Arc<Account>>> {
        let generation = self.0.generation.load(Ordering::Acquire);
        let rows = self.0.db.read(|read| Ok(store::all(read)?)).await?;
        let accounts: Vec<_> = rows.into_iter().map(Account::new).map(Arc::new).collect();
        let is_fresh = || self.0.generation.load(Ordering::Acquire) == generation;
        for account in accounts.iter().filter(|_| is_fresh()) {
            self.0.known.insert(account.facts.user_id, account.clone());
        }
        // As in `account`: a write may have come between a check and its insert.
        if !is_fresh() {
            accounts.iter().for_each(|account| drop(self.0.known.remove(&account.facts.user_id)));
        }
        Ok(accounts)
    }

    /// Drops everyone: many rows were written at once.
    pub(super) fn forget_all(&self) {
        self.0.generation.fetch_add(1, Ordering::AcqRel);
        self.0.known.clear();
    }
}

impl Account {
    fn new(row: UserRow) -> Self {
        Self { facts: Arc::new(row.facts()), row, json: std::sync::OnceLock::new() }
    }

    /// The `user_info` of the wire, ready to be sent.
    pub fn user_info(&self, app: &App) -> Box<serde_json::value::RawValue> {
        let make = || {
            let end = self.facts.ban.as_ref().and_then(|ban| ban.expires_at);
            let info = super::UserInfo::from_row(&self.row, end.map(|end| app.local_time(end)));
            serde_json::value::to_raw_value(&info).unwrap_or_default()
        };
        self.json.get_or_init(make).clone()
    }
}

impl Accounts for AccountStore {
    fn cached(&self, user: &UserId) -> Option<Arc<UserFacts>> {
        self.0.known.get(user).map(|account| account.facts.clone())
    }

    fn load(&self, user: UserId) -> BoxFuture<'_, Result<Option<Arc<UserFacts>>>> {
        async move { Ok(self.account(user).await?.map(|account| account.facts.clone())) }.boxed()
    }

    fn lift_expired_ban<'a>(
        &'a self,
        app: &'a App,
        user: UserId,
    ) -> BoxFuture<'a, Result<Option<Arc<UserFacts>>>> {
        async move {
            let (now, store) = (app.clock.now_ms(), self.clone());
            let lift = app.write(move |tx| {
                tx.lock_log()?;
                if store::lift_expired(tx, user, now)? {
                    events::append(tx, user, None, &UserEvent::StatusChanged { disabled: false })?;
                }
                let store = store.clone();
                tx.on_commit(move || store.forget(&user));
                Ok(())
            });
            lift.await?;
            self.load(user).await
        }
        .boxed()
    }

    fn is_revoked(&self, jti: &str) -> bool {
        self.0.revoked.contains(jti)
    }

    fn note_use(&self, jti: &str) {
        self.0.seen.note(jti);
    }

    fn forget(&self, user: &UserId) {
        self.0.generation.fetch_add(1, Ordering::AcqRel);
        self.0.known.remove(user);
    }
}
