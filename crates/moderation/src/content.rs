//! What features tell of the content that members report: a [`ContentKind`] for each kind, which finds it, removes it
//! and restores it.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use futures_util::future::BoxFuture;
use identity::user::{Members, directory, members};
use kernel::audit::Actor;
use kernel::db::Read;
use kernel::feature::provided;
use kernel::http::Caller;
use kernel::texts::Text;
use kernel::user::{Tier, UserFacts, UserId};
use kernel::{App, AppTx, Result};

use crate::texts;

/// A kind of content. A feature names it in `Feature::provides`.
pub struct ContentKind {
    /// As the API names it, like `message`; with its id it names one content.
    pub name: &'static str,
    /// What people call one of it, in a sentence.
    pub label: &'static Text,
    /// The content as this member sees it. It refuses, with the error that the feature answers elsewhere, what they do
    /// not see and what is gone.
    pub find: fn(&mut Read, &App, &UserFacts, &str) -> Result<Content>,
    /// Which of these places a moderator sees without any case, with the title of each. A room has no title.
    pub seen_places: fn(&mut Read, &App, &UserFacts, &BTreeSet<String>) -> Result<SeenPlaces>,
    /// It among what was written around it; nothing when it is gone.
    pub surroundings: fn(&mut Read, &Place<'_>) -> Result<Surroundings>,
    /// Takes it from everyone and tells their devices; also what its author has deleted lately, who cannot restore it
    /// then. `None` when it is gone for good.
    pub remove: fn(&mut AppTx, &Moderator, &str) -> Result<Option<Removed>>,
    /// Puts back what was removed, with what [`ContentKind::remove`] has answered. It refuses with 409 what cannot be
    /// put back any more.
    pub restore: fn(&mut AppTx, &Moderator, &str, &str) -> Result<()>,
    /// Drops what was kept for restoring: nobody can ask for it any more.
    pub forget: fn(&mut AppTx, &str) -> Result<()>,
    /// Whether a moderator may remove it although nobody has reported it, beyond what holds for every kind.
    pub may_remove: fn(&mut Read, &Moderator, &str) -> Result<bool>,
    /// Gets what was held ready to be published.
    pub prepare_publication: fn(App, Held) -> BoxFuture<'static, Result<Publication>>,
    /// What was written lately where more than two read it, newest first. Of a class it leaves out what is anonymous:
    /// the class of its author is nobody's to know.
    pub recent: fn(&mut Read, &App, &Recent<'_>) -> Result<Vec<Sample>>,
}

/// Places that a moderator sees without any case, with the title of each.
pub type SeenPlaces = HashMap<String, String>;

/// Publishes what was held, in the transaction that decides its case, and answers its id. It may run again, as every
/// write.
pub type Publication = Box<dyn Fn(&mut AppTx) -> Result<String> + Send + Sync>;

/// What waited for a moderator and is to be published now.
#[derive(Clone, Debug)]
pub struct Held {
    /// Who has written it.
    pub author: UserId,
    /// What the feature has given to [`Holding::new`](crate::Holding::new).
    pub payload: String,
}

/// Which texts are looked through.
#[derive(Clone, Copy, Debug)]
pub struct Recent<'a> {
    /// Of members of this class; of all without one.
    pub class: Option<&'a str>,
    /// Since when, in milliseconds.
    pub since: i64,
    /// At most so many.
    pub limit: i64,
    /// After so many newer ones.
    pub offset: i64,
}

/// A text that was written.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The id of the content.
    pub id: String,
    /// Who wrote it; `None` when they were erased.
    pub author: Option<UserId>,
    /// Its words.
    pub words: String,
    /// When it was written, in milliseconds.
    pub created_at: i64,
}

/// What is left of a content that was removed.
#[derive(Clone, Debug)]
pub struct Removed {
    /// Its words when it was removed.
    pub words: String,
    /// What restoring needs, as the feature spells it.
    pub restorable: String,
}

/// What a feature tells of a content.
#[derive(Clone, Debug)]
pub struct Content {
    /// Who wrote it; `None` when they were erased.
    pub author: Option<UserId>,
    /// Whether its author is hidden from everyone.
    pub anonymous: bool,
    /// The class whose moderators it concerns: the author's.
    pub class: String,
    /// Where it stands, as the feature spells it.
    pub place: String,
    /// The type of the message or post.
    pub content_type: String,
    /// Its words, as people read them: of a file its name.
    pub words: String,
    /// The hashes of its files, which its author may read.
    pub files: Vec<String>,
    /// When it was written or changed last, in milliseconds.
    pub changed_at: i64,
}

/// Which content is quoted with what stands around it.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The id of the content.
    pub content_id: &'a str,
    /// Where it stood when it was reported.
    pub place: &'a str,
    /// Who has reported it, the first first, but for those who were erased. Of a room it shows no more than one of them
    /// sees.
    pub reporters: &'a [UserId],
}

/// What stands around a content.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    /// What the place is called: of a room, or the title of a post; empty for a pair, and for what is gone.
    pub place_name: String,
    /// The content among what was written before and after it, oldest first.
    pub quotes: Vec<Quote>,
}

/// Something that somebody wrote.
#[derive(Clone, Debug)]
pub struct Quote {
    /// The id of the content.
    pub id: String,
    /// The user ID of the author; empty when it is anonymous or its author was erased.
    pub author_id: String,
    /// Whether the author is hidden.
    pub anonymous: bool,
    /// The number of an anonymous voice below its post.
    pub alias: Option<i64>,
    /// The type of the message or post.
    pub r#type: String,
    /// The words.
    pub text: String,
    /// The hashes of its files.
    pub files: Vec<String>,
    /// Whether it was deleted or recalled.
    pub removed: bool,
    /// Whether it is what the case is about.
    pub reported: bool,
    /// When it was written, ISO 8601.
    pub created_at: String,
}

/// A member who moderates.
#[derive(Clone)]
pub struct Moderator {
    /// Who it is.
    pub facts: Arc<UserFacts>,
    /// For the operation log.
    pub actor: Actor,
    /// Who may moderate with them.
    pub(crate) everyone: Arc<Members>,
}

impl Moderator {
    /// A caller, who may moderate or not: what they do says so.
    ///
    /// # Errors
    /// When the database is away.
    pub async fn of(app: &App, caller: &Caller) -> Result<Self> {
        Self::new(app, caller.facts.clone(), Actor::from(caller)).await
    }

    /// The same for whoever is no caller of a route.
    ///
    /// # Errors
    /// When the database is away.
    pub async fn new(app: &App, facts: Arc<UserFacts>, actor: Actor) -> Result<Self> {
        Ok(Self { facts, actor, everyone: members(app).await? })
    }

    /// The user ID.
    #[must_use]
    pub fn user(&self) -> UserId {
        self.facts.user_id
    }
}

/// The kind of this name.
///
/// # Errors
/// 400 for a name that no feature has.
pub(crate) fn kind(app: &App, name: &str) -> Result<&'static ContentKind> {
    provided(&app.features).find(|kind: &&ContentKind| kind.name == name).ok_or_else(|| {
        let names = provided(&app.features).map(|kind: &ContentKind| kind.name);
        texts::KIND_UNKNOWN.with("kinds", names.collect::<Vec<_>>().join("/"))
    })
}

/// How high somebody stands, as a row has it.
#[must_use]
pub fn rank(facts: &UserFacts) -> i64 {
    match facts.tier() {
        Tier::User => 0,
        Tier::Officer => 1,
        Tier::ClassAdmin => 2,
        Tier::Admin => 3,
    }
}

/// How high an author stands now; whoever was erased stands nowhere.
///
/// # Errors
/// When a statement fails.
pub(crate) fn author_tier(read: &mut Read, author: Option<UserId>) -> Result<i64> {
    let member = author.map(|author| directory::member_of(read, author)).transpose()?.flatten();
    Ok(member.map_or(0, |member| rank(&member.facts)))
}
