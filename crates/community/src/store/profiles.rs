//! What members show of themselves, and how much they have written where a reader sees it.

use std::collections::BTreeMap;

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements};
use serde_json::{Value, json};

use super::lists::{Sees, is_visible};
use crate::profiles::model::ProfileSettings;

statements! {
    /// What a member has chosen.
    FIND = "select fields, show_level from community_profiles where user_id = $1";
    /// What the members of a class have chosen.
    OF_CLASS = "select user_id, fields, show_level from community_profiles where substr(user_id, 3, 2) = $1";
    /// Chooses.
    SAVE = "insert into community_profiles (user_id, fields, show_level) values ($1, $2, $3)
            on conflict (user_id) do update set fields = excluded.fields, show_level = excluded.show_level";
    /// The posts of a member that a reader sees, and their likes; never the anonymous ones.
    POSTS = concat!("select count(*), cast(coalesce(sum(p.like_count), 0) as bigint) from community_posts p
             where p.author_id = $3 and p.anonymous = 0 and ", is_visible!());
    /// The comments of a member below posts that a reader sees, and their likes; never the anonymous ones.
    COMMENTS = concat!("select count(*), cast(coalesce(sum(c.like_count), 0) as bigint) from community_comments c
                join community_posts p on p.id = c.post_id where c.author_id = $3 and c.anonymous = 0
                and c.deleted_at is null and ", is_visible!());
    /// Erases.
    DELETE = "delete from community_profiles where user_id = $1";
}

record! {
    struct ProfileRow {
        fields: String,
        show_level: bool,
    }
}

/// How much a member has written where a reader sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) posts: i64,
    pub(crate) comments: i64,
    /// Likes of both.
    pub(crate) likes: i64,
}

impl From<ProfileRow> for ProfileSettings {
    fn from(ProfileRow { fields, show_level }: ProfileRow) -> Self {
        Self { fields: serde_json::from_str(&fields).unwrap_or_default(), show_level }
    }
}

fn find(read: &mut Read, user: UserId) -> DbResult<Option<ProfileSettings>> {
    let row: Option<ProfileRow> = read.opt(&FIND, p![user])?;
    Ok(row.map(ProfileSettings::from))
}

/// What a member has chosen; the defaults before that.
pub(crate) fn settings(read: &mut Read, user: UserId) -> DbResult<ProfileSettings> {
    Ok(find(read, user)?.unwrap_or_default())
}

/// What those of a class, by its two digits, have chosen who have chosen something.
pub(crate) fn settings_of_class(read: &mut Read, class: &str) -> DbResult<BTreeMap<UserId, ProfileSettings>> {
    let rows: Vec<(UserId, String, bool)> = read.all(&OF_CLASS, p![class])?;
    let settings = |(user, fields, show_level)| (user, ProfileRow { fields, show_level }.into());
    Ok(rows.into_iter().map(settings).collect())
}

pub(crate) fn save(tx: &mut Tx, user: UserId, settings: &ProfileSettings) -> DbResult<()> {
    let fields = json!(settings.fields).to_string();
    tx.exec(&SAVE, p![user, fields, settings.show_level]).map(drop)
}

/// How much a member has written where this reader sees it.
pub(crate) fn tally(read: &mut Read, sees: &Sees, user: UserId) -> DbResult<Tally> {
    let (posts, of_posts): (i64, i64) = read.one(&POSTS, p![&sees.audiences, sees.user, user])?;
    let (comments, of_comments): (i64, i64) = read.one(&COMMENTS, p![&sees.audiences, sees.user, user])?;
    Ok(Tally { posts, comments, likes: of_posts + of_comments })
}

pub(crate) fn export(read: &mut Read, user: &UserId) -> DbResult<Option<(&'static str, Value)>> {
    Ok(find(read, *user)?.map(|settings| ("profile", json!(settings))))
}

pub(crate) fn erase(tx: &mut Tx, user: &UserId) -> DbResult<()> {
    tx.exec(&DELETE, p![user]).map(drop)
}
