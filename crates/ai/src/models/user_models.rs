//! Who may use which model: what the enabled models, the member's class, policy and preference come to.

use kernel::Result;
use kernel::db::Read;
use kernel::user::UserId;

use super::available::AvailableModels;
use crate::store::models::{self as store, ModelRow};
use crate::store::policies::{self, PolicyRow};
use crate::store::settings;

/// What a member may choose from, and what they prefer.
pub(crate) struct UserModels {
    /// Every enabled model, in order.
    pub(crate) rows: Vec<ModelRow>,
    /// Those of them that may answer the member.
    pub(crate) available: AvailableModels,
    /// What the member prefers, whether it is available or not.
    pub(crate) preferred: Option<String>,
    /// What the member's policy says.
    pub(crate) policy: PolicyRow,
}

impl UserModels {
    /// An enabled model, whether the policy admits it or not.
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
    let available = AvailableModels::new(&ids, default, &admitted);
    let preferred = settings::find(read, user)?.map(|row| row.model).filter(|id| !id.is_empty());
    Ok(UserModels { rows, available, preferred, policy })
}
