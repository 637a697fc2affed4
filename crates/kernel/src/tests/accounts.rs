//! Accounts in memory.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use futures_util::future::BoxFuture;

use super::{facts, user};
use crate::accounts::Accounts;
use crate::app::{App, StateMap};
use crate::db::Db;
use crate::error::Result;
use crate::user::{UserFacts, UserId};

#[derive(Clone, Default)]
pub(crate) struct TestAccounts(Arc<Inner>);

#[derive(Default)]
struct Inner {
    users: Mutex<BTreeMap<UserId, Arc<UserFacts>>>,
    revoked: Mutex<BTreeSet<String>>,
}

pub(super) fn make(state: &mut StateMap, _: &Db) -> Arc<dyn Accounts> {
    let accounts = TestAccounts::default();
    state.insert(accounts.clone());
    Arc::new(accounts)
}

impl TestAccounts {
    /// The member of this ID, made when there is none.
    pub(crate) fn member(&self, id: UserId) -> Arc<UserFacts> {
        let mut users = self.0.users.lock().unwrap();
        users.entry(id).or_insert_with(|| Arc::new(facts(id.as_str()))).clone()
    }

    pub(crate) fn change(&self, id: &str, change: impl FnOnce(&mut UserFacts)) {
        let mut facts = UserFacts::clone(&self.member(user(id)));
        change(&mut facts);
        self.0.users.lock().unwrap().insert(facts.user_id, Arc::new(facts));
    }

    pub(crate) fn remove(&self, id: &str) {
        self.0.users.lock().unwrap().remove(&user(id));
    }

    pub(crate) fn revoke(&self, jti: &str) {
        self.0.revoked.lock().unwrap().insert(jti.to_owned());
    }
}

impl Accounts for TestAccounts {
    fn cached(&self, id: &UserId) -> Option<Arc<UserFacts>> {
        self.0.users.lock().unwrap().get(id).cloned()
    }

    fn load(&self, _: UserId) -> BoxFuture<'_, Result<Option<Arc<UserFacts>>>> {
        Box::pin(async { Ok(None) })
    }

    fn lift_expired_ban<'a>(
        &'a self,
        _: &'a App,
        id: UserId,
    ) -> BoxFuture<'a, Result<Option<Arc<UserFacts>>>> {
        self.change(id.as_str(), |facts| facts.ban = None);
        Box::pin(async move { Ok(self.cached(&id)) })
    }

    fn is_revoked(&self, jti: &str) -> bool {
        self.0.revoked.lock().unwrap().contains(jti)
    }

    fn forget(&self, _: &UserId) {}
}
