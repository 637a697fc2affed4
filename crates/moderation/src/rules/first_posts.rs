//! Classes in which a moderator looks at the first post of each member.

use kernel::audit::Actor;
use kernel::http::Caller;
use kernel::scope::Scope;
use kernel::user::{Tier, UserFacts};
use kernel::{App, Result};
use serde_json::json;

use crate::texts;

fn setting(scope: &Scope) -> String {
    let class = scope.class().map(|class| format!(".{class}")).unwrap_or_default();
    format!("approve_first_posts{class}")
}

/// Whether it is set for this scope alone.
pub(crate) fn is_on(app: &App, scope: &Scope) -> bool {
    app.settings.is_on(&setting(scope))
}

/// Whether the first post of this member waits for a moderator. Officers and above are known already.
#[must_use]
pub fn holds_first_post(app: &App, author: &UserFacts) -> bool {
    author.tier() == Tier::User && (is_on(app, &Scope::Portal) || is_on(app, &Scope::of(author)))
}

/// Turns it on or off. It is logged.
///
/// # Errors
/// When a statement fails.
pub(crate) async fn set(app: &App, by: &Caller, scope: &Scope, enabled: bool) -> Result<()> {
    let (by, scope) = (by.clone(), scope.clone());
    app.write(move |tx| {
        let value = if enabled { "1" } else { "" };
        tx.app().settings.set(tx, &setting(&scope), value)?;
        let detail = json!({ "enabled": enabled, "class": scope.stored() });
        Ok(tx.audit(&Actor::from(&by), &texts::SET_FIRST_POSTS, scope.stored(), &detail)?)
    })
    .await
}
