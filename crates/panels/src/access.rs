//! Who may pair and change panels.

use identity::admin::MANAGE_APP_CONTROL;
use kernel::http::Requires;
use kernel::scope::Scope;
use kernel::user::{Permission, UserFacts};
use kernel::{ApiError, Result};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::store::PanelRow;
use crate::texts;

/// Names manage_app_control, which covers the screens of the class.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ManagePanels;

impl Requires for ManagePanels {
    fn permission() -> &'static Permission {
        &MANAGE_APP_CONTROL
    }
}

/// Whose panels are looked at.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct WhichClass {
    /// The class, two digits. Only for admins of all classes, who see the panels of all classes without it; for others
    /// the own class.
    pub(crate) class: Option<String>,
}

/// The class that a new panel is for: the caller's own, or the one that an admin of all classes names.
///
/// # Errors
/// 400 for what is no class and for an admin who names none, 403 for a class that is not the caller's.
pub(crate) fn class_of(facts: &UserFacts, named: Option<&str>) -> Result<String> {
    let scope = Scope::managed(facts, named)?;
    scope.class().map(str::to_owned).ok_or_else(|| texts::CLASS_MISSING.err())
}

/// A panel that the caller manages.
///
/// # Errors
/// 404 for one that waits to be confirmed, and for one of a class that is not the caller's.
pub(crate) fn managed(facts: &UserFacts, row: Option<PanelRow>) -> Result<PanelRow> {
    let own = Scope::of(facts);
    let is_managed =
        |row: &PanelRow| !row.class.is_empty() && (facts.is_admin || own.class() == Some(row.class.as_str()));
    row.filter(is_managed).ok_or_else(ApiError::not_found)
}
