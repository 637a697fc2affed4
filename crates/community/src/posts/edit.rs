//! Changing a post. What it said is kept.

use std::sync::Arc;

use kernel::events::Audience;
use kernel::user::UserFacts;
use kernel::{AppTx, Result};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::images;
use super::write::refuse_empty;
use crate::audience::PostAudience;
use crate::events::{self, CommunityEvent};
use crate::model::{self, MAX_CONTENT};
use crate::store::audiences;
use crate::store::posts::{self, PostRow, json_list};
use crate::viewer::Viewer;
use crate::{notifications, polls};

/// The fields of a post to change; absent fields stay.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct PostChange {
    /// The title of the post, at most 100 characters. Of a poll or survey it stays once somebody has voted.
    title: Option<String>,
    /// The text of the post, at most 20,000 characters of Markdown. Of a poll or survey it stays once somebody has voted.
    pub(crate) content: Option<String>,
    /// The tags of the post, at most 5 of at most 20 characters.
    tags: Option<Vec<String>>,
    /// The hashes of the images, at most 9: those that the post has, and uploads of its author.
    images: Option<Vec<String>>,
    /// The classes and groups that see the post; empty for everyone.
    visible_groups: Option<Vec<String>>,
    /// The classes and groups that do not see the post.
    hidden_groups: Option<Vec<String>>,
    /// When the vote ends: ISO 8601 with its zone, in the future; an empty text for never. For a poll or survey that is
    /// open.
    #[schema(format = DateTime)]
    closes_at: Option<String>,
    /// The revision that was edited: 409 with the present one when another one is there by now.
    revision: Option<i64>,
}

impl PostChange {
    /// Everything that people read of it.
    pub(crate) fn texts(&mut self) -> Vec<&mut String> {
        self.title.iter_mut().chain(&mut self.content).chain(self.tags.iter_mut().flatten()).collect()
    }
}

/// Changes a post, as its author.
///
/// # Errors
/// 404 for what one does not see, 403 for another's, 409 when it was changed meanwhile, 400 naming what is wrong.
pub(crate) fn edit(
    tx: &mut AppTx,
    author: &Viewer,
    id: i64,
    change: &PostChange,
    called: &[Arc<UserFacts>],
) -> Result<PostRow> {
    tx.lock_log()?;
    let old = author.post(tx, id)?;
    if !author.is_author(&old.author_id) {
        return Err(kernel::texts::NO_PERMISSION.err());
    }
    if change.revision.is_some_and(|revision| revision != old.revision) {
        return Err(kernel::texts::REVISION_CONFLICT.err().data(json!({ "revision": old.revision })));
    }
    let mut new = old.clone();
    apply(&mut new, author, change)?;
    polls::refuse_change_of_question(tx, &old, &new)?;
    let ends = change.closes_at.as_deref();
    if let Some(closes_at) = ends {
        polls::set_end(tx, id, closes_at)?;
    }
    if let Some(hashes) = &change.images {
        let hashes = model::parse_images(hashes)?;
        let reader = tx.app().file_reader(&author.facts);
        new.images = json_list(&images::attach(
            tx,
            &reader,
            &PostRow { audience: new.audience.clone(), ..old.clone() },
            &hashes,
        )?);
    }
    refuse_empty(new.kind, &new.title, &new.content, new.image_list().is_empty())?;
    if new == old && ends.is_none() {
        return Err(kernel::texts::NOTHING_TO_CHANGE.err());
    }
    save(tx, author, &old, new, called)
}

fn apply(new: &mut PostRow, author: &Viewer, change: &PostChange) -> Result<()> {
    if let Some(title) = &change.title {
        new.title = model::parse_title(title)?;
    }
    if let Some(content) = &change.content {
        new.content = model::parse_content(content, MAX_CONTENT)?;
    }
    if let Some(tags) = &change.tags {
        new.tags = json_list(&model::parse_tags(tags)?);
    }
    if change.visible_groups.is_some() || change.hidden_groups.is_some() {
        let before = PostAudience::stored(&new.audience);
        let visible = change.visible_groups.clone().unwrap_or_else(|| before.visible_rooms());
        let hidden = change.hidden_groups.clone().unwrap_or_else(|| before.hidden_rooms());
        let audience = PostAudience::parse(&visible, &hidden, |audience| author.is_among(audience))?;
        new.audience = audience.audience().to_key();
    }
    Ok(())
}

fn save(
    tx: &mut AppTx,
    author: &Viewer,
    old: &PostRow,
    mut new: PostRow,
    called: &[Arc<UserFacts>],
) -> Result<PostRow> {
    let now = tx.now();
    let is_moved = new.audience != old.audience;
    new.revision += 1;
    new.edited_at = Some(now);
    new.updated_at = now;
    let audience = audiences::number(tx, &new.audience)?;
    posts::update(tx, old, &new, audience, author.user().as_str())?;
    if is_moved {
        images::show(tx, &new, true)?;
    }
    let actor = (!new.anonymous).then(|| author.user());
    let facts = (&new).into();
    let changed = if is_moved {
        CommunityEvent::PostAudienceChanged(facts)
    } else {
        CommunityEvent::PostChanged(facts)
    };
    let seq = events::append(tx, &new, actor, &changed)?;
    if is_moved {
        // Whoever does not see it any more asks for it and learns that it is not there.
        let before = Audience::parse(&old.audience).unwrap_or(Audience::Admins);
        events::append_to(tx, new.id, before, None, &changed)?;
        notifications::withdraw_from_strangers(tx, &new)?;
    }
    notifications::notify_of_post(tx, &new, seq, called)?;
    Ok(new)
}
