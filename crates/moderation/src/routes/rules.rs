//! `/api/moderation/rules`, `/first-posts`: words that a class does not want, and who looks at first posts.

use std::collections::BTreeMap;

use axum::extract::State;
use kernel::app::iso;
use kernel::http::{ClassAdmin, Json, Path, Query};
use kernel::limits::Key;
use kernel::scope::Scope;
use kernel::{App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::DRY_RUNS;
use crate::rules::dry_run::{self, DryRun, Example};
use crate::rules::model::NewRule;
use crate::rules::{change, first_posts};
use crate::store::rules::{self, RuleRow};

/// Whose rules.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct RuleQuery {
    /// The class, two digits. Only for admins of all classes, who get the rules of the whole portal without it.
    class: Option<String>,
}

/// A word rule.
#[derive(Serialize, ToSchema)]
pub(crate) struct WordRule {
    /// The id of the rule, a UUID.
    id: String,
    /// The class whose members it is for, two digits; null for all.
    class: Option<String>,
    /// The term or the pattern.
    term: String,
    /// How it is compared: `substring`, `word` or `pattern`.
    matching: String,
    /// What is done with a text that it fits: `mask`, `flag`, `hold` or `block`.
    effect: String,
    /// Words in which the term does not count.
    exceptions: Vec<String>,
    /// Whether it holds.
    enabled: bool,
    /// When it was added, ISO 8601.
    created_at: String,
    /// When it was changed last, ISO 8601.
    updated_at: String,
}

impl From<RuleRow> for WordRule {
    fn from(row: RuleRow) -> Self {
        Self {
            exceptions: row.exception_list(),
            class: Some(row.class).filter(|class| !class.is_empty()),
            id: row.id,
            term: row.term,
            matching: row.matching,
            effect: row.effect,
            enabled: row.enabled,
            created_at: iso(row.created_at),
            updated_at: iso(row.updated_at),
        }
    }
}

/// The rules of a class, or of the portal.
#[derive(Serialize, ToSchema)]
pub(crate) struct WordRules {
    /// The rules that the caller changes.
    rules: Vec<WordRule>,
    /// The rules of the portal, which hold for the class too; empty where they are those above.
    portal_rules: Vec<WordRule>,
    /// Whether the first post of each member waits for a moderator.
    approve_first_posts: bool,
}

/// Lists the word rules of the caller's class, with those of the portal. Class admins and admins write without rules.
#[utoipa::path(get, path = "/api/moderation/rules", tag = "moderation", params(RuleQuery),
    responses((status = 200, body = Envelope<WordRules>)))]
pub(crate) async fn list_rules(
    State(app): State<App>,
    ClassAdmin(caller): ClassAdmin,
    Query(query): Query<RuleQuery>,
) -> Result<Reply<WordRules>> {
    let scope = Scope::managed(&caller.facts, query.class.as_deref())?;
    let wanted = scope.clone();
    let (own, portal) = app
        .db
        .read(move |read| {
            let portal = if wanted == Scope::Portal { Vec::new() } else { rules::of_class(read, "")? };
            Ok((rules::of_class(read, wanted.stored())?, portal))
        })
        .await?;
    let shown = |rows: Vec<RuleRow>| rows.into_iter().map(WordRule::from).collect();
    let approve_first_posts = first_posts::is_on(&app, &scope);
    Ok(Reply::ok(WordRules { rules: shown(own), portal_rules: shown(portal), approve_first_posts }))
}

/// Adds a word rule for the caller's class, or for the portal. `mask` puts `＊` in the place of the words, `flag` opens a
/// case for what is published, `hold` lets a moderator look at it first (the author is told with 409 `held`), `block`
/// refuses it. In private chats words are masked and refused, and nothing is shown to moderators. 409 beyond 500 rules.
#[utoipa::path(post, path = "/api/moderation/rules", tag = "moderation", params(RuleQuery), request_body = NewRule,
    responses((status = 200, body = Envelope<WordRule>)))]
pub(crate) async fn add_rule(
    State(app): State<App>,
    ClassAdmin(caller): ClassAdmin,
    Query(query): Query<RuleQuery>,
    Json(new): Json<NewRule>,
) -> Result<Reply<WordRule>> {
    let scope = Scope::managed(&caller.facts, query.class.as_deref())?;
    Ok(Reply::ok(change::add(&app, &caller, &scope, &new).await?.into()))
}

/// Changes a word rule as a whole.
#[utoipa::path(put, path = "/api/moderation/rules/{id}", tag = "moderation",
    params(("id" = String, Path, description = "The id of the rule")),
    request_body = NewRule, responses((status = 200, body = Envelope<WordRule>)))]
pub(crate) async fn change_rule(
    State(app): State<App>,
    ClassAdmin(caller): ClassAdmin,
    Path(id): Path<String>,
    Json(new): Json<NewRule>,
) -> Result<Reply<WordRule>> {
    Ok(Reply::ok(change::change(&app, &caller, &id, &new).await?.into()))
}

/// Removes a word rule. What it has masked stays masked, what it holds stays held.
#[utoipa::path(delete, path = "/api/moderation/rules/{id}", tag = "moderation",
    params(("id" = String, Path, description = "The id of the rule")),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(crate) async fn remove_rule(
    State(app): State<App>,
    ClassAdmin(caller): ClassAdmin,
    Path(id): Path<String>,
) -> Result<Reply<()>> {
    change::remove(&app, &caller, &id).await?;
    Ok(Reply::done())
}

/// A part of a text.
#[derive(Serialize, ToSchema)]
pub(crate) struct TextPart {
    /// Where it begins, in UTF-16 code units from 0.
    start: usize,
    /// Where it ends.
    end: usize,
}

/// A text that a rule fits.
#[derive(Serialize, ToSchema)]
pub(crate) struct RuleExample {
    /// What it is: `message`, `post` or `comment`.
    kind: &'static str,
    /// The id of the message, post or comment.
    id: String,
    /// Its words.
    words: String,
    /// The parts that the rule fits.
    parts: Vec<TextPart>,
    /// When it was written, ISO 8601.
    created_at: String,
}

impl From<Example> for RuleExample {
    fn from(Example { kind, sample, places }: Example) -> Self {
        let units = |text: &str| text.encode_utf16().count();
        let part = |place: std::ops::Range<usize>| {
            let start = units(&sample.words[..place.start]);
            TextPart { start, end: start + units(&sample.words[place]) }
        };
        let parts = places.into_iter().map(part).collect();
        Self { kind, parts, id: sample.id, words: sample.words, created_at: iso(sample.created_at) }
    }
}

/// What a rule would have done in the last thirty days.
#[derive(Serialize, ToSchema)]
pub(crate) struct RuleDryRun {
    /// The number of texts that were compared: those of class admins and admins, who write without rules, are not.
    texts: usize,
    /// Whether there are more: the newest 20,000 of each kind are compared.
    partial: bool,
    /// How many it fits of each kind: `message`, `post`, `comment`.
    fits: BTreeMap<&'static str, usize>,
    /// The newest that the caller sees anyway, at most twenty.
    examples: Vec<RuleExample>,
}

/// Compares a rule, which need not be stored, with what members of the class have written in the last thirty days where
/// more than two read it. Nothing is changed; the operation log records that it was done, without the rule. For a class,
/// anonymous texts are left out: the class of their author is nobody's to know.
#[utoipa::path(post, path = "/api/moderation/rules/dry-run", tag = "moderation", params(RuleQuery),
    request_body = NewRule, responses((status = 200, body = Envelope<RuleDryRun>)))]
pub(crate) async fn dry_run_rule(
    State(app): State<App>,
    ClassAdmin(caller): ClassAdmin,
    Query(query): Query<RuleQuery>,
    Json(new): Json<NewRule>,
) -> Result<Reply<RuleDryRun>> {
    let scope = Scope::managed(&caller.facts, query.class.as_deref())?;
    app.limits.check(&DRY_RUNS, Key::user(caller.facts.user_id))?;
    let DryRun { texts, is_partial, fits, examples } = dry_run::run(&app, &caller, &scope, &new).await?;
    let examples = examples.into_iter().map(RuleExample::from).collect();
    Ok(Reply::ok(RuleDryRun { texts, partial: is_partial, fits, examples }))
}

/// Whether first posts wait for a moderator.
#[derive(Deserialize, ToSchema)]
pub(crate) struct FirstPostsChange {
    /// Whether the first post of each member waits for a moderator from now on.
    approve: bool,
}

/// Sets whether the first post of each member of the class, or of the portal, waits for a moderator.
#[utoipa::path(put, path = "/api/moderation/first-posts", tag = "moderation", params(RuleQuery),
    request_body = FirstPostsChange, responses((status = 200, body = Envelope<Option<String>>)))]
pub(crate) async fn set_first_posts(
    State(app): State<App>,
    ClassAdmin(caller): ClassAdmin,
    Query(query): Query<RuleQuery>,
    Json(change): Json<FirstPostsChange>,
) -> Result<Reply<()>> {
    let scope = Scope::managed(&caller.facts, query.class.as_deref())?;
    first_posts::set(&app, &caller, &scope, change.approve).await?;
    Ok(Reply::done())
}
