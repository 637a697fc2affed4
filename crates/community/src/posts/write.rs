//! Writing a post.

use std::sync::Arc;

use identity::user::Members;
use integrations::Via;
use kernel::user::UserFacts;
use kernel::{App, AppTx, Result, sequence};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::images;
use crate::audience::PostAudience;
use crate::events::{self, CommunityEvent};
use crate::model::{self, MAX_CONTENT, PostType};
use crate::polls::{self, CheckedPoll, NewPoll};
use crate::store::audiences;
use crate::store::posts::{self, PostRow, json_list};
use crate::viewer::Viewer;
use crate::{case_content, notifications, texts};

/// A new post.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
pub(crate) struct NewPost {
    /// The kind of the post; `forum` by default.
    #[serde(default)]
    r#type: PostType,
    /// The title of the post, at most 100 characters. A poll or survey needs one.
    #[serde(default)]
    title: String,
    /// The text of the post, at most 20,000 characters of Markdown. It is stored as it is written; HTML in it stays
    /// text. A post has a title, a text or an image.
    #[serde(default)]
    content: String,
    /// The tags of the post, at most 5 of at most 20 characters.
    #[serde(default)]
    tags: Vec<String>,
    /// The hashes of uploaded images that the author may read, at most 9.
    #[serde(default)]
    images: Vec<String>,
    /// Whether the author is hidden from everyone. Class admins can ask for the author with a reason, which is logged
    /// and told to the author.
    #[serde(default)]
    anonymous: bool,
    /// The classes and groups that see the post, as rooms of the chat (`class_CC`, `group_UUID`), at most 20; by
    /// default everyone.
    #[serde(default)]
    visible_groups: Vec<String>,
    /// The classes and groups that do not see the post, at most 20.
    #[serde(default)]
    hidden_groups: Vec<String>,
    /// What members vote on, for a poll or survey.
    poll: Option<NewPoll>,
    /// An id that the client makes, at most 80 visible ASCII characters: sending again with the same id
    /// returns the first post.
    pub(crate) key: Option<String>,
}

/// A post that keeps the rules for one.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub(crate) kind: PostType,
    title: String,
    content: String,
    tags: Vec<String>,
    pub(crate) images: Vec<String>,
    pub(crate) anonymous: bool,
    audience: PostAudience,
    poll: Option<CheckedPoll>,
    pub(crate) key: Option<String>,
    /// The integration that posts in the name of its owner.
    via: Option<Via>,
    /// Whoever may moderate it, where a word rule wants them to look at it.
    pub(crate) flagged: Option<Arc<Members>>,
}

impl Draft {
    /// What it says, for whoever looks at it before it is published.
    pub(crate) fn words(&self) -> String {
        let questions = self.poll.as_ref().map_or(&[][..], |poll| &poll.questions);
        case_content::joined([&self.title, &self.content].into_iter().chain(&self.tags), questions)
    }
}

impl NewPost {
    /// The post, if it keeps the rules for one.
    ///
    /// # Errors
    /// 400 naming what is wrong.
    pub(crate) fn check(&self, app: &App, author: &Viewer, via: Option<Via>) -> Result<Draft> {
        let poll = match (&self.poll, self.r#type.has_poll()) {
            (None, false) => None,
            (Some(poll), true) => Some(poll.check(self.r#type, app.clock.now_ms())?),
            (None, true) => return Err(texts::POLL_MISSING.err()),
            (Some(_), false) => return Err(texts::POLL_OF_OTHER.err()),
        };
        if self.anonymous && via.is_some() {
            return Err(texts::ANONYMOUS_CLIENT.err());
        }
        let draft = Draft {
            kind: self.r#type,
            title: model::parse_title(&self.title)?,
            content: model::parse_content(&self.content, MAX_CONTENT)?,
            tags: model::parse_tags(&self.tags)?,
            images: model::parse_images(&self.images)?,
            anonymous: self.anonymous,
            audience: PostAudience::parse(&self.visible_groups, &self.hidden_groups, |audience| {
                author.is_among(audience)
            })?,
            poll,
            key: model::parse_key(self.key.as_deref())?,
            via,
            flagged: None,
        };
        refuse_empty(draft.kind, &draft.title, &draft.content, draft.images.is_empty())?;
        Ok(draft)
    }

    /// Everything that people read of it.
    pub(crate) fn texts(&mut self) -> Vec<&mut String> {
        let own = [&mut self.title, &mut self.content].into_iter().chain(&mut self.tags);
        own.chain(self.poll.iter_mut().flat_map(NewPoll::texts)).collect()
    }

    /// Its text, as it was sent.
    pub(crate) fn content(&self) -> &str {
        &self.content
    }
}

/// Refuses a post with nothing to read, and a poll or survey that lists could not name.
///
/// # Errors
/// 400.
pub(crate) fn refuse_empty(kind: PostType, title: &str, content: &str, no_images: bool) -> Result<()> {
    if kind.has_poll() && title.is_empty() {
        return Err(texts::TITLE_MISSING.err());
    }
    let is_empty = title.is_empty() && content.trim().is_empty() && no_images;
    if is_empty { Err(texts::CONTENT_MISSING.err()) } else { Ok(()) }
}

/// Writes a post. The same key gets the first one.
///
/// # Errors
/// 400 for images that are none, and for more mentions than a post may have; 409 when the first post with the key was
/// deleted.
pub(crate) fn write(
    tx: &mut AppTx,
    author: &Viewer,
    draft: &Draft,
    called: &[Arc<UserFacts>],
) -> Result<PostRow> {
    tx.lock_log()?;
    let (user, now) = (author.user(), tx.now());
    if let Some(key) = &draft.key
        && let Some(first) = posts::by_key(tx, user.as_str(), key)?
    {
        return if first.deleted_at.is_none() { Ok(first) } else { Err(texts::KEY_USED.err()) };
    }
    let mut row = PostRow {
        id: sequence::next(tx, "community_posts")?,
        kind: draft.kind,
        title: draft.title.clone(),
        content: draft.content.clone(),
        author_id: user.to_string(),
        class: user.class().to_owned(),
        author_tier: moderation::rank(&author.facts),
        anonymous: draft.anonymous,
        audience: draft.audience.audience().to_key(),
        tags: json_list(&draft.tags),
        images: "[]".into(),
        via: draft.via.as_ref().map(|via| serde_json::to_string(via).unwrap_or_default()),
        pinned: false,
        featured: false,
        like_count: 0,
        comment_count: 0,
        share_count: 0,
        hot: now,
        revision: 1,
        edited_at: None,
        deleted_at: None,
        deleted_by: String::new(),
        created_at: now,
        updated_at: now,
    };
    let reader = tx.app().file_reader(&author.facts);
    row.images = json_list(&images::attach(tx, &reader, &row, &draft.images)?);
    let audience = audiences::number(tx, &row.audience)?;
    posts::insert(tx, &row, audience, draft.key.as_deref())?;
    if let Some(poll) = &draft.poll {
        polls::create(tx, row.id, poll)?;
    }
    let actor = (!row.anonymous).then_some(user);
    let seq = events::append(tx, &row, actor, &CommunityEvent::PostCreated((&row).into()))?;
    notifications::notify_of_post(tx, &row, seq, called)?;
    if let Some(everyone) = &draft.flagged {
        let content = case_content::of_post(tx, &row)?;
        moderation::flag(tx, everyone, case_content::POST, &row.id.to_string(), &content)?;
    }
    Ok(row)
}
