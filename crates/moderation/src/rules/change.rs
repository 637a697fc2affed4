//! Adding, changing and removing word rules.

use kernel::audit::Actor;
use kernel::db::Read;
use kernel::events::{Audience, NewEvent};
use kernel::http::Caller;
use kernel::scope::Scope;
use kernel::{ApiError, App, AppTx, Result};
use serde_json::json;

use super::load;
use super::model::{Matching, NewRule};
use crate::events::ModerationEvent;
use crate::store::rules::{self, RuleRow};
use crate::texts;

/// Most rules of a class, and of the portal.
const MAX_RULES: i64 = 500;
/// Most of these that are patterns.
const MAX_PATTERNS: i64 = 50;

/// A rule without its id and whose it is.
pub(super) fn row(rule: &NewRule) -> RuleRow {
    RuleRow {
        id: String::new(),
        class: String::new(),
        term: rule.term.clone(),
        matching: rule.matching.into_str().to_owned(),
        effect: rule.effect.into_str().to_owned(),
        exceptions: serde_json::to_string(&rule.exceptions).unwrap_or_else(|_| "[]".into()),
        enabled: rule.enabled,
        created_by: String::new(),
        created_at: 0,
        updated_at: 0,
    }
}

/// The log says that a rule changed and what it does, not its words: whoever reads the log need not read them.
fn append(tx: &mut AppTx, by: &Caller, row: &RuleRow, change: &str) -> Result<()> {
    let changed = ModerationEvent::RulesChanged { class: row.class.clone() };
    tx.emit(NewEvent::new(&changed, Audience::Admins).by(by.facts.user_id).about(&row.id))?;
    let detail = json!({ "change": change, "effect": row.effect, "class": row.class });
    Ok(tx.audit(&Actor::from(by), &texts::CHANGE_RULE, &row.id, &detail)?)
}

/// Reads the rules anew on this node, which need not wait for its own event. When it cannot, the event has it tried again:
/// the change holds all the same.
async fn load_soon(app: &App) {
    if let Err(error) = load(app).await {
        tracing::warn!(%error, "changed word rules not read, will retry");
    }
}

/// Adds a rule.
///
/// # Errors
/// 400 naming what is wrong, 409 beyond the number that a class may have.
pub(crate) async fn add(app: &App, by: &Caller, scope: &Scope, new: &NewRule) -> Result<RuleRow> {
    let (new, scope, by, id) = (new.check()?, scope.clone(), by.clone(), app.random.id(&app.clock));
    let added = app.write(move |tx| {
        tx.lock_log()?;
        if rules::count(tx, scope.stored())? >= MAX_RULES {
            return Err(texts::TOO_MANY_RULES.with("max", MAX_RULES));
        }
        refuse_many_patterns(tx, scope.stored(), "", &new)?;
        let (created_by, now) = (by.facts.user_id.to_string(), tx.now());
        let row = RuleRow {
            id: id.clone(),
            class: scope.stored().to_owned(),
            created_by,
            created_at: now,
            updated_at: now,
            ..row(&new)
        };
        rules::insert(tx, &row)?;
        append(tx, &by, &row, "added")?;
        Ok(row)
    });
    let row = added.await?;
    load_soon(app).await;
    Ok(row)
}

/// Compiled patterns are larger than terms, and each is compared by itself.
fn refuse_many_patterns(read: &mut Read, class: &str, but: &str, new: &NewRule) -> Result<()> {
    let is_one = new.matching == Matching::Pattern;
    if is_one && rules::count_patterns(read, class, but)? >= MAX_PATTERNS {
        return Err(texts::TOO_MANY_PATTERNS.with("max", MAX_PATTERNS));
    }
    Ok(())
}

/// A rule that this member of the staff manages.
fn managed(tx: &mut AppTx, by: &Caller, id: &str) -> Result<RuleRow> {
    let row = rules::find(tx, id)?.ok_or_else(ApiError::not_found)?;
    let scope =
        Scope::managed(&by.facts, Some(&row.class).filter(|class| !class.is_empty()).map(String::as_str))?;
    if scope.stored() == row.class { Ok(row) } else { Err(kernel::texts::NO_PERMISSION.err()) }
}

/// Changes a rule.
///
/// # Errors
/// 404 for none, 403 for another class's, 400 naming what is wrong.
pub(crate) async fn change(app: &App, by: &Caller, id: &str, new: &NewRule) -> Result<RuleRow> {
    let (new, by, id) = (new.check()?, by.clone(), id.to_owned());
    let changed = app.write(move |tx| {
        tx.lock_log()?;
        let old = managed(tx, &by, &id)?;
        refuse_many_patterns(tx, &old.class, &old.id, &new)?;
        let RuleRow { id, class, created_by, created_at, .. } = old;
        let row = RuleRow { id, class, created_by, created_at, updated_at: tx.now(), ..row(&new) };
        rules::update(tx, &row)?;
        append(tx, &by, &row, "changed")?;
        Ok(row)
    });
    let row = changed.await?;
    load_soon(app).await;
    Ok(row)
}

/// Removes a rule.
///
/// # Errors
/// 404 for none, 403 for another class's.
pub(crate) async fn remove(app: &App, by: &Caller, id: &str) -> Result<()> {
    let (by, id) = (by.clone(), id.to_owned());
    let removed = app.write(move |tx| {
        tx.lock_log()?;
        let row = managed(tx, &by, &id)?;
        rules::delete(tx, &id)?;
        append(tx, &by, &row, "removed")
    });
    removed.await?;
    load_soon(app).await;
    Ok(())
}
