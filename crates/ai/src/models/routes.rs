//! `/api/ai-chat/models`: what members may choose from.

use axum::extract::State;
use kernel::db::Read;
use kernel::user::{Tier, UserId};
use kernel::{App, Envelope, Reply, Result};

use super::dto::{AiModelList, shown};
use crate::access::Member;
use crate::models::available::AvailableModels;
use crate::store::models::{self as store, ModelRow};
use crate::store::policies::{self, PolicyRow};
use crate::store::settings;
use crate::usage::Budget;
use crate::web_search;

/// What a member may choose from, and what they prefer.
pub(crate) struct UserModels {
    /// Every enabled model, in order.
    pub(crate) rows: Vec<ModelRow>,
    /// Those of them that may answer the member.
    pub(crate) models: AvailableModels,
    /// What the member prefers, whether it is available or not.
    pub(crate) preferred: Option<String>,
    /// What the member's policy says.
    pub(crate) policy: PolicyRow,
}

impl UserModels {
    /// A model that may answer.
    pub(crate) fn model(&self, id: &str) -> Option<&ModelRow> {
        self.rows.iter().find(|row| row.id == id)
    }
}

/// Reads what a member may choose from.
///
/// # Errors
/// When the database is away.
pub(crate) fn models_of(read: &mut Read, user: UserId) -> Result<UserModels> {
    let is_for = |row: &ModelRow| row.class.is_empty() || row.class == user.class();
    let rows: Vec<ModelRow> = store::enabled(read)?.into_iter().filter(is_for).collect();
    let policy = policies::of_user(read, user)?;
    let ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    let default = rows.iter().find(|row| row.is_default).map(|row| row.id.as_str());
    let admitted: Vec<String> =
        serde_json::from_str(&policy.model_ids).map_err(kernel::ApiError::internal)?;
    let models = AvailableModels::new(&ids, default, &admitted);
    let preferred = settings::find(read, user)?.map(|row| row.model).filter(|id| !id.is_empty());
    Ok(UserModels { rows, models, preferred, policy })
}

/// Lists the models that the caller may use.
#[utoipa::path(get, path = "/api/ai-chat/models", tag = "ai",
    responses((status = 200, body = Envelope<AiModelList>)))]
pub(crate) async fn list_ai_models(
    State(app): State<App>,
    Member(caller): Member,
) -> Result<Reply<AiModelList>> {
    let user = caller.facts.user_id;
    let day = app.today();
    let read = app.db.read(move |read| {
        let available = models_of(read, user)?;
        let budget = Budget::of(read, &available.policy, day, user)?;
        Ok((available, budget))
    });
    let (UserModels { rows, models, preferred, policy }, budget) = read.await?;
    let user_model = preferred.filter(|id| models.admits(id));
    let has_search = web_search::is_configured(&app);
    let offered = rows.iter().filter(|row| models.admits(&row.id));
    Ok(Reply::ok(AiModelList {
        models: offered.map(|row| shown(row).searching_with(has_search)).collect(),
        default_model: models.default().map(ToOwned::to_owned),
        user_model,
        can_manage: caller.facts.tier() >= Tier::ClassAdmin,
        budget,
        prompt_locked: policy.locks_prompt,
    }))
}
