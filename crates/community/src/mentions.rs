//! Who is called by `@name` in a post or comment.

use std::collections::BTreeSet;
use std::sync::Arc;

use identity::user::{members, mentioned};
use kernel::user::UserFacts;
use kernel::{App, Result};

use crate::model::MAX_MENTIONS;
use crate::texts;

/// The members whom a text calls, without those whom the text that it replaces called already.
///
/// # Errors
/// 400 for more than a text may call.
pub(crate) async fn called(app: &App, content: &str, before: &str) -> Result<Vec<Arc<UserFacts>>> {
    if !content.contains('@') {
        return Ok(Vec::new());
    }
    let everyone = members(app).await?;
    let ids = |text: &str| mentioned(text, |name| everyone.named(name));
    let (called, known) = (ids(content), ids(before).into_iter().collect::<BTreeSet<_>>());
    if called.len() > MAX_MENTIONS {
        return Err(texts::TOO_MANY_MENTIONS.with("max", MAX_MENTIONS));
    }
    let is_new = |facts: &&Arc<UserFacts>| called.contains(&facts.user_id) && !known.contains(&facts.user_id);
    Ok(everyone.all().iter().filter(is_new).cloned().collect())
}
