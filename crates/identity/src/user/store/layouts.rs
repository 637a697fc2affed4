//! The statements of layouts: those that members replaced, and what classes begin with.

use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{AppTx, p, record, statements};

/// Always kept, however old.
const KEPT: i64 = 5;
/// Kept of one day at most.
const KEPT_OF_A_DAY: i64 = 20;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

macro_rules! beyond {
    ($offset:literal) => {
        concat!(
            "id in (select id from user_layouts where user_id = $1
                    order by replaced_at desc, id desc limit 1000 offset ",
            $offset,
            ")"
        )
    };
}

statements! {
    /// What a member replaced, the newest first.
    PAST = "select id, layout, replaced_at from user_layouts where user_id = $1 order by replaced_at desc, id desc";
    /// When a member last replaced one.
    NEWEST = "select replaced_at from user_layouts where user_id = $1 order by replaced_at desc limit 1";
    /// Keeps one.
    KEEP = "insert into user_layouts (id, user_id, layout, replaced_at) values ($1, $2, $3, $4)";
    /// Takes one out.
    TAKE = "delete from user_layouts where id = $1 and user_id = $2 returning layout";
    /// Drops those that are too many.
    THIN = concat!(
        "delete from user_layouts where user_id = $1 and (",
        beyond!("$3"), " or (replaced_at < $2 and ", beyond!("$4"), "))"
    );
    /// Erases.
    DELETE_PAST = "delete from user_layouts where user_id = $1";
    /// What a class begins with, or all classes.
    DEFAULT = "select layout, revision, updated_at from user_default_layouts where class = $1";
    /// What a member of a class begins with.
    EFFECTIVE = "select layout from user_default_layouts where class in ($1, '') and layout is not null
                 order by class desc limit 1";
    /// Sets or clears what a class begins with.
    SET_DEFAULT = "insert into user_default_layouts (class, layout, revision, updated_at) values ($1, $2, $3, $4)
                   on conflict (class) do update set layout = excluded.layout, revision = excluded.revision,
                       updated_at = excluded.updated_at";
    /// How many members a class has, and how many of them have arranged nothing. A document is
    /// stored without blanks, and one without pages follows the default.
    FOLLOWERS = "select count(*), count(case when user_settings.desktop_layout is null
                     or user_settings.desktop_layout like '%\"pages\":[]%' then 1 end)
                 from users left join user_settings on user_settings.user_id = users.user_id
                 where users.user_id <> '999999' and ($1 = '' or substr(users.user_id, 3, 2) = $1)";
}

record! {
    /// A layout that was replaced.
    #[derive(Clone, Debug)]
    pub(in crate::user) struct Past {
        pub id: String,
        pub layout: String,
        pub replaced_at: i64,
    }
}

record! {
    /// What a class begins with; null leaves it to the next.
    #[derive(Clone, Debug, Default)]
    pub(in crate::user) struct DefaultRow {
        pub layout: Option<String>,
        pub revision: i64,
        pub updated_at: i64,
    }
}

pub(in crate::user) fn past(read: &mut Read, user: UserId) -> DbResult<Vec<Past>> {
    read.all(&PAST, p![user])
}

pub(in crate::user) fn newest(read: &mut Read, user: UserId) -> DbResult<Option<i64>> {
    read.opt(&NEWEST, p![user])
}

/// Keeps a replaced layout, and drops what is kept no longer.
pub(in crate::user) fn keep(tx: &mut AppTx, user: UserId, layout: &str) -> DbResult<()> {
    let (id, now) = (tx.app().random.id(&tx.app().clock), tx.now());
    tx.exec(&KEEP, p![id, user, layout, now])?;
    tx.exec(&THIN, p![user, now - DAY_MS, KEPT_OF_A_DAY, KEPT])?;
    Ok(())
}

/// Takes a kept layout out; `None` when the member has no such.
pub(in crate::user) fn take(tx: &mut Tx, user: UserId, id: &str) -> DbResult<Option<String>> {
    tx.opt(&TAKE, p![id, user])
}

pub(in crate::user) fn erase(tx: &mut Tx, user: &UserId) -> DbResult<()> {
    tx.exec(&DELETE_PAST, p![user])?;
    Ok(())
}

pub(in crate::user) fn default_of(read: &mut Read, class: &str) -> DbResult<DefaultRow> {
    Ok(read.opt(&DEFAULT, p![class])?.unwrap_or_default())
}

/// What a member of this class begins with: the class's own, else that of all classes.
pub(in crate::user) fn effective_default(read: &mut Read, class: &str) -> DbResult<Option<String>> {
    read.opt(&EFFECTIVE, p![class])
}

pub(in crate::user) fn set_default(tx: &mut Tx, class: &str, row: &DefaultRow) -> DbResult<()> {
    tx.exec(&SET_DEFAULT, p![class, row.layout.as_ref(), row.revision, row.updated_at])?;
    Ok(())
}

/// How many members a class has, and how many of them follow its default.
pub(in crate::user) fn followers(read: &mut Read, class: &str) -> DbResult<(i64, i64)> {
    read.one(&FOLLOWERS, p![class])
}
