//! Statements of a back end: one at a time, all rows at once, within limits.

use rusqlite::types::{Value, ValueRef};
use rusqlite::{CachedStatement, ffi};

use super::Database;

/// What a statement looks like before it runs.
#[derive(Debug)]
pub struct Shape {
    /// The names of its columns; none for a statement that answers no rows.
    pub columns: Vec<String>,
    /// The names of its parameters with `:`, `@` or `$`; `None` for those without a name.
    pub parameters: Vec<Option<String>>,
    /// Whether it changes nothing.
    pub readonly: bool,
}

/// The rows that a query answers.
#[derive(Debug, Default)]
pub struct Rows {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The values of all rows one after another.
    pub values: Vec<Value>,
}

/// An error of SQLite as better-sqlite3 tells it.
#[derive(Debug)]
pub struct SqlError {
    /// `SQLITE_CONSTRAINT_UNIQUE` …
    pub code: &'static str,
    /// What happened.
    pub message: String,
}

impl Database {
    /// Looks at a statement; fails when it is wrong or refused.
    pub(crate) fn shape(&self, sql: &str) -> Result<Shape, SqlError> {
        let statement = self.prepare(sql)?;
        let parameters = (1..=statement.parameter_count()).map(|index| statement.parameter_name(index));
        Ok(Shape {
            parameters: parameters.map(|name| name.map(str::to_owned)).collect(),
            readonly: statement.readonly(),
            columns: statement.column_names().map(str::to_owned).collect(),
        })
    }

    /// Answers the rows of a query, at most `most` of them.
    pub(crate) fn query(&self, sql: &str, parameters: &[Value], most: usize) -> Result<Rows, SqlError> {
        let mut statement = self.prepare(sql)?;
        bind(&mut statement, parameters)?;
        let columns: Vec<_> = statement.column_names().map(str::to_owned).collect();
        let mut rows = statement.raw_query();
        let (mut values, mut count, mut bytes) = (Vec::new(), 0, 0);
        while count < most {
            let Some(row) = rows.next().map_err(|error| self.explain(error))? else { break };
            for index in 0..columns.len() {
                let value = row.get_ref(index).map_err(|error| self.explain(error))?;
                bytes += size(value);
                values.push(owned(value));
            }
            count += 1;
            if bytes > self.result_bytes || count > self.result_rows {
                return Err(self.too_large());
            }
        }
        Ok(Rows { columns, values })
    }

    /// Runs a statement to its end and answers the number of changed rows and the last row ID.
    pub(crate) fn run(&self, sql: &str, parameters: &[Value]) -> Result<(u64, i64), SqlError> {
        let mut statement = self.prepare(sql)?;
        bind(&mut statement, parameters)?;
        let before = self.connection.total_changes();
        let mut rows = statement.raw_query();
        while rows.next().map_err(|error| self.explain(error))?.is_some() {}
        drop(rows);
        let changed = self.connection.total_changes() != before;
        let changes = if changed { self.connection.changes() } else { 0 };
        Ok((changes, self.connection.last_insert_rowid()))
    }

    /// Runs all statements of a text.
    pub(crate) fn execute(&self, sql: &str) -> Result<(), SqlError> {
        self.authorizer.take_refused();
        self.connection.execute_batch(sql).map_err(|error| self.explain(error))
    }

    fn prepare(&self, sql: &str) -> Result<CachedStatement<'_>, SqlError> {
        self.authorizer.take_refused();
        self.connection.prepare_cached(sql).map_err(|error| self.explain(error))
    }

    /// The error with the reason of a refusal, which SQLite does not tell.
    fn explain(&self, error: rusqlite::Error) -> SqlError {
        let mut explained = SqlError::from(error);
        if let ("SQLITE_AUTH", Some(reason)) = (explained.code, self.authorizer.take_refused()) {
            explained.message = format!("not authorized: {reason}");
        }
        explained
    }

    fn too_large(&self) -> SqlError {
        let (rows, bytes) = (self.result_rows, self.result_bytes);
        let message = format!("the result has more than {rows} rows or {bytes} bytes; use LIMIT");
        SqlError { code: "SQLITE_TOOBIG", message }
    }
}

fn bind(statement: &mut CachedStatement<'_>, parameters: &[Value]) -> Result<(), SqlError> {
    for (index, value) in parameters.iter().enumerate() {
        statement.raw_bind_parameter(index + 1, value)?;
    }
    Ok(())
}

/// Bytes that a value takes in memory, with what an engine needs around it.
fn size(value: ValueRef<'_>) -> usize {
    16 + match value {
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => bytes.len(),
        ValueRef::Null | ValueRef::Integer(_) | ValueRef::Real(_) => 0,
    }
}

/// The value; text that is no UTF-8 loses what is not.
fn owned(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Integer(number),
        ValueRef::Real(number) => Value::Real(number),
        ValueRef::Text(bytes) => Value::Text(String::from_utf8_lossy(bytes).into_owned()),
        ValueRef::Blob(bytes) => Value::Blob(bytes.to_vec()),
    }
}

impl From<rusqlite::Error> for SqlError {
    fn from(error: rusqlite::Error) -> Self {
        let code = error.sqlite_error().map_or(ffi::SQLITE_ERROR, |error| error.extended_code);
        let message = match error {
            rusqlite::Error::SqliteFailure(_, Some(message)) => message,
            rusqlite::Error::SqlInputError { msg, .. } => msg,
            rusqlite::Error::MultipleStatement => {
                "The supplied SQL string contains more than one statement".to_owned()
            }
            error => error.to_string(),
        };
        Self { code: name(code), message }
    }
}

/// The name of a result code (<https://sqlite.org/rescode.html>).
fn name(code: i32) -> &'static str {
    match code {
        ffi::SQLITE_CONSTRAINT_CHECK => "SQLITE_CONSTRAINT_CHECK",
        ffi::SQLITE_CONSTRAINT_FOREIGNKEY => "SQLITE_CONSTRAINT_FOREIGNKEY",
        ffi::SQLITE_CONSTRAINT_NOTNULL => "SQLITE_CONSTRAINT_NOTNULL",
        ffi::SQLITE_CONSTRAINT_PRIMARYKEY => "SQLITE_CONSTRAINT_PRIMARYKEY",
        ffi::SQLITE_CONSTRAINT_ROWID => "SQLITE_CONSTRAINT_ROWID",
        ffi::SQLITE_CONSTRAINT_TRIGGER => "SQLITE_CONSTRAINT_TRIGGER",
        ffi::SQLITE_CONSTRAINT_UNIQUE => "SQLITE_CONSTRAINT_UNIQUE",
        code => match code & 0xff {
            ffi::SQLITE_AUTH => "SQLITE_AUTH",
            ffi::SQLITE_BUSY => "SQLITE_BUSY",
            ffi::SQLITE_CONSTRAINT => "SQLITE_CONSTRAINT",
            ffi::SQLITE_CORRUPT => "SQLITE_CORRUPT",
            ffi::SQLITE_FULL => "SQLITE_FULL",
            ffi::SQLITE_INTERRUPT => "SQLITE_INTERRUPT",
            ffi::SQLITE_IOERR => "SQLITE_IOERR",
            ffi::SQLITE_LOCKED => "SQLITE_LOCKED",
            ffi::SQLITE_MISMATCH => "SQLITE_MISMATCH",
            ffi::SQLITE_NOMEM => "SQLITE_NOMEM",
            ffi::SQLITE_RANGE => "SQLITE_RANGE",
            ffi::SQLITE_READONLY => "SQLITE_READONLY",
            ffi::SQLITE_TOOBIG => "SQLITE_TOOBIG",
            _ => "SQLITE_ERROR",
        },
    }
}
