//! `/api/picker`.

pub(super) mod draws;
pub(super) mod lists;

use kernel::db::Read;
use kernel::user::UserId;
use kernel::{ApiError, Result, Routes, routes};

use super::model::{PickerListKind, PickerListRef};
use super::{store, texts};
use crate::duty;
use crate::people::People;

/// The routes of the draws.
pub(super) fn router() -> Routes {
    Routes::new()
        .routes(routes!(lists::list_picker_lists, lists::create_picker_list))
        .routes(routes!(lists::update_picker_list, lists::delete_picker_list))
        .routes(routes!(draws::list_picker_draws, draws::draw_pupils))
        .routes(routes!(draws::get_picker_draw))
        .routes(routes!(draws::reset_picker_counts))
}

/// A list that is drawn from.
pub(super) struct Source {
    /// What it is called; empty for the whole class.
    pub(super) name: String,
    /// By which its counts are found.
    pub(super) key: String,
    /// Its numbers that are on the class list.
    pub(super) numbers: Vec<UserId>,
    /// The list as a draw keeps it, without what its kind does not need.
    pub(super) list: PickerListRef,
}

/// The list that a request names.
///
/// # Errors
/// 400 for one that is not named, 404 for one that the class does not have.
pub(super) fn source(read: &mut Read, class: &str, list: &PickerListRef, people: &People) -> Result<Source> {
    let id = || list.id.as_deref().ok_or_else(|| texts::LIST_INVALID.err());
    let (name, key, numbers) = match list.kind {
        PickerListKind::Class => (String::new(), "class".to_owned(), people.numbers().collect()),
        PickerListKind::Saved => {
            let found = store::find_list(read, id()?)?.filter(|found| found.class == class);
            let found = found.ok_or_else(ApiError::not_found)?;
            (found.name, format!("saved:{}", found.id), found.numbers)
        }
        PickerListKind::DutyGroup => {
            let (roster, group) = (id()?, list.group.ok_or_else(|| texts::LIST_INVALID.err())?);
            let found = duty::group_of(read, class, roster, group)?.ok_or_else(ApiError::not_found)?;
            let (roster_name, group_name, numbers) = found;
            // By the name of the group: groups change places.
            (format!("{roster_name} · {group_name}"), format!("duty:{roster}:{group_name}"), numbers)
        }
    };
    let mut numbers: Vec<UserId> = numbers.into_iter().filter(|number| people.has(*number)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let list = PickerListRef {
        kind: list.kind,
        id: list.id.clone().filter(|_| list.kind != PickerListKind::Class),
        group: list.group.filter(|_| list.kind == PickerListKind::DutyGroup),
    };
    Ok(Source { name, key, numbers, list })
}
