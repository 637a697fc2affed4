//! What a row of `users` says of its member.

use kernel::app::iso;

use super::model::UserInfo;
use super::store::UserRow;

impl UserInfo {
    pub(super) fn from_row(row: &UserRow, ban_expires_at: Option<String>) -> Self {
        let facts = row.facts();
        Self {
            user_id: row.user_id,
            net_name: row.net_name.clone(),
            real_name: row.real_name.clone(),
            gender: row.gender.clone(),
            status: row.status.clone(),
            is_admin: i64::from(row.is_admin),
            is_class_admin: row.user_id.is_class_admin(),
            role: facts.role().to_owned(),
            officer_permissions: facts.permissions_json(),
            officer_title: row.officer_title.clone(),
            info: serde_json::from_str(&row.info).unwrap_or_default(),
            created_at: iso(row.created_at),
            last_login: row.last_login.map(iso),
            ban_expires_at,
            ban_reason: row.ban_reason.clone(),
        }
    }
}
