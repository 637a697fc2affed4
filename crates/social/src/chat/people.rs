//! The members by name and by class, in memory: for mentions, contacts and member lists.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use identity::user::{normalise, registered};
use kernel::user::{UserFacts, UserId};
use kernel::{App, Result};

use super::{Chat, texts};

/// Everyone who is registered.
#[derive(Debug, Default)]
pub(super) struct Everyone {
    by_name: HashMap<String, UserId>,
    /// In the order of their user IDs.
    all: Vec<Arc<UserFacts>>,
}

impl Everyone {
    /// The member of a net name; case and width do not count.
    pub(super) fn named(&self, name: &str) -> Option<UserId> {
        self.by_name.get(&folded(name)).copied()
    }

    /// All of them.
    pub(super) fn all(&self) -> &[Arc<UserFacts>] {
        &self.all
    }

    /// Those of a class, by its two digits.
    pub(super) fn of_class(&self, class: &str) -> impl Iterator<Item = UserId> {
        self.all
            .iter()
            .map(|facts| facts.user_id)
            .filter(move |user| user.class() == class && !user.is_developer())
    }
}

fn folded(name: &str) -> String {
    normalise(name).to_lowercase()
}

/// What is in memory of them.
#[derive(Default)]
pub(super) struct People {
    known: RwLock<Option<Arc<Everyone>>>,
    /// Grows when someone changes: what was read before must not be remembered after.
    generation: AtomicU64,
}

impl People {
    /// Someone came, left or changed their name.
    pub(super) fn forget(&self) {
        self.generation.fetch_add(1, Ordering::AcqRel);
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// Everyone, from memory when nobody has changed since.
///
/// # Errors
/// When the database is away.
pub(super) async fn everyone(app: &App) -> Result<Arc<Everyone>> {
    let chat = app.state::<Chat>();
    let people = &chat.people;
    if let Some(known) = people.known.read().unwrap_or_else(PoisonError::into_inner).clone() {
        return Ok(known);
    }
    let generation = people.generation.load(Ordering::Acquire);
    let ids = app.db.read(|read| Ok(registered(read)?)).await?;
    let mut everyone = Everyone::default();
    for (user, _) in ids {
        let Some(facts) = facts_of(app, user).await? else { continue };
        everyone.by_name.insert(folded(&facts.net_name), user);
        everyone.all.push(facts);
    }
    everyone.all.sort_by_key(|facts| facts.user_id);
    let everyone = Arc::new(everyone);
    let mut known = people.known.write().unwrap_or_else(PoisonError::into_inner);
    if people.generation.load(Ordering::Acquire) == generation {
        *known = Some(everyone.clone());
    }
    Ok(everyone)
}

/// Someone's facts, from memory when fresh; `None` when there is no such member.
///
/// # Errors
/// When the database is away.
pub(crate) async fn facts_of(app: &App, user: UserId) -> Result<Option<Arc<UserFacts>>> {
    match app.accounts().cached(&user) {
        Some(facts) => Ok(Some(facts)),
        None => app.accounts().load(user).await,
    }
}

/// The names that stand beside messages, by user ID.
#[derive(Default)]
pub(crate) struct Names(HashMap<String, String>);

impl Names {
    /// Of these; an id that is nobody's any more has a name too.
    ///
    /// # Errors
    /// When the database is away.
    pub(crate) async fn of(app: &App, ids: BTreeSet<String>) -> Result<Self> {
        let mut names = HashMap::with_capacity(ids.len());
        for id in ids {
            let Some(user) = UserId::parse(&id) else { continue };
            if let Some(facts) = facts_of(app, user).await? {
                names.insert(id, facts.net_name.clone());
            }
        }
        Ok(Self(names))
    }

    /// The name of one.
    pub(crate) fn get(&self, id: &str) -> String {
        self.0.get(id).cloned().unwrap_or_else(|| texts::DELETED_USER.zh.to_owned())
    }
}
