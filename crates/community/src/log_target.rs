//! What readers of the operation log are told of a post or comment: the beginning of its title or text, if they see
//! it.

use kernel::audit::{Entry, TargetName};
use kernel::db::Read;
use kernel::user::UserFacts;
use kernel::{App, Result};

use crate::notifications::Place;
use crate::search::{COMMENTS, POSTS};
use crate::store::{comments, posts};
use crate::texts;
use crate::viewer::Viewer;

/// Names the post or comment of an act.
pub(crate) fn name(app: &App, read: &mut Read, reader: &UserFacts, entry: &Entry) -> Result<TargetName> {
    let Ok(id) = entry.target.parse() else { return Ok(TargetName::Unnamed) };
    if entry.action == texts::REVEAL_COMMENT.id {
        return comment(app, read, reader, id);
    }
    let Some(row) = posts::find(read, id)? else { return Ok(TargetName::Gone) };
    let viewer = Viewer::new(app, reader);
    if !viewer.is_addressed(&row) {
        return Ok(TargetName::Unnamed);
    }
    let title = if row.title.is_empty() { &row.content } else { &row.title };
    let name = TargetName::quoting(title);
    Ok(if row.deleted_at.is_some() { name } else { name.at(POSTS.name, id.to_string()) })
}

/// A comment that was emptied for good is gone, and a deleted one is shown nowhere.
fn comment(app: &App, read: &mut Read, reader: &UserFacts, id: i64) -> Result<TargetName> {
    let row = comments::find(read, id)?.filter(|row| !row.content.is_empty());
    let Some(row) = row else { return Ok(TargetName::Gone) };
    let post = posts::find(read, row.post_id)?;
    let viewer = Viewer::new(app, reader);
    let Some(post) = post.filter(|post| viewer.is_addressed(post)) else { return Ok(TargetName::Unnamed) };
    let name = TargetName::quoting(&row.content);
    let is_shown = row.deleted_at.is_none() && post.deleted_at.is_none();
    Ok(if is_shown { name.at(COMMENTS.name, Place::from(&row).to_string()) } else { name })
}
