//! `/api/ai-chat/models`: what members may choose from.

use axum::extract::State;
use kernel::user::Tier;
use kernel::{App, Envelope, Reply, Result};

use super::dto::{AiModelList, shown};
use super::user_models::{UserModels, models_of};
use crate::access::Member;
use crate::usage::Budget;
use crate::web_search;

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
        let user_models = models_of(read, user)?;
        let budget = Budget::of(read, &user_models.policy, day, user)?;
        Ok((user_models, budget))
    });
    let (UserModels { rows, available, preferred, policy }, budget) = read.await?;
    let user_model = preferred.filter(|id| available.admits(id));
    let has_search = web_search::is_configured(&app);
    let offered = rows.iter().filter(|row| available.admits(&row.id));
    Ok(Reply::ok(AiModelList {
        models: offered.map(|row| shown(row).searching_with(has_search)).collect(),
        default_model: available.default().map(ToOwned::to_owned),
        user_model,
        can_manage: caller.facts.tier() >= Tier::ClassAdmin,
        budget,
        prompt_locked: policy.locks_prompt,
    }))
}
