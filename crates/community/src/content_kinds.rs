//! What moderation does with posts and comments: it finds, removes, restores and publishes them.

use std::collections::BTreeSet;
use std::mem::take;

use kernel::app::iso;
use kernel::db::Read;
use kernel::user::{UserFacts, UserId};
use kernel::{ApiError, App, AppTx, Result};
use moderation::{ContentKind, Moderator, Place, Quote, Recent, Removed, Sample, SeenPlaces, Surroundings};

use crate::case_content::words_of;
use crate::comments::facts;
use crate::events::{self, CommunityEvent};
use crate::posts::delete::is_removable;
use crate::posts::images;
use crate::posts::marks::recount;
use crate::store::comments::{self, CommentRow};
use crate::store::posts::{self, PostRow};
use crate::viewer::Viewer;
use crate::{case_content, model, notifications, publish, texts};

/// Posts.
pub(crate) static POST: ContentKind = ContentKind {
    name: case_content::POST,
    label: &texts::A_POST,
    find: |read, app, facts, id| {
        let post = Viewer::new(app, facts).post(read, model::parse_id(id)?)?;
        Ok(case_content::of_post(read, &post)?)
    },
    may_remove: |_, _, _| Ok(true),
    prepare_publication: |app, held| Box::pin(publish::prepare_post(app, held)),
    recent: recent_posts,
    seen_places,
    surroundings: around_post,
    remove: remove_post,
    restore: restore_post,
    forget: |tx, id| {
        let found = posts::find(tx, model::parse_id(id)?)?.filter(|post| post.deleted_at.is_some());
        // Nobody restores it any more, so that it is forgotten like what its author has deleted.
        found.map_or(Ok(()), |post| Ok(posts::set_deleted(tx, post.id, post.deleted_at, "")?))
    },
};

/// Comments.
pub(crate) static COMMENT: ContentKind = ContentKind {
    name: case_content::COMMENT,
    label: &texts::A_COMMENT,
    find: |read, app, facts, id| {
        let row = comments::find(read, model::parse_id(id)?)?.filter(|row| row.deleted_at.is_none());
        let row = row.ok_or_else(ApiError::not_found)?;
        Viewer::new(app, facts).post(read, row.post_id)?;
        Ok(case_content::of_comment(&row))
    },
    may_remove: |_, _, _| Ok(true),
    prepare_publication: |app, held| Box::pin(publish::prepare_comment(app, held)),
    recent: recent_comments,
    seen_places,
    surroundings: around_comment,
    remove: remove_comment,
    restore: restore_comment,
    forget: |tx, id| {
        let found = comments::find(tx, model::parse_id(id)?)?.filter(|row| row.deleted_at.is_some());
        found.map_or(Ok(()), |row| Ok(comments::set_deleted(tx, row.id, row.deleted_at, "")?))
    },
};

fn recent_posts(read: &mut Read, _: &App, wanted: &Recent<'_>) -> Result<Vec<Sample>> {
    let found = posts::recent(read, wanted.class, wanted.since, (wanted.limit, wanted.offset))?;
    let sample = |post: PostRow| {
        let (author, words) = (post.author(), words_of(read, &post)?);
        Ok(Sample { id: post.id.to_string(), author, words, created_at: post.created_at })
    };
    found.into_iter().map(sample).collect()
}

fn recent_comments(read: &mut Read, _: &App, wanted: &Recent<'_>) -> Result<Vec<Sample>> {
    let found = comments::recent(read, wanted.class, wanted.since, (wanted.limit, wanted.offset))?;
    let sample = |row: CommentRow| Sample {
        id: row.id.to_string(),
        author: row.author(),
        words: row.content,
        created_at: row.created_at,
    };
    Ok(found.into_iter().map(sample).collect())
}

/// The place of a comment is its post, and that of a post is the post itself. A post that was deleted has no title any
/// more, because nobody reads it otherwise; its case has its words.
fn seen_places(
    read: &mut Read,
    app: &App,
    moderator: &UserFacts,
    places: &BTreeSet<String>,
) -> Result<SeenPlaces> {
    let ids: Vec<i64> = places.iter().filter_map(|place| model::parse_id(place).ok()).collect();
    let (found, viewer) = (posts::find_all(read, &ids)?, Viewer::new(app, moderator));
    let seen = found.into_iter().filter(|post| viewer.is_addressed(post));
    let title =
        |post: &mut PostRow| if post.deleted_at.is_none() { take(&mut post.title) } else { String::new() };
    Ok(seen.map(|mut post| (post.id.to_string(), title(&mut post))).collect())
}

/// What restoring does: put it before its readers again, or give it back to its author, who had deleted it before the
/// moderator did.
const SHOWN: &str = "shown";
const DELETED: &str = "deleted";

fn restorable(deleted_at: Option<i64>) -> String {
    if deleted_at.is_some() { DELETED } else { SHOWN }.to_owned()
}

fn remove_post(tx: &mut AppTx, by: &Moderator, id: &str) -> Result<Option<Removed>> {
    let (id, now) = (model::parse_id(id)?, tx.now());
    let post = posts::find(tx, id)?
        .filter(|post| is_removable(post.deleted_at, &post.deleted_by, &post.author_id, now));
    let Some(post) = post else { return Ok(None) };
    posts::set_deleted(tx, id, Some(now), by.user().as_str())?;
    if post.deleted_at.is_none() {
        images::show(tx, &post, false)?;
        events::append(tx, &post, Some(by.user()), &CommunityEvent::PostRemoved((&post).into()))?;
        notifications::withdraw_post(tx, id)?;
    }
    Ok(Some(Removed { words: words_of(tx, &post)?, restorable: restorable(post.deleted_at) }))
}

fn restore_post(tx: &mut AppTx, by: &Moderator, id: &str, how: &str) -> Result<()> {
    let post = posts::find(tx, model::parse_id(id)?)?.filter(|post| post.deleted_at.is_some());
    let post = post.ok_or_else(|| texts::NOT_RESTORABLE.err())?;
    if how == DELETED {
        let now = tx.now();
        return Ok(posts::set_deleted(tx, post.id, Some(now), &post.author_id)?);
    }
    posts::set_deleted(tx, post.id, None, "")?;
    images::show(tx, &post, true)?;
    events::append(tx, &post, Some(by.user()), &CommunityEvent::PostAudienceChanged((&post).into()))?;
    Ok(())
}

fn remove_comment(tx: &mut AppTx, by: &Moderator, id: &str) -> Result<Option<Removed>> {
    let (id, now) = (model::parse_id(id)?, tx.now());
    let row = comments::find(tx, id)?
        .filter(|row| is_removable(row.deleted_at, &row.deleted_by, &row.author_id, now));
    let Some(row) = row else { return Ok(None) };
    let Some(mut post) = posts::find(tx, row.post_id)? else { return Ok(None) };
    if row.deleted_at.is_none() {
        post.comment_count -= 1;
        let removed = CommunityEvent::CommentRemoved(facts(&row, &post));
        events::append(tx, &post, Some(by.user()), &removed)?;
    }
    comments::set_deleted(tx, id, Some(now), by.user().as_str())?;
    if row.deleted_at.is_none() {
        recount(tx, &mut post)?;
        notifications::withdraw_comment(tx, &row)?;
    }
    Ok(Some(Removed { words: row.content, restorable: restorable(row.deleted_at) }))
}

fn restore_comment(tx: &mut AppTx, by: &Moderator, id: &str, how: &str) -> Result<()> {
    let gone = || texts::NOT_RESTORABLE.err();
    let row =
        comments::find(tx, model::parse_id(id)?)?.filter(|row| row.deleted_at.is_some()).ok_or_else(gone)?;
    if how == DELETED {
        let now = tx.now();
        return Ok(comments::set_deleted(tx, row.id, Some(now), &row.author_id)?);
    }
    let mut post = posts::find(tx, row.post_id)?.ok_or_else(gone)?;
    post.comment_count += 1;
    events::append(tx, &post, Some(by.user()), &CommunityEvent::CommentChanged(facts(&row, &post)))?;
    comments::set_deleted(tx, row.id, None, "")?;
    recount(tx, &mut post)
}

fn around_post(read: &mut Read, at: &Place<'_>) -> Result<Surroundings> {
    let Some(post) = posts::find(read, model::parse_id(at.content_id)?)? else {
        return Ok(Surroundings::default());
    };
    Ok(Surroundings { place_name: post.title.clone(), quotes: vec![quote_post(read, &post, true)?] })
}

/// The comment below its post and the comment that it answers.
fn around_comment(read: &mut Read, at: &Place<'_>) -> Result<Surroundings> {
    let Some(post) = posts::find(read, model::parse_id(at.place)?)? else {
        return Ok(Surroundings::default());
    };
    let row = comments::find(read, model::parse_id(at.content_id)?)?;
    let answered = row.as_ref().and_then(|row| row.parent_id);
    let answered = answered.map(|id| comments::find(read, id)).transpose()?.flatten();
    let quotes = [
        Some(quote_post(read, &post, false)?),
        answered.filter(|row| row.deleted_at.is_none()).map(|row| quote_comment(&row, false)),
        row.map(|row| quote_comment(&row, true)),
    ];
    Ok(Surroundings { place_name: post.title, quotes: quotes.into_iter().flatten().collect() })
}

fn quote_post(read: &mut Read, post: &PostRow, reported: bool) -> Result<Quote> {
    Ok(Quote {
        id: post.id.to_string(),
        author_id: author_id(post.author(), post.anonymous),
        anonymous: post.anonymous,
        alias: None,
        r#type: post.kind.into_str().to_owned(),
        text: words_of(read, post)?,
        files: post.image_list().into_iter().map(|image| image.hash).collect(),
        removed: post.deleted_at.is_some(),
        reported,
        created_at: iso(post.created_at),
    })
}

fn quote_comment(row: &CommentRow, reported: bool) -> Quote {
    Quote {
        id: row.id.to_string(),
        author_id: author_id(row.author(), row.anonymous),
        anonymous: row.anonymous,
        alias: row.alias,
        r#type: "text".to_owned(),
        text: row.content.clone(),
        files: Vec::new(),
        removed: row.deleted_at.is_some(),
        reported,
        created_at: iso(row.created_at),
    }
}

/// Nobody of what is anonymous.
fn author_id(author: Option<UserId>, anonymous: bool) -> String {
    author.filter(|_| !anonymous).map(|author| author.to_string()).unwrap_or_default()
}
