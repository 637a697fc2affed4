//! setup (being written by its author; these are placeholders for type checking).
use kernel::{App, db::{DbResult, Read}, user::UserId};
pub const ROOM: kernel::Room = kernel::Room { name: "setup", ..kernel::Room::EMPTY };
pub struct PreRecord { pub real_name: String, pub user_id: UserId, pub gender: String, pub is_class_admin: bool, pub claim_code: Option<String> }
pub fn effective_admin_ids(app: &App) -> Vec<UserId> { app.config.admin_user_ids.clone() }
pub fn find_record(_: &mut Read, _: &str) -> DbResult<Option<PreRecord>> { Ok(None) }
pub fn listed_names(_: &mut Read) -> DbResult<Vec<(String, UserId)>> { Ok(vec![]) }
