//! What a member takes along, what is left when they are erased, and what goes with a post.

use kernel::app::iso;
use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{files, p, record, statements};
use serde_json::{Value, json};

statements! {
    /// Everything that one wrote, the anonymous posts too: they are one's own.
    WRITTEN = "select p.id, p.type, p.title, p.content, p.tags, p.anonymous, p.created_at from community_posts p
               where p.author_id = $1 and p.deleted_at is null order by p.id";
    /// The numbers of one's posts.
    POSTS_OF = "select id from community_posts where author_id = $1";
    /// Who deleted what stays without a name.
    UNSIGN_DELETED = "update community_posts set deleted_by = '' where deleted_by = $1";
    /// And who asked.
    UNSIGN_REVEALS = "update community_reveals set asked_by = '' where asked_by = $1";
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
    /// Who asked for its author.
    DROP_REVEALS = "delete from community_reveals where post_id = $1";
    /// The post.
    DROP_POST = "delete from community_posts where id = $1";
}

record! {
    struct WrittenPost {
        id: i64,
        kind: String,
        title: String,
        content: String,
        tags: String,
        anonymous: bool,
        created_at: i64,
    }
}

/// Removes a post with everything that hangs on it, but for its file references.
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
        &DROP_REVEALS,
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
    for statement in [&UNSIGN_DELETED, &UNSIGN_REVEALS, &DROP_READS_OF, &DROP_VISITS_OF] {
        tx.exec(statement, p![user])?;
    }
    Ok(())
}

pub(crate) fn export(read: &mut Read, user: &UserId) -> DbResult<Option<Value>> {
    let posts: Vec<WrittenPost> = read.all(&WRITTEN, p![user])?;
    let plain = |row: WrittenPost| {
        json!({ "id": row.id, "type": row.kind, "title": row.title, "content": row.content,
                "tags": serde_json::from_str::<Value>(&row.tags).unwrap_or_default(), "anonymous": row.anonymous,
                "created_at": iso(row.created_at) })
    };
    let mut all = serde_json::Map::new();
    let posts: Vec<Value> = posts.into_iter().map(plain).collect();
    if !posts.is_empty() {
        all.insert("posts".into(), posts.into());
    }
    let votes = super::polls::export(read, user)?;
    if !votes.is_empty() {
        all.insert("votes".into(), votes.into());
    }
    for (name, value) in
        super::comments::export(read, user)?.into_iter().chain(super::profiles::export(read, user)?)
    {
        all.insert(name.to_owned(), value);
    }
    Ok((!all.is_empty()).then(|| all.into()))
}
