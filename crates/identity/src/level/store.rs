//! Every SQL text of the level feature.

use std::collections::BTreeSet;

use jiff::civil::Date;
use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, sequence, statements};
use serde_json::{Value, json};

use super::model::{Action, Source, Tally};

statements! {
    /// One member; absent before the first experience.
    FIND = "select exp, signed_day, signed_at, streak, max_streak from level_users where user_id = $1";
    /// Adds experience and answers what there is then.
    ADD = "insert into level_users (user_id, exp, streak, max_streak) values ($1, $2, 0, 0)
           on conflict (user_id) do update set exp = level_users.exp + excluded.exp returning exp";
    /// Notes a check-in.
    SIGN_IN = "update level_users set signed_day = $2, signed_at = $3, streak = $4, max_streak = $5 where user_id = $1";
    /// Remembers what counted; nothing happens when it is known.
    LOG = "insert into level_log (id, user_id, action, source, ref, day, exp_gained, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (user_id, action, source, ref) do nothing";
    /// Whether it is known.
    LOGGED = "select count(*) from level_log where user_id = $1 and action = $2 and source = $3 and ref = $4";
    /// How often an action was claimed and seen on a day.
    TALLY = "select cast(coalesce(sum(case when source = 'claim' then 1 else 0 end), 0) as bigint),
                    cast(coalesce(sum(case when source = 'event' then 1 else 0 end), 0) as bigint)
             from level_log where user_id = $1 and day = $2 and action = $3";
    /// What a day has earned under the cap.
    EARNED = "select cast(coalesce(sum(exp_gained), 0) as bigint) from level_log
              where user_id = $1 and day = $2 and source <> 'sign_in'";
    /// The newest claim that named nothing.
    LAST_BARE_CLAIM = "select max(created_at) from level_log
                       where user_id = $1 and action = $2 and source = 'claim' and ref is null";
    /// The days of a member's check-ins: each is remembered under its day.
    CHECK_INS = "select ref from level_log
                 where user_id = $1 and action = $2 and source = 'sign_in' and ref >= $3 and ref <= $4 order by ref";
    /// What earned something, newest first.
    HISTORY = "select id, action, exp_gained, ref, created_at from level_log
               where user_id = $1 and exp_gained > 0 and id < $2 order by id desc limit $3";
    /// Erases.
    DELETE_LOG = "delete from level_log where user_id = $1";
    /// Erases.
    DELETE = "delete from level_users where user_id = $1";
}

record! {
    /// A member's standing, but for its owner.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub(super) struct LevelState {
        pub(super) exp: i64,
        pub(super) signed_day: Option<String>,
        pub(super) signed_at: Option<i64>,
        pub(super) streak: i64,
        pub(super) max_streak: i64,
    }
}

impl LevelState {
    pub(super) fn last_day(&self) -> Option<Date> {
        self.signed_day.as_ref()?.parse().ok()
    }
}

record! {
    /// Something that earned experience.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(super) struct Entry {
        pub(super) id: i64,
        pub(super) action: String,
        pub(super) exp_gained: i64,
        pub(super) reference: Option<String>,
        pub(super) created_at: i64,
    }
}

/// Something that counts, about to be remembered.
#[derive(Clone, Copy, Debug)]
pub(super) struct NewEntry<'a> {
    pub(super) user: UserId,
    pub(super) action: Action,
    pub(super) source: Source,
    pub(super) reference: Option<&'a str>,
    pub(super) day: Date,
    pub(super) created_at: i64,
}

/// All zeros before the first experience.
pub(super) fn level_state(read: &mut Read, user: UserId) -> DbResult<LevelState> {
    Ok(read.opt(&FIND, p![user])?.unwrap_or_default())
}

/// The experience there is then.
pub(super) fn add(tx: &mut Tx, user: UserId, exp: i64) -> DbResult<i64> {
    tx.one(&ADD, p![user, exp])
}

pub(super) fn sign_in(
    tx: &mut Tx,
    user: UserId,
    day: Date,
    at: i64,
    streak: i64,
    max_streak: i64,
) -> DbResult<()> {
    tx.exec(&SIGN_IN, p![user, day.to_string(), at, streak, max_streak])?;
    Ok(())
}

/// False when it is known already.
pub(super) fn remember(tx: &mut Tx, new: NewEntry, exp_gained: i64) -> DbResult<bool> {
    let NewEntry { user, action, source, reference, day, created_at } = new;
    let id = sequence::next(tx, "level_log")?;
    let (action, source, day) = (<&str>::from(action), source.into_str(), day.to_string());
    Ok(tx.exec(&LOG, p![id, user, action, source, reference, day, exp_gained, created_at])? == 1)
}

pub(super) fn is_known(
    read: &mut Read,
    user: UserId,
    action: Action,
    source: Source,
    reference: &str,
) -> DbResult<bool> {
    Ok(read.one::<i64>(&LOGGED, p![user, <&str>::from(action), source.into_str(), reference])? > 0)
}

pub(super) fn tally(read: &mut Read, user: UserId, day: Date, action: Action) -> DbResult<Tally> {
    let (claims, events) = read.one(&TALLY, p![user, day.to_string(), <&str>::from(action)])?;
    Ok(Tally { claims, events })
}

/// What the day has earned under the cap.
pub(super) fn earned(read: &mut Read, user: UserId, day: Date) -> DbResult<i64> {
    read.one(&EARNED, p![user, day.to_string()])
}

pub(super) fn last_bare_claim(read: &mut Read, user: UserId, action: Action) -> DbResult<Option<i64>> {
    read.one(&LAST_BARE_CLAIM, p![user, <&str>::from(action)])
}

/// The days from one to another on which the member checked in.
pub(super) fn check_ins(read: &mut Read, user: UserId, from: Date, until: Date) -> DbResult<BTreeSet<Date>> {
    let days: Vec<String> = read.all(&CHECK_INS, p![user, <&str>::from(Action::DailyLogin), from, until])?;
    Ok(days.iter().filter_map(|day| day.parse().ok()).collect())
}

pub(super) fn history(read: &mut Read, user: UserId, before: i64, limit: i64) -> DbResult<Vec<Entry>> {
    read.all(&HISTORY, p![user, before, limit])
}

pub(super) fn delete_all_of(tx: &mut Tx, user: &UserId) -> DbResult<()> {
    tx.exec(&DELETE_LOG, p![user])?;
    tx.exec(&DELETE, p![user])?;
    Ok(())
}

pub(super) fn export_all_of(read: &mut Read, user: &UserId) -> DbResult<Option<Value>> {
    let Some(state) = read.opt::<LevelState>(&FIND, p![user])? else { return Ok(None) };
    let history: Vec<Entry> = read.all(&HISTORY, p![user, i64::MAX, i64::MAX])?;
    let plain = |entry: Entry| {
        json!({ "action": entry.action, "exp_gained": entry.exp_gained, "ref": entry.reference,
                "created_at": kernel::app::iso(entry.created_at) })
    };
    Ok(Some(json!({
        "exp": state.exp, "streak": state.streak, "max_streak": state.max_streak,
        "last_sign_in": state.signed_day, "history": history.into_iter().map(plain).collect::<Value>(),
    })))
}
