//! The tables `ai_safety` and `ai_safety_told`. Nothing in them says who asked, or what.

use jiff::civil::Date;
use kernel::db::{DbResult, Read, Tx};
use kernel::{p, record, statements, text_column};

use crate::safety::Category;

text_column!(Category);

statements! {
    /// Counts a question.
    ADD = "insert into ai_safety (day, class, category, count) values ($1, $2, $3, 1)
           on conflict (day, class, category) do update set count = ai_safety.count + 1";
    /// What was counted from a day to another one; of one class, or of all with an empty one.
    BETWEEN = "select day, category, cast(sum(count) as bigint) from ai_safety
               where day >= $1 and day <= $2 and ($3 = '' or class = $3)
               group by day, category order by day, category";
    /// What was counted on a day.
    OF_DAY = "select class, category, count from ai_safety where day = $1 order by class, category";
    /// Days from one to before another that have counts and were not told.
    UNTOLD = "select distinct day from ai_safety where day >= $1 and day < $2
              and day not in (select day from ai_safety_told) order by day";
    /// Notes that a day was told.
    NOTE_TOLD = "insert into ai_safety_told (day) values ($1) on conflict (day) do nothing";
    /// Forgets counts of before a day.
    FORGET = "delete from ai_safety where day < $1";
    /// Forgets which days before one were told.
    FORGET_TOLD = "delete from ai_safety_told where day < $1";
}

record! {
    /// How many questions of a class had words of a category.
    #[derive(Clone, Debug)]
    pub(crate) struct CountRow {
        pub(crate) class: String,
        pub(crate) category: Category,
        pub(crate) count: i64,
    }
}

pub(crate) fn add(tx: &mut Tx, day: Date, class: &str, category: Category) -> DbResult<()> {
    tx.exec(&ADD, p![day, class, category])?;
    Ok(())
}

/// Days, their categories and counts; of a class, or of all with an empty one.
pub(crate) fn between(
    read: &mut Read,
    first: Date,
    last: Date,
    class: &str,
) -> DbResult<Vec<(String, Category, i64)>> {
    read.all(&BETWEEN, p![first, last, class])
}

pub(crate) fn of_day(read: &mut Read, day: &str) -> DbResult<Vec<CountRow>> {
    read.all(&OF_DAY, p![day])
}

/// Days of which officers have not been told.
pub(crate) fn untold(read: &mut Read, first: Date, before: Date) -> DbResult<Vec<String>> {
    read.all(&UNTOLD, p![first, before])
}

pub(crate) fn note_told(tx: &mut Tx, day: &str) -> DbResult<()> {
    tx.exec(&NOTE_TOLD, p![day])?;
    Ok(())
}

pub(crate) fn forget_before(tx: &mut Tx, day: Date) -> DbResult<()> {
    tx.exec(&FORGET, p![day])?;
    tx.exec(&FORGET_TOLD, p![day])?;
    Ok(())
}
