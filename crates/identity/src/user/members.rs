//! The members by name and by class, in memory: for mentions, contacts, member lists and the names that stand
//! beside what members wrote.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use kernel::texts::Message;
use kernel::user::{UserFacts, UserId};
use kernel::{App, Result};

use super::accounts::AccountStore;
use super::{normalise, texts};

/// Everyone who is registered, as of one moment.
#[derive(Debug)]
pub struct Members {
    by_name: HashMap<String, UserId>,
    /// In the order of their user IDs.
    all: Vec<Arc<UserFacts>>,
    by_class: HashMap<String, Vec<UserId>>,
}

impl Members {
    /// The member of a net name; case and width do not count.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<UserId> {
        self.by_name.get(&folded(name)).copied()
    }

    /// All members, in the order of their user IDs.
    #[must_use]
    pub fn all(&self) -> &[Arc<UserFacts>] {
        &self.all
    }

    /// The members of a class, by its two digits.
    pub fn of_class(&self, class: &str) -> impl Iterator<Item = UserId> {
        self.by_class.get(class).into_iter().flatten().copied()
    }

    /// The developer account is not a member.
    fn new(mut all: Vec<Arc<UserFacts>>) -> Self {
        all.retain(|facts| !facts.user_id.is_developer());
        all.sort_by_key(|facts| facts.user_id);
        let by_name = all.iter().map(|facts| (folded(&facts.net_name), facts.user_id)).collect();
        let mut by_class = HashMap::<String, Vec<UserId>>::new();
        for user in all.iter().map(|facts| facts.user_id) {
            by_class.entry(user.class().to_owned()).or_default().push(user);
        }
        Self { by_name, all, by_class }
    }
}

fn folded(name: &str) -> String {
    normalise(name).to_lowercase()
}

/// The newest [`Members`], until a member changes.
#[derive(Default)]
pub(super) struct MemberCache {
    known: RwLock<Option<Arc<Members>>>,
    /// Grows when a member changes: what was read before must not be remembered after.
    generation: AtomicU64,
}

impl MemberCache {
    /// A member came, left, or has other facts.
    pub(super) fn invalidate(&self) {
        self.generation.fetch_add(1, Ordering::AcqRel);
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// All members, from memory when nobody has changed since.
///
/// # Errors
/// When the database is away.
pub async fn members(app: &App) -> Result<Arc<Members>> {
    let cache = app.state::<MemberCache>();
    if let Some(known) = cache.known.read().unwrap_or_else(PoisonError::into_inner).clone() {
        return Ok(known);
    }
    let generation = cache.generation.load(Ordering::Acquire);
    let accounts = app.state::<AccountStore>().all().await?;
    let members = accounts.iter().map(|account| account.facts.clone()).collect();
    let members = Arc::new(Members::new(members));
    let mut known = cache.known.write().unwrap_or_else(PoisonError::into_inner);
    if cache.generation.load(Ordering::Acquire) == generation {
        *known = Some(members.clone());
    }
    Ok(members)
}

/// The facts of a member, from memory when fresh; `None` when there is no such member.
///
/// # Errors
/// When the database is away.
pub async fn facts_of(app: &App, user: UserId) -> Result<Option<Arc<UserFacts>>> {
    match app.accounts().cached(&user) {
        Some(facts) => Ok(Some(facts)),
        None => app.accounts().load(user).await,
    }
}

/// What stands in the place of the name of an erased member.
#[must_use]
pub fn deleted_name() -> Message {
    (&texts::DELETED_USER).into()
}

/// The names that stand beside what members wrote, by user ID.
#[derive(Default)]
pub struct Names(HashMap<String, Arc<UserFacts>>);

impl Names {
    /// The names of these members; the ID of an erased account has a name too.
    ///
    /// # Errors
    /// When the database is away.
    pub async fn of(app: &App, ids: BTreeSet<String>) -> Result<Self> {
        let mut names = HashMap::with_capacity(ids.len());
        for id in ids {
            let Some(user) = UserId::parse(&id) else { continue };
            if let Some(facts) = facts_of(app, user).await? {
                names.insert(id, facts);
            }
        }
        Ok(Self(names))
    }

    /// The name of one member.
    #[must_use]
    pub fn get(&self, id: &str) -> String {
        self.0.get(id).map_or_else(|| texts::DELETED_USER.zh.to_owned(), |facts| facts.net_name.clone())
    }

    /// The name that a class knows one member by, for what they say officially.
    #[must_use]
    pub fn real(&self, id: &str) -> String {
        self.0.get(id).map_or_else(|| texts::DELETED_USER.zh.to_owned(), |facts| facts.real_name.clone())
    }

    /// The title of an officer; empty for everyone else.
    #[must_use]
    pub fn title(&self, id: &str) -> String {
        self.0.get(id).map(|facts| facts.officer_title.clone()).unwrap_or_default()
    }
}
