//! Posts and comments as cases of moderation have them.

use kernel::db::{DbResult, Read};
use moderation::Content;

use crate::polls::model::Question;
use crate::store::comments::CommentRow;
use crate::store::polls;
use crate::store::posts::PostRow;

/// The kind of posts.
pub(crate) const POST: &str = "post";
/// The kind of comments.
pub(crate) const COMMENT: &str = "comment";

/// A post, as its case has it.
///
/// # Errors
/// When the statement fails.
pub(crate) fn of_post(read: &mut Read, post: &PostRow) -> DbResult<Content> {
    Ok(Content {
        author: post.author(),
        anonymous: post.anonymous,
        class: post.class.clone(),
        place: post.id.to_string(),
        content_type: post.kind.into_str().to_owned(),
        words: words_of(read, post)?,
        files: post.image_list().into_iter().map(|image| image.hash).collect(),
        changed_at: post.edited_at.unwrap_or(post.created_at),
    })
}

/// A comment, as its case has it.
pub(crate) fn of_comment(row: &CommentRow) -> Content {
    Content {
        author: row.author(),
        anonymous: row.anonymous,
        class: row.class.clone(),
        place: row.post_id.to_string(),
        content_type: "text".to_owned(),
        words: row.content.clone(),
        files: Vec::new(),
        changed_at: row.edited_at.unwrap_or(row.created_at),
    }
}

/// Everything that people read of a post: the title, the text below it, the tags, and what a poll asks with its options.
///
/// # Errors
/// When the statement fails.
pub(crate) fn words_of(read: &mut Read, post: &PostRow) -> DbResult<String> {
    let (tags, poll) = (post.tag_list(), polls::find(read, post.id)?);
    let questions = poll.map(|poll| poll.question_list()).unwrap_or_default();
    Ok(joined([&post.title, &post.content].into_iter().chain(&tags), &questions))
}

/// Texts and questions, one below the other.
pub(crate) fn joined<'a>(texts: impl Iterator<Item = &'a String>, questions: &'a [Question]) -> String {
    let asked =
        questions.iter().flat_map(|question| std::iter::once(&question.text).chain(&question.options));
    let parts = texts.chain(asked).filter(|part| !part.is_empty());
    parts.map(String::as_str).collect::<Vec<_>>().join("\n")
}
