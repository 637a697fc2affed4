//! What readers of the operation log are told of an app: what it is called.

use kernel::audit::{Entry, TargetName};
use kernel::db::Read;
use kernel::user::UserFacts;
use kernel::{App, Result};

use crate::installed::Installed;

/// Names the app; one that is gone keeps the name that the log has.
pub(crate) fn name(app: &App, _: &mut Read, _: &UserFacts, entry: &Entry) -> Result<TargetName> {
    let package = app.state::<Installed>().find(&entry.target);
    let label =
        package.map_or_else(|| entry.target.clone(), |package| package.manifest.about().label.clone());
    Ok(TargetName::named(label.clone(), label))
}
