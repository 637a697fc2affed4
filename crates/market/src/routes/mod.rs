//! HTTP of the market.

pub(crate) mod backends;
pub(crate) mod catalog;
pub(crate) mod config;
pub(crate) mod dto;
pub(crate) mod install;
pub(crate) mod installed;
pub(crate) mod storage;
pub(crate) mod zip;

use identity::admin::MANAGE_APP_CONTROL;
use kernel::http::{Officer, Requires};
use kernel::user::Permission;

/// Names manage_app_control in a handler's signature.
#[derive(Clone, Copy, Debug)]
struct ManageAppControl;

impl Requires for ManageAppControl {
    fn permission() -> &'static Permission {
        &MANAGE_APP_CONTROL
    }
}

kernel::tier_extractor! {
    /// Officers with manage_app_control, class admins and admins.
    AppManager, Officer<ManageAppControl>, |_| true
}
