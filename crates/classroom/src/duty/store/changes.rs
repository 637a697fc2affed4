//! What differs on single days.

use jiff::civil::Date;
use kernel::db::{DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements};

macro_rules! columns {
    () => {
        "id, roster_id, class, day, number, stand_in, made_by, made_at"
    };
}

statements! {
    /// Those of a class on some days.
    ON_DAYS = concat!("select ", columns!(), " from duty_changes where class = $1 and day >= $2 and day <= $3
                      order by day, number");
    /// Those of a turn.
    OF_TURN = concat!("select ", columns!(), " from duty_changes where roster_id = $1 and day = $2 order by number");
    /// One.
    FIND = concat!("select ", columns!(), " from duty_changes where id = $1");
    /// Sets one, in the place of what differed before.
    SET = "insert into duty_changes (id, roster_id, class, day, number, stand_in, made_by, made_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8)
           on conflict (roster_id, day, number) do update set id = excluded.id, stand_in = excluded.stand_in,
               made_by = excluded.made_by, made_at = excluded.made_at";
    /// Removes one.
    REMOVE = "delete from duty_changes where id = $1";
    /// How many a roster has from a day on.
    COUNT_OF = "select count(*) from duty_changes where roster_id = $1 and day >= $2";
    /// Forgets old ones of a class.
    PURGE = "delete from duty_changes where class = $1 and day < $2";
}

record! {
    /// A row.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct Change {
        pub(crate) id: String,
        pub(crate) roster_id: String,
        pub(crate) class: String,
        pub(crate) date: Date,
        /// Whom the roster has; empty for the whole turn.
        pub(crate) number: String,
        /// Empty for nobody.
        pub(crate) stand_in: String,
        pub(crate) made_by: String,
        pub(crate) made_at: i64,
    }
}

impl Change {
    /// Whether the whole turn is left out.
    pub(crate) fn is_off(&self) -> bool {
        self.number.is_empty()
    }

    /// Whom the roster has.
    pub(crate) fn slot(&self) -> Option<UserId> {
        UserId::parse(&self.number)
    }

    /// Who stands in.
    pub(crate) fn by(&self) -> Option<UserId> {
        UserId::parse(&self.stand_in)
    }
}

pub(crate) fn on_days(read: &mut Read, class: &str, from: Date, until: Date) -> DbResult<Vec<Change>> {
    read.all(&ON_DAYS, p![class, from, until])
}

pub(crate) fn of_turn(read: &mut Read, roster: &str, date: Date) -> DbResult<Vec<Change>> {
    read.all(&OF_TURN, p![roster, date])
}

pub(crate) fn find(read: &mut Read, id: &str) -> DbResult<Option<Change>> {
    read.opt(&FIND, p![id])
}

pub(crate) fn set(tx: &mut Tx, change: &Change) -> DbResult<()> {
    let params = p![
        &change.id,
        &change.roster_id,
        &change.class,
        change.date,
        &change.number,
        &change.stand_in,
        &change.made_by,
        change.made_at
    ];
    tx.exec(&SET, params)?;
    Ok(())
}

pub(crate) fn remove(tx: &mut Tx, id: &str) -> DbResult<()> {
    tx.exec(&REMOVE, p![id])?;
    Ok(())
}

pub(crate) fn count(read: &mut Read, roster: &str, from: Date) -> DbResult<i64> {
    read.one(&COUNT_OF, p![roster, from])
}

pub(crate) fn purge(tx: &mut Tx, class: &str, before: Date) -> DbResult<()> {
    tx.exec(&PURGE, p![class, before])?;
    Ok(())
}
