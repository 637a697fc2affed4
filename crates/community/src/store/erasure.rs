//! What a member takes along, what is left when they are erased, and what goes with a post.

use kernel::app::iso;
use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{files, p, record, statements};
use serde_json::{Map, Value, json};

use super::posts::{Image, PostRow, select};
use crate::audience::PostAudience;

statements! {
    /// Everything that one wrote, the anonymous posts too: they are one's own. What is deleted is there for as long as it
    /// can be restored.
    WRITTEN = concat!(select!(), "where p.author_id = $1 order by p.id");
    /// What a post said before, oldest first.
    REPLACED = "select revision, title, content, tags, images, replaced_at from community_revisions
                where post_id = $1 order by revision";
    /// The numbers of one's posts.
    POSTS_OF = "select id from community_posts where author_id = $1";
    /// The moderator who deleted something stays without a name. It is kept for its author's appeal as before.
    UNSIGN_DELETED = "update community_posts set deleted_by = 'moderator' where deleted_by = $1 and author_id <> $1";
    /// What one has opened.
    DROP_READS_OF = "delete from community_reads where user_id = $1";
    /// When one looked.
    DROP_VISITS_OF = "delete from community_visits where user_id = $1";
    /// The likes of a post's comments.
    DROP_COMMENT_LIKES = "delete from community_likes where target = 'comment' and target_id in
                          (select id from community_comments where post_id = $1)";
    /// Its likes.
    DROP_LIKES = "delete from community_likes where target = 'post' and target_id = $1";
    /// Its comments.
    DROP_COMMENTS = "delete from community_comments where post_id = $1";
    /// Its tags.
    DROP_TAGS = "delete from community_tags where post_id = $1";
    /// What it said before.
    DROP_REVISIONS = "delete from community_revisions where post_id = $1";
    /// Who keeps it.
    DROP_BOOKMARKS = "delete from community_bookmarks where post_id = $1";
    /// Who has opened it.
    DROP_READS = "delete from community_reads where post_id = $1";
    /// Who has passed it on.
    DROP_SHARES = "delete from community_shares where post_id = $1";
    /// The post.
    DROP_POST = "delete from community_posts where id = $1";
}

record! {
    struct ReplacedPost {
        revision: i64,
        title: String,
        content: String,
        tags: String,
        images: String,
        replaced_at: i64,
    }
}

/// Removes a post with everything that hangs on it, but for its file references. Who asked for its author stays known:
/// the author was told of it.
pub(crate) fn drop_post(tx: &mut Tx, id: i64) -> DbResult<()> {
    super::polls::drop_whole(tx, id)?;
    for statement in [
        &DROP_COMMENT_LIKES,
        &DROP_LIKES,
        &DROP_COMMENTS,
        &DROP_TAGS,
        &DROP_REVISIONS,
        &DROP_BOOKMARKS,
        &DROP_READS,
        &DROP_SHARES,
        &DROP_POST,
    ] {
        tx.exec(statement, p![id])?;
    }
    Ok(())
}

/// Posts go with what others said below them; comments below posts of others leave their place.
pub(crate) fn erase(tx: &mut Tx, user: &UserId) -> DbResult<()> {
    let posts: Vec<i64> = tx.all(&POSTS_OF, p![user])?;
    posts.into_iter().try_for_each(|id| drop_post(tx, id))?;
    files::forget_owner(tx, "community", user)?;
    super::comments::erase(tx, user)?;
    super::profiles::erase(tx, user)?;
    super::polls::forget_voter(tx, *user)?;
    super::reveals::erase(tx, user)?;
    for statement in [&UNSIGN_DELETED, &DROP_READS_OF, &DROP_VISITS_OF] {
        tx.exec(statement, p![user])?;
    }
    Ok(())
}

pub(crate) fn export(read: &mut Read, user: &UserId) -> DbResult<Option<Value>> {
    let posts: Vec<PostRow> = read.all(&WRITTEN, p![user])?;
    let posts = posts.iter().map(|row| plain(read, row)).collect::<DbResult<Vec<_>>>()?;
    let (votes, reveals) = (super::polls::export(read, user)?, super::reveals::export(read, user)?);
    let lists = [("posts", posts), ("votes", votes), ("reveals", reveals)];
    let mut all: Map<String, Value> = lists
        .into_iter()
        .filter(|(_, list)| !list.is_empty())
        .map(|(name, list)| (name.to_owned(), list.into()))
        .collect();
    for (name, value) in
        super::comments::export(read, user)?.into_iter().chain(super::profiles::export(read, user)?)
    {
        all.insert(name.to_owned(), value);
    }
    Ok((!all.is_empty()).then(|| all.into()))
}

/// A post of one's own with everything that belongs to it.
fn plain(read: &mut Read, row: &PostRow) -> DbResult<Value> {
    let audience = PostAudience::stored(&row.audience);
    let questions = super::polls::find(read, row.id)?.map(|poll| poll.question_list());
    let replaced: Vec<ReplacedPost> = read.all(&REPLACED, p![row.id])?;
    let earlier = |old: ReplacedPost| {
        json!({ "revision": old.revision, "title": old.title, "content": old.content, "tags": list(&old.tags),
                "images": hashes(&serde_json::from_str::<Vec<Image>>(&old.images).unwrap_or_default()),
                "replaced_at": iso(old.replaced_at) })
    };
    Ok(json!({
        "id": row.id, "type": row.kind.into_str(), "title": row.title, "content": row.content,
        "tags": row.tag_list(), "images": hashes(&row.image_list()), "anonymous": row.anonymous,
        "visible_groups": audience.visible_rooms(), "hidden_groups": audience.hidden_rooms(),
        "questions": questions, "revisions": replaced.into_iter().map(earlier).collect::<Vec<_>>(),
        "deleted": row.deleted_at.is_some(), "created_at": iso(row.created_at),
    }))
}

fn list(raw: &str) -> Value {
    serde_json::from_str(raw).unwrap_or_default()
}

fn hashes(images: &[Image]) -> Vec<&str> {
    images.iter().map(|image| image.hash.as_str()).collect()
}
