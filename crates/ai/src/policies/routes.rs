//! `/api/ai-chat/admin/policies`: what class admins and admins allow.

use axum::extract::State;
use kernel::audit::Actor;
use kernel::db::Read;
use kernel::http::{Json, Path};
use kernel::user::UserFacts;
use kernel::{ApiError, App, AppTx, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::access::{PolicyAdmin, Reach};
use crate::events::{AiEvent, append};
use crate::fields::{parse_line, parse_prompt, parse_range, parse_sort_order};
use crate::models::fields::{MAX_MODELS, free_id, parse_id, slug};
use crate::store::models;
use crate::store::policies::{self as store, PolicyRow};
use crate::texts;

/// Policies that may exist.
const MAX_POLICIES: usize = 100;
/// Longest label, in characters.
const MAX_LABEL: usize = 20;
/// Largest budget of answers a day.
const MAX_MESSAGES: i64 = 100_000;
/// Largest budget of tokens a day.
const MAX_TOKENS: i64 = 1_000_000_000;
/// Longest time that conversations are kept, in days.
const MAX_DAYS: i64 = 3650;

/// A policy.
#[derive(Serialize, ToSchema)]
pub(crate) struct AiPolicy {
    /// The id of the policy.
    id: String,
    /// The name of the policy, 1–20 characters.
    label: String,
    /// The ids of the models that the policy admits; empty for every model.
    model_ids: Vec<String>,
    /// Whether the policy holds for members who were given none.
    is_default: bool,
    /// The place of the policy in the list; smaller numbers come first.
    sort_order: i64,
    /// The answers that a member may have a day; 0 for any number.
    message_budget: i64,
    /// The tokens that a member may use a day; 0 for any number.
    token_budget: i64,
    /// What models are told first; empty for nothing.
    system_prompt: String,
    /// Whether what members tell models first is left out.
    locks_prompt: bool,
    /// The days after which a conversation in which nothing was said is removed; 0 for never.
    retention_days: i64,
    /// The class whose admin made the policy, two digits; null for one of the whole portal.
    class: Option<String>,
    /// Whether the caller may change the policy.
    may_change: bool,
}

/// The policies that the caller may give.
#[derive(Serialize, ToSchema)]
pub(crate) struct AiPolicyList {
    /// The policies, in their order.
    policies: Vec<AiPolicy>,
    /// The id of the default policy.
    default_policy: String,
    /// The models that a policy of the caller may name: those of all classes, and of the caller's own.
    models: Vec<AiPolicyModel>,
}

/// A model that a policy may name.
#[derive(Serialize, ToSchema)]
pub(crate) struct AiPolicyModel {
    /// The id of the model.
    id: String,
    /// The name that members read.
    label: String,
    /// Whether the model may answer at all.
    enabled: bool,
}

/// A policy to add, or fields of one to change; absent fields stay, or have their defaults.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct AiPolicyChange {
    /// The name, 1–20 characters; a new policy needs one.
    label: Option<String>,
    /// The ids of the models that the policy admits; empty for every model.
    model_ids: Option<Vec<String>>,
    /// Whether the policy becomes the default; `false` changes nothing. Needs is_admin where there are several classes.
    is_default: Option<bool>,
    /// The place in the list, 0–9999.
    sort_order: Option<i64>,
    /// The answers that a member may have a day, 0–100000; 0 for any number.
    message_budget: Option<i64>,
    /// The tokens that a member may use a day, 0–1000000000; 0 for any number.
    token_budget: Option<i64>,
    /// What models are told first, at most 4000 characters.
    system_prompt: Option<String>,
    /// Whether what members tell models first is left out.
    locks_prompt: Option<bool>,
    /// The days after which a conversation in which nothing was said is removed, 0–3650; 0 for never.
    retention_days: Option<i64>,
}

fn policy(row: PolicyRow, may_change: bool) -> AiPolicy {
    AiPolicy {
        model_ids: serde_json::from_str(&row.model_ids).unwrap_or_default(),
        id: row.id,
        label: row.label,
        is_default: row.is_default,
        sort_order: row.sort_order,
        message_budget: row.message_budget,
        token_budget: row.token_budget,
        system_prompt: row.system_prompt,
        locks_prompt: row.locks_prompt,
        retention_days: row.retention_days,
        class: Some(row.class).filter(|class| !class.is_empty()),
        may_change,
    }
}

/// Lists the policies that the caller may give.
#[utoipa::path(get, path = "/api/ai-chat/admin/policies", tag = "ai",
    responses((status = 200, body = Envelope<AiPolicyList>)))]
pub(crate) async fn list_ai_policies(
    State(app): State<App>,
    PolicyAdmin(caller): PolicyAdmin,
) -> Result<Reply<AiPolicyList>> {
    let facts = caller.facts.clone();
    let read = app.db.read(move |read| {
        let rows = store::list(read)?;
        let default_policy = rows.iter().find(|row| row.is_default).map(|row| row.id.clone());
        let reach = Reach::of(read, &facts)?;
        let own = own_policy(read, &facts)?;
        let seen = rows.into_iter().filter(|row| reach.sees(&row.class));
        let policies = seen.map(|row| {
            let may_change = reach.may_change(&row.class) && own.as_ref() != Some(&row.id);
            policy(row, may_change)
        });
        let policies = policies.collect();
        let models = models::list(read)?.into_iter().filter(|row| reach.sees(&row.class));
        let models = models.map(|row| AiPolicyModel { id: row.id, label: row.label, enabled: row.enabled });
        let models = models.collect();
        Ok(AiPolicyList { policies, default_policy: default_policy.unwrap_or_default(), models })
    });
    Ok(Reply::ok(read.await?))
}

impl AiPolicyChange {
    /// # Errors
    /// 400 naming what is wrong.
    fn apply(&self, row: &mut PolicyRow) -> Result<()> {
        if let Some(label) = &self.label {
            row.label = parse_line(label, MAX_LABEL)
                .ok_or_else(|| texts::POLICY_LABEL_INVALID.with("max", MAX_LABEL))?;
        }
        if let Some(ids) = &self.model_ids {
            if ids.len() > MAX_MODELS || ids.iter().any(|id| parse_id(id).is_err()) {
                return Err(ApiError::invalid("model_ids"));
            }
            let mut once: Vec<&String> = Vec::new();
            ids.iter().for_each(|id| {
                if !once.contains(&id) {
                    once.push(id)
                }
            });
            row.model_ids = json!(once).to_string();
        }
        if let Some(order) = self.sort_order {
            row.sort_order = parse_sort_order(order)?;
        }
        if let Some(answers) = self.message_budget {
            row.message_budget = parse_range("message_budget", answers, MAX_MESSAGES)?;
        }
        if let Some(tokens) = self.token_budget {
            row.token_budget = parse_range("token_budget", tokens, MAX_TOKENS)?;
        }
        if let Some(prompt) = &self.system_prompt {
            row.system_prompt = parse_prompt(prompt)?;
        }
        row.locks_prompt = self.locks_prompt.unwrap_or(row.locks_prompt);
        if let Some(days) = self.retention_days {
            row.retention_days = parse_range("retention_days", days, MAX_DAYS)?;
        }
        Ok(())
    }
}

/// Makes one the default where that is asked for. It holds for the members of all classes.
///
/// # Errors
/// 403 for a class admin where there are several classes.
fn make_default(tx: &mut AppTx, facts: &UserFacts, change: &AiPolicyChange, row: &PolicyRow) -> Result<()> {
    if change.is_default != Some(true) || row.is_default {
        return Ok(());
    }
    Reach::of(tx, facts)?.check("")?;
    Ok(store::set_default(tx, &row.id)?)
}

/// Adds a policy: an admin for the whole portal, a class admin for the own class.
#[utoipa::path(post, path = "/api/ai-chat/admin/policies", tag = "ai", request_body = AiPolicyChange,
    responses((status = 200, body = Envelope<AiPolicy>)))]
pub(crate) async fn create_ai_policy(
    State(app): State<App>,
    PolicyAdmin(caller): PolicyAdmin,
    Json(new): Json<AiPolicyChange>,
) -> Result<Reply<AiPolicy>> {
    if new.label.is_none() {
        return Err(texts::POLICY_LABEL_INVALID.with("max", MAX_LABEL));
    }
    let created = app.write(move |tx| {
        append(tx, caller.facts.user_id, &AiEvent::PoliciesChanged)?;
        let rows = store::list(tx)?;
        if rows.len() >= MAX_POLICIES {
            return Err(texts::TOO_MANY_POLICIES.with("max", MAX_POLICIES));
        }
        let reach = Reach::of(tx, &caller.facts)?;
        let now = tx.now();
        let mut row = PolicyRow {
            id: String::new(),
            label: String::new(),
            model_ids: "[]".into(),
            is_default: false,
            sort_order: 0,
            class: reach.class_of_new().to_owned(),
            created_at: now,
            updated_at: now,
            message_budget: 0,
            token_budget: 0,
            system_prompt: String::new(),
            locks_prompt: false,
            retention_days: 0,
        };
        new.apply(&mut row)?;
        row.id = free_id(&slug(&row.label, "policy"), |id| rows.iter().any(|row| row.id == id));
        store::insert(tx, &row)?;
        make_default(tx, &caller.facts, &new, &row)?;
        tx.audit(&Actor::from(&caller), &texts::CREATE_POLICY, &row.id, &json!({}))?;
        let row = store::find(tx, &row.id)?.ok_or_else(ApiError::not_found)?;
        Ok(policy(row, true))
    });
    Ok(Reply::ok(created.await?))
}

/// The policy of a path, if the caller may change it. A class admin does not change the one that an admin has given to
/// them alone.
///
/// # Errors
/// 404 or 403.
fn managed(tx: &mut AppTx, facts: &UserFacts, id: &str) -> Result<PolicyRow> {
    let row = store::find(tx, id)?.ok_or_else(ApiError::not_found)?;
    Reach::of(tx, facts)?.check(&row.class)?;
    if own_policy(tx, facts)?.is_some_and(|own| own == row.id) {
        return Err(kernel::texts::NO_PERMISSION.err());
    }
    Ok(row)
}

/// The policy that a class admin was given alone, which is not theirs to change; `None` for an admin.
fn own_policy(read: &mut Read, facts: &UserFacts) -> Result<Option<String>> {
    if facts.is_admin { Ok(None) } else { Ok(store::given_to(read, facts.user_id)?) }
}

/// Changes a policy.
#[utoipa::path(put, path = "/api/ai-chat/admin/policies/{id}", tag = "ai",
    params(("id" = String, Path, description = "The id of the policy")), request_body = AiPolicyChange,
    responses((status = 200, body = Envelope<AiPolicy>)))]
pub(crate) async fn update_ai_policy(
    State(app): State<App>,
    PolicyAdmin(caller): PolicyAdmin,
    Path(id): Path<String>,
    Json(change): Json<AiPolicyChange>,
) -> Result<Reply<AiPolicy>> {
    let updated = app.write(move |tx| {
        append(tx, caller.facts.user_id, &AiEvent::PoliciesChanged)?;
        let mut row = managed(tx, &caller.facts, &id)?;
        change.apply(&mut row)?;
        row.updated_at = tx.now();
        store::update(tx, &row)?;
        make_default(tx, &caller.facts, &change, &row)?;
        tx.audit(&Actor::from(&caller), &texts::UPDATE_POLICY, &id, &json!({}))?;
        let row = store::find(tx, &id)?.ok_or_else(ApiError::not_found)?;
        Ok(policy(row, true))
    });
    Ok(Reply::ok(updated.await?))
}

/// Removes a policy, which is not the default. Members who had it have the default one from now on.
#[utoipa::path(delete, path = "/api/ai-chat/admin/policies/{id}", tag = "ai",
    params(("id" = String, Path, description = "The id of the policy")),
    responses((status = 200, body = Envelope<Option<String>>)))]
pub(crate) async fn delete_ai_policy(
    State(app): State<App>,
    PolicyAdmin(caller): PolicyAdmin,
    Path(id): Path<String>,
) -> Result<Reply<()>> {
    let deleted = app.write(move |tx| {
        append(tx, caller.facts.user_id, &AiEvent::PoliciesChanged)?;
        let row = managed(tx, &caller.facts, &id)?;
        if row.is_default {
            return Err(texts::POLICY_DEFAULT.err());
        }
        store::delete(tx, &id)?;
        Ok(tx.audit(&Actor::from(&caller), &texts::DELETE_POLICY, &id, &json!({}))?)
    });
    deleted.await?;
    Ok(Reply::done())
}
