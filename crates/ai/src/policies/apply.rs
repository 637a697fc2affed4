//! `/api/ai-chat/admin/apply-policy` and `/api/ai-chat/admin/user-policies`: whose policy is which.

use std::collections::BTreeMap;

use axum::extract::State;
use identity::admin::{GivenAiPolicies, MANAGE_USERS};
use identity::user::directory;
use kernel::audit::Actor;
use kernel::http::Json;
use kernel::user::{UserFacts, UserId};
use kernel::{ApiError, App, AppTx, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::access::PolicyAdmin;
use crate::events::{AiEvent, append};
use crate::store::policies as store;
use crate::texts;

/// Members who are given a policy at once.
const MAX_USERS: usize = 200;

/// Who is given which policy.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct PolicyApplication {
    /// The user IDs of the members, 1–200.
    user_ids: Vec<String>,
    /// The id of the policy; empty takes the policies of the members away, and the default one holds for them.
    #[serde(default)]
    policy_id: Option<String>,
}

/// Which policy was given to how many members.
#[derive(Serialize, ToSchema)]
pub(crate) struct AppliedPolicy {
    /// How many members have it now.
    applied: usize,
    /// The id of the policy; empty for the default one.
    policy_id: String,
}

/// The policies of members.
#[derive(Serialize, ToSchema)]
pub(crate) struct UserPolicies {
    /// The ids of the policies by user ID. Members who were given none are absent.
    map: BTreeMap<String, String>,
}

/// Which policies members were given, for the list of members.
pub(crate) static GIVEN: GivenAiPolicies = GivenAiPolicies(store::given);

/// Whose policies somebody may see: a class admin those of the own class.
fn is_in_reach(facts: &UserFacts, user: UserId) -> bool {
    facts.is_admin || facts.user_id.class() == user.class()
}

/// Whom an ID names, when the caller may set their policy: whoever manages the member, so nobody the own one.
///
/// # Errors
/// 403, also for members of other classes that there are not, and 404.
fn target(tx: &mut AppTx, caller: &UserFacts, user: UserId) -> Result<()> {
    let is_managed = match directory::member_of(tx, user)? {
        _ if !is_in_reach(caller, user) => false,
        Some(member) => caller.may_manage(&member.facts, &MANAGE_USERS),
        None => return Err(texts::USER_UNKNOWN.with("user_id", user)),
    };
    if is_managed { Ok(()) } else { Err(kernel::texts::NO_PERMISSION.err()) }
}

/// Gives a policy to members, or takes theirs away. All or none: a member whom the caller does not manage refuses
/// the whole request, and so does the caller.
#[utoipa::path(post, path = "/api/ai-chat/admin/apply-policy", tag = "ai", request_body = PolicyApplication,
    responses((status = 200, body = Envelope<AppliedPolicy>)))]
pub(crate) async fn apply_ai_policy(
    State(app): State<App>,
    PolicyAdmin(caller): PolicyAdmin,
    Json(application): Json<PolicyApplication>,
) -> Result<Reply<AppliedPolicy>> {
    if !(1..=MAX_USERS).contains(&application.user_ids.len()) {
        return Err(texts::APPLY_SIZE.with("max", MAX_USERS));
    }
    let mut users = Vec::new();
    for raw in &application.user_ids {
        let user = UserId::parse(raw).ok_or_else(|| ApiError::invalid("user_ids"))?;
        if !users.contains(&user) {
            users.push(user);
        }
    }
    let policy_id = application.policy_id.unwrap_or_default();
    let (applied, id) = (users.len(), policy_id.clone());
    let apply = app.write(move |tx| {
        // Takes the event log's counter: nobody's tier changes until the transaction ends, on any node.
        append(tx, caller.facts.user_id, &AiEvent::PoliciesChanged)?;
        users.iter().try_for_each(|user| target(tx, &caller.facts, *user))?;
        if !id.is_empty() {
            let row = store::find(tx, &id)?.ok_or_else(ApiError::not_found)?;
            let is_of_class = row.class.is_empty() || users.iter().all(|user| user.class() == row.class);
            if !is_of_class {
                return Err(texts::POLICY_OF_OTHER_CLASS.err());
            }
        }
        for user in &users {
            if id.is_empty() { store::forget(tx, *user)? } else { store::give(tx, *user, &id)? }
        }
        let detail = json!({ "count": users.len(), "users": users });
        Ok(tx.audit(&Actor::from(&caller), &texts::APPLY_POLICY, &id, &detail)?)
    });
    apply.await?;
    Ok(Reply::ok(AppliedPolicy { applied, policy_id }))
}

/// Lists the policies of the members of the caller's class, for an admin those of all.
#[utoipa::path(get, path = "/api/ai-chat/admin/user-policies", tag = "ai",
    responses((status = 200, body = Envelope<UserPolicies>)))]
pub(crate) async fn list_user_policies(
    State(app): State<App>,
    PolicyAdmin(caller): PolicyAdmin,
) -> Result<Reply<UserPolicies>> {
    let rows = app.db.read(|read| Ok(store::given(read)?)).await?;
    let in_reach = |(user, _): &(String, String)| {
        UserId::parse(user).is_some_and(|user| is_in_reach(&caller.facts, user))
    };
    Ok(Reply::ok(UserPolicies { map: rows.into_iter().filter(in_reach).collect() }))
}
