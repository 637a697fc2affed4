//! What a rule would have done in the last thirty days, before it holds.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use identity::user::{Members, members};
use kernel::audit::Actor;
use kernel::feature::provided;
use kernel::http::Caller;
use kernel::scope::Scope;
use kernel::user::{UserFacts, UserId};
use kernel::{ApiError, App, Result};
use serde_json::json;

use super::model::{Effect, NewRule};
use super::set::RuleSet;
use super::{Rules, is_ruled};
use crate::content::{ContentKind, Recent, Sample};
use crate::texts;

/// How far it looks back, in milliseconds.
const BACK: i64 = 30 * 86_400_000;
/// Texts of each kind that are looked at.
const MAX_TEXTS: i64 = 20_000;
/// Texts that are read at once.
const PAGE: i64 = 1_000;
/// Texts that are shown.
const MAX_EXAMPLES: usize = 20;
/// Texts of each kind of which it is looked whether whoever asks sees them.
const MAX_LOOKED_AT: usize = 500;

/// A text that the rule fits, which whoever asks sees anyway.
pub(crate) struct Example {
    pub(crate) kind: &'static str,
    pub(crate) sample: Sample,
    /// The bytes that it fits.
    pub(crate) places: Vec<Range<usize>>,
}

/// What a rule would have done.
#[derive(Default)]
pub(crate) struct DryRun {
    /// Texts that were looked at.
    pub(crate) texts: usize,
    /// Whether there were more than are looked at.
    pub(crate) is_partial: bool,
    /// How many of each kind it fits.
    pub(crate) fits: BTreeMap<&'static str, usize>,
    /// The newest of them that whoever asks sees; of the others only the number is told.
    pub(crate) examples: Vec<Example>,
}

/// Compares what was written in the last thirty days with a rule that need not be stored. It is logged, without the words
/// of the rule: of what whoever asks does not see they learn how often a word was written.
///
/// # Errors
/// 400 for a rule that cannot be compared.
pub(crate) async fn run(app: &App, by: &Caller, scope: &Scope, rule: &NewRule) -> Result<DryRun> {
    // All places are shown, which only masks are asked for.
    let row = super::change::row(&NewRule { enabled: true, effect: Effect::Mask, ..rule.check()? });
    let (actor, class) = (Actor::from(by), scope.stored().to_owned());
    app.write(move |tx| {
        let detail = json!({ "class": class });
        Ok(tx.audit(&actor, &texts::TRY_RULE, &class, &detail)?)
    })
    .await?;
    // One at a time: it reads and compares tens of thousands of texts.
    let known = app.state::<Rules>();
    let _running = known.dry_run.lock().await;
    let (rules, mut run) = (Arc::new(RuleSet::new([&row])), DryRun::default());
    let free = free_of_rules(&*members(app).await?);
    let kinds: Vec<&'static ContentKind> = provided(&app.features).collect();
    for kind in kinds {
        let mut fitting = Vec::new();
        for page in 0..MAX_TEXTS / PAGE {
            let samples = recent(app, kind, scope, page * PAGE).await?;
            let count = samples.len();
            let is_compared = |sample: &Sample| sample.author.is_none_or(|author| !free.contains(&author));
            let samples: Vec<Sample> = samples.into_iter().filter(is_compared).collect();
            run.texts += samples.len();
            run.is_partial |= page + 1 == MAX_TEXTS / PAGE && count == PAGE as usize;
            let rules = rules.clone();
            // Comparing takes as long as many requests.
            let compared = tokio::task::spawn_blocking(move || compare(&rules, samples)).await;
            fitting.extend(compared.map_err(ApiError::internal)?);
            if count < PAGE as usize {
                break;
            }
        }
        if !fitting.is_empty() {
            run.fits.insert(kind.name, fitting.len());
            let wanted = MAX_EXAMPLES - run.examples.len();
            run.examples.extend(visible(app, &by.facts, kind, fitting, wanted).await?);
        }
    }
    Ok(run)
}

/// Who writes without rules.
fn free_of_rules(everyone: &Members) -> HashSet<UserId> {
    let free = everyone.all().iter().filter(|facts| !is_ruled(facts));
    free.map(|facts| facts.user_id).collect()
}

async fn recent(app: &App, kind: &'static ContentKind, scope: &Scope, offset: i64) -> Result<Vec<Sample>> {
    let (class, since) = (scope.class().map(str::to_owned), app.clock.now_ms() - BACK);
    let portal = app.clone();
    app.db
        .read(move |read| {
            let wanted = Recent { class: class.as_deref(), since, limit: PAGE, offset };
            (kind.recent)(read, &portal, &wanted)
        })
        .await
}

/// The texts that a rule fits, with the places.
fn compare(rules: &RuleSet, samples: Vec<Sample>) -> Vec<(Sample, Vec<Range<usize>>)> {
    let with_places = |sample: Sample| {
        let places: Vec<_> = rules.find(&sample.words).into_iter().map(|found| found.place).collect();
        (!places.is_empty()).then_some((sample, places))
    };
    samples.into_iter().filter_map(with_places).collect()
}

/// The newest of them that a member sees.
async fn visible(
    app: &App,
    reader: &Arc<UserFacts>,
    kind: &'static ContentKind,
    fitting: Vec<(Sample, Vec<Range<usize>>)>,
    wanted: usize,
) -> Result<Vec<Example>> {
    let (portal, reader) = (app.clone(), reader.clone());
    app.db
        .read(move |read| {
            let mut examples = Vec::new();
            // Of what a member does not see thousands may fit.
            for (sample, places) in fitting.into_iter().take(MAX_LOOKED_AT) {
                if examples.len() == wanted {
                    break;
                }
                if (kind.find)(read, &portal, &reader, &sample.id).is_ok() {
                    examples.push(Example { kind: kind.name, sample, places });
                }
            }
            Ok(examples)
        })
        .await
}
