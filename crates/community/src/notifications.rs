//! What members are told of the community: that something calls or answers them, and that somebody of the staff has
//! asked who they are.
//!
//! Of something anonymous no notification has a sender.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use identity::notifications::{
    self, Content, Importance, Link, NewNotification, Notification, NotificationKind, Reader,
};
use identity::user::{self, directory};
use kernel::db::{DbResult, Read};
use kernel::user::{UserFacts, UserId};
use kernel::{AppTx, Result};

use crate::store::comments::{self, CommentRow};
use crate::store::posts::{self, PostRow};
use crate::store::reveals::{self, RevealRow};
use crate::texts;
use crate::viewer::Viewer;

/// Longest beginning of a text that an inbox shows, in characters.
const EXCERPT: usize = 120;
/// The app that shows posts.
const APP: &str = "community";

/// A post or comment calls the member by name.
pub(crate) static MENTION: NotificationKind = NotificationKind {
    name: "community_mention",
    label: &texts::MENTION,
    app: APP,
    importance: Importance::Personal,
    shown_by_app: false,
    describe: mention,
};

/// A comment answers one of the member, or a post of theirs.
pub(crate) static REPLY: NotificationKind = NotificationKind {
    name: "community_reply",
    label: &texts::REPLY,
    app: APP,
    importance: Importance::Personal,
    shown_by_app: false,
    describe: reply,
};

/// Somebody of the staff has asked who wrote something anonymous of the member.
pub(crate) static REVEALED: NotificationKind = NotificationKind {
    name: "community_reveal",
    label: &texts::REVEAL,
    app: APP,
    importance: Importance::General,
    shown_by_app: false,
    describe: reveal,
};

/// A post or a comment, as subjects and links spell it: `POST` or `POST-COMMENT`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    post: i64,
    comment: Option<i64>,
}

impl Place {
    fn parse(raw: &str) -> Option<Self> {
        let (post, comment) = match raw.split_once('-') {
            Some((post, comment)) => (post, Some(comment.parse().ok()?)),
            None => (raw, None),
        };
        Some(Self { post: post.parse().ok()?, comment })
    }

    fn link(self) -> Link {
        Link::app(APP, self.to_string())
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.comment {
            Some(comment) => write!(f, "{}-{comment}", self.post),
            None => write!(f, "{}", self.post),
        }
    }
}

impl From<i64> for Place {
    fn from(post: i64) -> Self {
        Self { post, comment: None }
    }
}

impl From<&CommentRow> for Place {
    fn from(row: &CommentRow) -> Self {
        Self { post: row.post_id, comment: Some(row.id) }
    }
}

/// Tells those whom a post calls.
///
/// # Errors
/// When a statement fails.
pub(crate) fn notify_of_post(
    tx: &mut AppTx,
    post: &PostRow,
    seq: i64,
    called: &[Arc<UserFacts>],
) -> Result<()> {
    let by = Written { place: post.id.into(), author: post.author(), anonymous: post.anonymous };
    tell(tx, &MENTION, post, &by, seq, called.iter().map(|facts| &**facts))?;
    Ok(())
}

/// Tells those whom a new comment calls, and whoever it answers: the author of its parent, else of the post.
///
/// # Errors
/// When a statement fails.
pub(crate) fn notify_of_comment(
    tx: &mut AppTx,
    post: &PostRow,
    comment: &CommentRow,
    parent: Option<&CommentRow>,
    seq: i64,
    called: &[Arc<UserFacts>],
) -> Result<()> {
    let by = Written { place: comment.into(), author: comment.author(), anonymous: comment.anonymous };
    let told = tell(tx, &MENTION, post, &by, seq, called.iter().map(|facts| &**facts))?;
    let answered = parent.map_or_else(|| post.author(), CommentRow::author);
    // Once is enough.
    let answered = answered.filter(|member| !told.contains(member));
    let answered = answered.map(|member| directory::member_of(tx, member)).transpose()?.flatten();
    tell(tx, &REPLY, post, &by, seq, answered.iter().map(|member| &member.facts))?;
    Ok(())
}

/// What a notification tells of, and who wrote it.
struct Written {
    place: Place,
    author: Option<UserId>,
    anonymous: bool,
}

/// Tells those of these members who see the post, but for whoever wrote it. Answers who was told.
fn tell<'a>(
    tx: &mut AppTx,
    kind: &NotificationKind,
    post: &PostRow,
    by: &Written,
    event_seq: i64,
    members: impl IntoIterator<Item = &'a UserFacts>,
) -> DbResult<BTreeSet<UserId>> {
    let app = tx.app();
    let others = members.into_iter().filter(|facts| by.author != Some(facts.user_id));
    let readers = others.filter(|facts| Viewer::new(app, facts).sees(post)).map(|facts| facts.user_id);
    let readers: Vec<UserId> = readers.collect();
    let (topic, subject) = (post.id.to_string(), by.place.to_string());
    let sender = by.author.filter(|_| !by.anonymous);
    let new = NewNotification { kind, topic: &topic, subject: &subject, event_seq, sender, content: "" };
    notifications::notify(tx, &new, readers)
}

/// The member has opened a post with its comments.
///
/// # Errors
/// When a statement fails.
pub(crate) fn mark_post_read(tx: &mut AppTx, user: UserId, post: i64) -> Result<()> {
    Ok(notifications::mark_topic_read(tx, user, &[&MENTION, &REPLY], &post.to_string(), i64::MAX)?)
}

/// A post is for others now: whoever does not see it any more is told nothing of it.
///
/// # Errors
/// When a statement fails.
pub(crate) fn withdraw_from_strangers(tx: &mut AppTx, post: &PostRow) -> Result<()> {
    let (kinds, topic) = ([&MENTION, &REPLY], post.id.to_string());
    let mut strangers = Vec::new();
    for user in notifications::told_about(tx, &kinds, &topic)? {
        let member = directory::member_of(tx, user)?;
        let sees = member.is_some_and(|member| Viewer::new(tx.app(), &member.facts).sees(post));
        if !sees {
            strangers.push(user);
        }
    }
    Ok(notifications::withdraw_from(tx, &strangers, &kinds, &topic)?)
}

/// A post is deleted: nobody has to look at it any more.
///
/// # Errors
/// When a statement fails.
pub(crate) fn withdraw_post(tx: &mut AppTx, id: i64) -> Result<()> {
    Ok(notifications::withdraw(tx, &[&MENTION, &REPLY], &Place::from(id).to_string())?)
}

/// A comment is deleted.
///
/// # Errors
/// When a statement fails.
pub(crate) fn withdraw_comment(tx: &mut AppTx, row: &CommentRow) -> Result<()> {
    Ok(notifications::withdraw(tx, &[&MENTION, &REPLY], &Place::from(row).to_string())?)
}

/// Tells an author who has asked for them, and why.
///
/// # Errors
/// When a statement fails.
pub(crate) fn notify_of_reveal(tx: &mut AppTx, row: &RevealRow, author: UserId) -> Result<()> {
    let subject = row.id.to_string();
    let sender = UserId::parse(&row.asked_by);
    let new =
        NewNotification { kind: &REVEALED, topic: "", subject: &subject, event_seq: 0, sender, content: "" };
    notifications::notify(tx, &new, [author])?;
    Ok(())
}

/// The post of a place, and the comment that it names, as the reader sees them.
fn seen(read: &mut Read, reader: &Reader<'_>, place: Place) -> Result<Option<(PostRow, Option<CommentRow>)>> {
    let viewer = Viewer::new(reader.app, reader.facts);
    let Some(post) = posts::find(read, place.post)?.filter(|post| viewer.sees(post)) else {
        return Ok(None);
    };
    let Some(id) = place.comment else { return Ok(Some((post, None))) };
    let comment = comments::find(read, id)?;
    let comment = comment.filter(|comment| comment.post_id == post.id && comment.deleted_at.is_none());
    Ok(comment.map(|comment| (post, Some(comment))))
}

fn mention(read: &mut Read, reader: &Reader<'_>, about: &Notification) -> Result<Option<Content>> {
    let Some(place) = Place::parse(&about.subject) else { return Ok(None) };
    let (post, comment) = match seen(read, reader, place)? {
        Some(seen) => seen,
        None => return Ok(None),
    };
    let (title, author, anonymous, text) = match &comment {
        Some(row) => (&texts::MENTIONED_IN_COMMENT, &row.author_id, row.anonymous, &row.content),
        None => (&texts::MENTIONED_IN_POST, &post.author_id, post.anonymous, beginning(&post)),
    };
    let sender_name = name_of(read, reader, author, anonymous)?;
    Ok(Some(Content {
        title: reader.say(title.with("name", &sender_name)),
        text: excerpt(text),
        sender_name,
        link: Some(place.link()),
    }))
}

fn reply(read: &mut Read, reader: &Reader<'_>, about: &Notification) -> Result<Option<Content>> {
    let Some(place) = Place::parse(&about.subject) else { return Ok(None) };
    let Some((_, Some(row))) = seen(read, reader, place)? else { return Ok(None) };
    let title = if row.parent_id.is_some() { &texts::REPLIED } else { &texts::COMMENTED };
    let sender_name = name_of(read, reader, &row.author_id, row.anonymous)?;
    Ok(Some(Content {
        title: reader.say(title.with("name", &sender_name)),
        text: excerpt(&row.content),
        sender_name,
        link: Some(place.link()),
    }))
}

fn name_of(read: &mut Read, reader: &Reader<'_>, id: &str, anonymous: bool) -> DbResult<String> {
    if anonymous {
        return Ok(reader.say(&texts::ANONYMOUS));
    }
    let member = UserId::parse(id).map(|user| directory::member_of(read, user)).transpose()?.flatten();
    Ok(member.map_or_else(|| reader.say(user::deleted_name()), |member| member.facts.net_name))
}

fn beginning(post: &PostRow) -> &String {
    if post.title.is_empty() { &post.content } else { &post.title }
}

fn excerpt(text: &str) -> String {
    text.chars().take(EXCERPT).collect()
}

fn reveal(read: &mut Read, reader: &Reader<'_>, about: &Notification) -> Result<Option<Content>> {
    let row = about.subject.parse().ok().map(|id| reveals::find(read, id)).transpose()?.flatten();
    let Some(row) = row else { return Ok(None) };
    let place = Place { post: row.post_id, comment: row.comment_id };
    let link = seen(read, reader, place)?.map(|_| place.link());
    let title = if row.comment_id.is_some() { &texts::COMMENT_REVEALED } else { &texts::POST_REVEALED };
    let asked_by = UserId::parse(&row.asked_by);
    let asked_by = asked_by.map(|user| directory::member_of(read, user)).transpose()?.flatten();
    let sender_name =
        asked_by.map_or_else(|| reader.say(user::deleted_name()), |member| member.facts.real_name);
    Ok(Some(Content {
        title: reader.say(title.with("name", &sender_name)),
        text: reader.say(texts::REVEAL_REASON.with("reason", &row.reason)),
        sender_name,
        link,
    }))
}
