//! The database layer, alike on both engines.

mod queue;
mod start;
mod tls;
mod verbs;

use crate::app::App;
use crate::{p, statements};

statements! {
    /// A table of these tests.
    CREATE = "create table test_rows (id bigint primary key, name text not null, weight double precision, bytes bytea)";
    /// Parameters in another order than their numbers: SQLite numbers `$n` by appearance.
    INSERT = "insert into test_rows (name, id) values ($2, $1)";
    /// All columns.
    INSERT_ALL = "insert into test_rows (id, name, weight, bytes) values ($1, $2, $3, $4)";
    /// All columns back.
    GET_ALL = "select id, name, weight, bytes from test_rows where id = $1";
    /// One name.
    NAME = "select name from test_rows where id = $1";
    /// All names.
    NAMES = "select name from test_rows order by id";
    /// Selects the later parameter first.
    SWAPPED = "select cast($2 as text), cast($1 as bigint)";
    /// A parameter of two digits, and one used twice.
    MANY = "select cast($11 as bigint) - cast($1 as bigint) - cast($1 as bigint), cast($2 as bigint) + $3 + $4 + $5 + $6 + $7 + $8 + $9 + $10";
    /// How many.
    COUNT = "select count(*) from test_rows";
    /// Renames one.
    RENAME = "update test_rows set name = $2 where id = $1";
    /// Adds to the counter in row 1.
    ADD = "update test_rows set weight = coalesce(weight, 0) + 1 where id = $1 returning cast(weight as bigint)";
    /// No such table.
    WRONG = "select id from no_such_table";
    /// A row whose name must not be null.
    NAMELESS = "insert into test_rows (id, name) values ($1, $2)";
    /// Pretends that a newer binary was here.
    FUTURE = "insert into schema_migrations (version, name, applied_at) values ($1, 'from the future', 0)";
    /// What was run.
    RUN = "select version from schema_migrations order by version";
    /// As if it had not been run.
    FORGET = "delete from schema_migrations where version = $1";
    /// What `0022_file_generations` adds.
    DROP_GENERATION = "alter table files drop column generation";
    /// The same column, read.
    GENERATIONS = "select generation from files";
    /// What `0012_files` adds first.
    DROP_NAME = "alter table file_refs drop column name";
    /// What `0012_files` adds second.
    DROP_INDEX = "drop index file_refs_owner";
    /// The same column, read.
    FILE_NAMES = "select name from file_refs";
}

/// The names in the table.
async fn names(app: &App) -> Vec<String> {
    app.db.all(&NAMES, p![]).await.unwrap()
}
