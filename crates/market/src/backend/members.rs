//! The members as back ends see them: their public columns, copied when they have changed.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use identity::user::{Members, members};
use kernel::scope::Scope;
use kernel::user::UserFacts;
use kernel::{App, Result};
use plugin_host::PublicUser;

/// The newest copy, with a number that grows with every change.
#[derive(Default)]
pub(crate) struct MembersCopy(Mutex<Option<(Arc<Members>, Copied)>>);

/// A copy.
#[derive(Clone)]
pub(super) struct Copied {
    pub(super) revision: u64,
    pub(super) users: Arc<Vec<PublicUser>>,
}

impl MembersCopy {
    /// The members as they are now.
    ///
    /// # Errors
    /// When the database is away.
    pub(super) async fn newest(&self, app: &App) -> Result<Copied> {
        let now = members(app).await?;
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, copied)) = &*kept
            && Arc::ptr_eq(known, &now)
        {
            return Ok(copied.clone());
        }
        let revision = kept.as_ref().map_or(0, |(_, copied)| copied.revision) + 1;
        let copied =
            Copied { revision, users: Arc::new(now.all().iter().map(|facts| public(facts)).collect()) };
        *kept = Some((now, copied.clone()));
        Ok(copied)
    }
}

/// Whether the switches of the portal and of any member's class enable an app.
///
/// # Errors
/// When the database is away.
pub(super) async fn is_enabled_for_anyone(app: &App, name: &str) -> Result<bool> {
    let members = members(app).await?;
    let classes: BTreeSet<&str> = members.all().iter().map(|facts| facts.user_id.class()).collect();
    Ok(classes.iter().any(|class| app.apps.is_enabled(name, class)))
}

fn public(facts: &UserFacts) -> PublicUser {
    PublicUser {
        user_id: facts.user_id.to_string(),
        net_name: facts.net_name.clone(),
        real_name: facts.real_name.clone(),
        avatar: None,
        class: class_of(facts),
        role: facts.role().to_owned(),
    }
}

/// Two digits; empty without a class.
pub(super) fn class_of(facts: &UserFacts) -> String {
    Scope::of(facts).class().unwrap_or_default().to_owned()
}
