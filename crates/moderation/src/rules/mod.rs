//! Word rules: what is done with words that a class does not want.
//!
//! Rules of the portal hold for everybody, those of a class for what its members write. They are compiled once and kept
//! in memory; every change is an event, after which each node reads them anew. Class admins and admins write without
//! rules. In private chats words are masked and refused, but nothing is held or shown to moderators.

pub(crate) mod change;
pub(crate) mod dry_run;
pub(crate) mod first_posts;
mod folding;
pub(crate) mod model;
pub(crate) mod set;

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use kernel::events::{Event, FeatureEvent as _};
use kernel::user::{Tier, UserFacts};
use kernel::{ApiError, App, Result};
use tokio::sync::Mutex;

use self::model::Effect;
use self::set::{Found, RuleSet, masked};
use crate::events::ModerationEvent;
use crate::store::rules::{self, RuleRow};
use crate::texts;

/// When it is tried again to read them.
const RETRY: Duration = Duration::from_secs(1);

/// The rules as this node knows them.
#[derive(Default)]
pub(crate) struct Rules {
    known: RwLock<Known>,
    /// Held while they are read, so that nothing older takes the place of something newer.
    reading: Mutex<()>,
    /// Held while a rule is tried.
    dry_run: Mutex<()>,
}

#[derive(Default)]
struct Known {
    rows: Arc<Vec<RuleRow>>,
    /// By class; compiled when somebody of the class writes first.
    sets: HashMap<String, Arc<RuleSet>>,
}

impl Rules {
    fn set_of(&self, class: &str) -> Arc<RuleSet> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(set) = known.sets.get(class) {
            return set.clone();
        }
        let rows = known.rows.clone();
        drop(known);
        let own = rows.iter().filter(|row| row.class.is_empty() || row.class == class);
        let set = Arc::new(RuleSet::new(own));
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        // They may have changed meanwhile.
        if Arc::ptr_eq(&known.rows, &rows) {
            known.sets.insert(class.to_owned(), set.clone());
        }
        set
    }

    fn replace(&self, rows: Vec<RuleRow>) {
        *self.known.write().unwrap_or_else(PoisonError::into_inner) =
            Known { rows: Arc::new(rows), sets: HashMap::new() };
    }
}

/// Reads the rules anew.
///
/// # Errors
/// When the statement fails.
pub(crate) async fn load(app: &App) -> Result<()> {
    let known = app.state::<Rules>();
    let _reading = known.reading.lock().await;
    known.replace(app.db.read(|read| Ok(rules::all(read)?)).await?);
    Ok(())
}

/// Keeps the memory of this node.
pub(crate) fn follow(app: &App, event: &Event) {
    if !matches!(ModerationEvent::read(event), Some(ModerationEvent::RulesChanged { .. })) {
        return;
    }
    let follower = app.clone();
    app.tasks.spawn("moderation-rules", |mut stop| async move {
        while let Err(error) = load(&follower).await {
            tracing::warn!(%error, "changed word rules not read, will retry");
            if !stop.sleep(&follower.clock, RETRY).await {
                return;
            }
        }
    });
}

/// Where words are to stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Where more than two read them.
    Shared,
    /// Between two: moderators do not read along.
    Private,
}

/// What rules say of words that somebody is about to write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judgement {
    /// The texts, in the order in which they were given, with what is masked.
    pub texts: Vec<String>,
    /// Whether a moderator has to see them before they are published.
    pub is_held: bool,
    /// Whether a case is opened for what is published.
    pub is_flagged: bool,
}

/// Whether rules hold for what somebody writes.
fn is_ruled(author: &UserFacts) -> bool {
    author.tier() < Tier::ClassAdmin
}

/// Compares the texts of something that is about to be written with the rules for its author.
///
/// # Errors
/// 400 with the words that are refused.
pub fn judge(app: &App, author: &UserFacts, reach: Reach, texts: &[&str]) -> Result<Judgement> {
    if !is_ruled(author) {
        let texts = texts.iter().map(|text| (*text).to_owned()).collect();
        return Ok(Judgement { texts, ..Judgement::default() });
    }
    let rules = app.state::<Rules>().set_of(author.user_id.class());
    let mut judgement = Judgement::default();
    for text in texts {
        let found = rules.find(text);
        if let Some(refused) = found.iter().find(|found| found.effect == Effect::Block) {
            return Err(refusal(&text[refused.place.clone()]));
        }
        judgement.is_held |= has(&found, Effect::Hold) && reach == Reach::Shared;
        judgement.is_flagged |= has(&found, Effect::Flag) && reach == Reach::Shared;
        let masks = found.into_iter().filter(|found| found.effect == Effect::Mask);
        let masks: Vec<_> = masks.map(|found| found.place).collect();
        judgement.texts.push(if masks.is_empty() { (*text).to_owned() } else { masked(text, masks) });
    }
    Ok(judgement)
}

/// What is told of words that would be held and cannot be: for what stands already, and of a program.
#[must_use]
pub fn cannot_be_held() -> ApiError {
    texts::CANNOT_BE_HELD.err()
}

fn has(found: &[Found], effect: Effect) -> bool {
    found.iter().any(|found| found.effect == effect)
}

fn refusal(words: &str) -> ApiError {
    texts::WORDS_BLOCKED.with("words", words.chars().take(40).collect::<String>())
}
