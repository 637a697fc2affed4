//! Feeds.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements, text_column};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

macro_rules! columns {
    () => {
        "id, user_id, name, content, token_version, created_at, last_used_at"
    };
}

statements! {
    /// Those of a member.
    LIST = concat!("select ", columns!(), " from calendar_feeds where user_id = $1 order by created_at, id");
    /// The one that a key opens.
    OF_KEY = concat!("select ", columns!(), " from calendar_feeds where key_hash = $1");
    /// Adds one.
    INSERT = "insert into calendar_feeds (id, user_id, key_hash, name, content, token_version, created_at)
              values ($1, $2, $3, $4, $5, $6, $7)";
    /// Notes that it was read.
    SET_USED = "update calendar_feeds set last_used_at = $2 where id = $1";
    /// Removes one of a member.
    REMOVE = "delete from calendar_feeds where id = $1 and user_id = $2";
    /// Removes those of a member that ended with the sessions of their time.
    REMOVE_ENDED = "delete from calendar_feeds where user_id = $1 and token_version < $2";
    /// What every write to a calendar changes. Deleted events count: deleting one raises its revision.
    STATE = "select count(*), cast(coalesce(sum(revision), 0) as bigint), coalesce(max(updated_at), 0)
             from calendar_events where owner = $1";
}

/// What a feed shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FeedContent {
    /// The events of the member and of their class.
    #[default]
    All,
    /// The member's own events.
    Own,
    /// The events of the class.
    Class,
}

text_column!(FeedContent);

record! {
    /// A row, but for the hash of its key.
    #[derive(Clone, Debug)]
    pub(crate) struct Feed {
        pub(crate) id: String,
        pub(crate) user_id: UserId,
        pub(crate) name: String,
        pub(crate) content: FeedContent,
        /// That of the member as the feed was made; with another one it opens nothing.
        pub(crate) token_version: i64,
        pub(crate) created_at: i64,
        pub(crate) last_used_at: Option<i64>,
    }
}

pub(crate) fn list(read: &mut Read, user: UserId) -> DbResult<Vec<Feed>> {
    read.all(&LIST, p![user])
}

/// The feed that a key opens, by the hash of the key.
pub(crate) fn of_key(read: &mut Read, key_hash: &str) -> DbResult<Option<Feed>> {
    read.opt(&OF_KEY, p![key_hash])
}

pub(crate) fn insert(tx: &mut Tx, feed: &Feed, key_hash: &str) -> DbResult<()> {
    let Feed { id, user_id, name, content, token_version, created_at, .. } = feed;
    tx.exec(&INSERT, p![id, *user_id, key_hash, name, *content, *token_version, *created_at])?;
    Ok(())
}

pub(crate) fn set_used(tx: &mut Tx, id: &str, at: i64) -> DbResult<()> {
    tx.exec(&SET_USED, p![id, at])?;
    Ok(())
}

/// False when the member has no such feed.
pub(crate) fn remove(tx: &mut Tx, id: &str, user: UserId) -> DbResult<bool> {
    Ok(tx.exec(&REMOVE, p![id, user])? == 1)
}

/// Removes the feeds of a member that ended before this token version.
pub(crate) fn remove_ended(tx: &mut Tx, user: UserId, token_version: i64) -> DbResult<()> {
    tx.exec(&REMOVE_ENDED, p![user, token_version]).map(drop)
}

/// Numbers of which every write to a calendar changes one.
pub(crate) fn state(read: &mut Read, owner: &str) -> DbResult<(i64, i64, i64)> {
    read.one(&STATE, p![owner])
}
