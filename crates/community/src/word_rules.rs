//! Word rules and first posts: which posts and comments are masked, held or refused before they are written.

use std::sync::Arc;

use identity::user::{Members, members};
use integrations::Via;
use kernel::db::{DbResult, Read};
use kernel::user::{UserFacts, UserId};
use kernel::{App, Result};
use moderation::{Content, Holding, Judgement, NewHeld, Reach, Verdict, Why};

use crate::case_content::{COMMENT, POST};
use crate::comments::write::{self as comment, NewComment};
use crate::posts::write::{self as post, NewPost};
use crate::publish::{HeldComment, HeldPost};
use crate::store::{comments, posts};
use crate::viewer::Viewer;

/// What rules say of texts.
struct Ruling {
    is_held: bool,
    /// Whoever may moderate them, where a rule wants them to look.
    flagged: Option<Arc<Members>>,
}

/// Compares these texts with the rules and puts what is masked in their places.
///
/// # Errors
/// 400 for words that are refused.
async fn judge(app: &App, author: &UserFacts, texts: Vec<&mut String>) -> Result<Ruling> {
    let written: Vec<&str> = texts.iter().map(|text| text.as_str()).collect();
    let Judgement { texts: judged, is_held, is_flagged } =
        moderation::judge(app, author, Reach::Shared, &written)?;
    for (text, judged) in texts.into_iter().zip(judged) {
        *text = judged;
    }
    let flagged = if is_flagged { Some(members(app).await?) } else { None };
    Ok(Ruling { is_held, flagged })
}

fn content(author: &Viewer, anonymous: bool, place: String, content_type: &str, words: String) -> Content {
    Content {
        files: Vec::new(),
        // When it is published counts.
        changed_at: 0,
        author: Some(author.user()),
        anonymous,
        class: author.user().class().to_owned(),
        place,
        content_type: content_type.to_owned(),
        words,
    }
}

/// Checks a post, and compares it with the word rules.
///
/// # Errors
/// 400 naming what is wrong, and for words of a program that would be held: whoever runs it is not their author, who
/// could be told.
pub(crate) async fn check_post(
    app: &App,
    author: &Viewer,
    mut new: NewPost,
    via: Option<Via>,
) -> Result<Verdict<(NewPost, post::Draft)>> {
    // What is refused is not held.
    let first = new.check(app, author, via.clone())?;
    if was_written(app, author, first.key.clone(), posts::has_key).await? {
        return Ok(Verdict::Publish((new, first)));
    }
    let Ruling { is_held, flagged } = judge(app, author.writer(), new.texts()).await?;
    let user = author.user();
    let is_first = moderation::holds_first_post(app, &author.facts)
        && !app.db.read(move |read| Ok(posts::has_written(read, user)?)).await?;
    let mut draft = new.check(app, author, via.clone())?;
    draft.flagged = flagged;
    if !is_held && !is_first {
        return Ok(Verdict::Publish((new, draft)));
    }
    if via.is_some() {
        return Err(moderation::cannot_be_held());
    }
    let why = if is_held { Why::Rule } else { Why::FirstPost };
    let held = NewHeld {
        content: Content {
            files: draft.images.clone(),
            ..content(author, draft.anonymous, String::new(), draft.kind.into_str(), draft.words())
        },
        client_key: draft.key.clone(),
        payload: HeldPost { post: new }.payload()?,
        why,
    };
    Holding::new(app, user, POST, held).await.map(Verdict::Hold)
}

/// Whether something was written with this key before: sending it again gets the first one, whatever the rules say by
/// now.
async fn was_written(
    app: &App,
    author: &Viewer,
    key: Option<String>,
    has_key: fn(&mut Read, UserId, &str) -> DbResult<bool>,
) -> Result<bool> {
    let (Some(key), user) = (key, author.user()) else { return Ok(false) };
    app.db.read(move |read| Ok(has_key(read, user, &key)?)).await
}

/// Checks a comment, and compares it with the word rules.
///
/// # Errors
/// 400 naming what is wrong and for words of a program that would be held, 404 for a post that one does not see.
pub(crate) async fn check_comment(
    app: &App,
    author: &Viewer,
    post_id: i64,
    mut new: NewComment,
    via: Option<Via>,
) -> Result<Verdict<comment::Draft>> {
    let first = new.check(via.clone())?;
    if was_written(app, author, first.key.clone(), comments::has_key).await? {
        return Ok(Verdict::Publish(first));
    }
    let Ruling { is_held, flagged } = judge(app, author.writer(), vec![&mut new.content]).await?;
    let mut draft = new.check(via.clone())?;
    draft.flagged = flagged;
    if !is_held {
        return Ok(Verdict::Publish(draft));
    }
    if via.is_some() {
        return Err(moderation::cannot_be_held());
    }
    let viewer = author.clone();
    app.db.read(move |read| viewer.post(read, post_id).map(drop)).await?;
    let held = NewHeld {
        content: content(author, draft.anonymous, post_id.to_string(), "text", draft.content.clone()),
        client_key: draft.key.clone(),
        payload: HeldComment { post_id, comment: new }.payload()?,
        why: Why::Rule,
    };
    Holding::new(app, author.user(), COMMENT, held).await.map(Verdict::Hold)
}

/// The same of other words for what stands: they cannot be held. Answers who may moderate them where a rule wants them
/// to look.
///
/// # Errors
/// 400 for words that are refused or would be held.
pub(crate) async fn check_edit(
    app: &App,
    author: &UserFacts,
    texts: Vec<&mut String>,
) -> Result<Option<Arc<Members>>> {
    let Ruling { is_held, flagged } = judge(app, author, texts).await?;
    if is_held { Err(moderation::cannot_be_held()) } else { Ok(flagged) }
}
