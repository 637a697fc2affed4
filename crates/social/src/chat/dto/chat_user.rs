//! A member with their presence.

use kernel::user::UserFacts;
use serde::Serialize;
use utoipa::ToSchema;

use crate::chat::model::Status;

/// A member as the chat shows them.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(in crate::chat) struct ChatUser {
    /// The user ID of the member.
    user_id: String,
    /// The net name of the member.
    net_name: String,
    /// The real name of the member.
    real_name: String,
    /// The gender of the member.
    gender: String,
    /// The presence of the member: `online`, `away`, `busy` or `offline`.
    pub(in crate::chat) status: &'static str,
}

impl ChatUser {
    /// A member with this status.
    pub(in crate::chat) fn with_status(facts: &UserFacts, status: Status) -> Self {
        Self {
            user_id: facts.user_id.to_string(),
            net_name: facts.net_name.clone(),
            real_name: facts.real_name.clone(),
            gender: facts.gender.clone(),
            status: status.into_str(),
        }
    }

    /// A member who is online.
    pub(in crate::chat) fn example() -> Self {
        Self {
            user_id: "240111".into(),
            net_name: "小明".into(),
            real_name: "王小明".into(),
            gender: "male".into(),
            status: Status::Online.into_str(),
        }
    }
}
