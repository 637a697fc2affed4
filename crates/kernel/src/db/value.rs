//! Values that go into a statement and come out of a row, alike on both engines.

use jiff::civil::Date;
use rusqlite::types::{ToSqlOutput, ValueRef};
use serde::Serialize;
use serde::de::value::Error as ValueError;
use serde::de::{DeserializeOwned, IntoDeserializer};
use tokio_postgres::types::{IsNull, ToSql, Type, private::BytesMut, to_sql_checked};

use super::{DbError, DbResult};

/// One parameter. Booleans travel as 0/1, times as milliseconds, JSON as text, so that both
/// engines hold the same bytes.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// SQL `null`.
    Null,
    /// `bigint`.
    Int(i64),
    /// `double precision`.
    Float(f64),
    /// `text`.
    Text(String),
    /// `blob` / `bytea`.
    Blob(Vec<u8>),
}

/// Lists a statement's parameters: `p![id, &title, None::<String>]`.
#[macro_export]
macro_rules! p {
    ($($value:expr),* $(,)?) => { &[$($crate::db::Value::from($value)),*] };
}

macro_rules! from_int {
    ($($t:ty),*) => { $(impl From<$t> for Value { fn from(value: $t) -> Self { Self::Int(i64::from(value)) } })* };
}
from_int!(i64, i32, u32, bool);

impl From<f64> for Value {
    fn from(value: f64) -> Self {
        Self::Float(value)
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Self::Text(value.to_owned())
    }
}

impl From<String> for Value {
    fn from(value: String) -> Self {
        Self::Text(value)
    }
}

impl From<&String> for Value {
    fn from(value: &String) -> Self {
        Self::Text(value.clone())
    }
}

impl From<Vec<u8>> for Value {
    fn from(value: Vec<u8>) -> Self {
        Self::Blob(value)
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl rusqlite::ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Int(value) => ValueRef::Integer(*value),
            Self::Float(value) => ValueRef::Real(*value),
            Self::Text(value) => ValueRef::Text(value.as_bytes()),
            Self::Blob(value) => ValueRef::Blob(value),
        }))
    }
}

impl ToSql for Value {
    fn to_sql(
        &self,
        ty: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match self {
            Self::Null => Ok(IsNull::Yes),
            // PostgreSQL infers `int4` for some expressions (`limit $1 + 1`); never send 8 bytes there.
            Self::Int(value) if *ty == Type::INT4 => i32::try_from(*value)?.to_sql(ty, out),
            Self::Int(value) if *ty == Type::INT8 => value.to_sql(ty, out),
            Self::Float(value) if *ty == Type::FLOAT8 => value.to_sql(ty, out),
            Self::Text(value) if <&str as ToSql>::accepts(ty) => value.to_sql(ty, out),
            Self::Blob(value) if *ty == Type::BYTEA => value.to_sql(ty, out),
            // Eight bytes of the wrong kind would be stored as they are.
            _ => Err(format!("a value does not fit a parameter of type {ty}").into()),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

/// A row of either engine.
pub enum Row<'a> {
    /// From SQLite.
    Sqlite(&'a rusqlite::Row<'a>),
    /// From PostgreSQL.
    Postgres(&'a tokio_postgres::Row),
}

impl Row<'_> {
    /// The column at `index`, counted from 0 in the order of the select list.
    ///
    /// # Errors
    /// When the column is missing or of another type.
    pub fn get<T: Column>(&self, index: usize) -> DbResult<T> {
        T::from_column(self, index)
    }
}

/// A type that one column can hold.
pub trait Column: Sized {
    /// Reads it.
    ///
    /// # Errors
    /// When the stored value is of another type.
    fn from_column(row: &Row<'_>, index: usize) -> DbResult<Self>;
}

macro_rules! native_column {
    ($($t:ty),*) => { $(impl Column for $t {
        fn from_column(row: &Row<'_>, index: usize) -> DbResult<Self> {
            Ok(match row {
                Row::Sqlite(row) => row.get(index)?,
                Row::Postgres(row) => row.try_get(index)?,
            })
        }
    })* };
}
native_column!(i64, f64, String, Vec<u8>, Option<i64>, Option<f64>, Option<String>, Option<Vec<u8>>);

impl Column for bool {
    fn from_column(row: &Row<'_>, index: usize) -> DbResult<Self> {
        Ok(row.get::<i64>(index)? != 0)
    }
}

impl Column for Date {
    fn from_column(row: &Row<'_>, index: usize) -> DbResult<Self> {
        let text: String = row.get(index)?;
        text.parse().map_err(|_| DbError::Internal(format!("column {index}: “{text}” is not a date")))
    }
}

impl From<Date> for Value {
    /// `YYYY-MM-DD`.
    fn from(date: Date) -> Self {
        Self::Text(date.to_string())
    }
}

/// Reads an enum from the text that [`text_column!`](crate::text_column) stores it as.
///
/// # Errors
/// When the type has no such variant.
pub fn from_text<T: DeserializeOwned>(index: usize, text: &str) -> DbResult<T> {
    T::deserialize(IntoDeserializer::<ValueError>::into_deserializer(text))
        .map_err(|error| DbError::Internal(format!("column {index}: {error}")))
}

/// The text that an enum is stored as: its name in JSON.
pub fn to_text(value: &impl Serialize) -> Value {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => Value::Text(name),
        _ => Value::Null,
    }
}

/// An enum that a text column may hold, and a nullable one; see [`text_column!`](crate::text_column).
pub trait TextEnum: DeserializeOwned {}

impl<T: TextEnum> Column for Option<T> {
    fn from_column(row: &Row<'_>, index: usize) -> DbResult<Self> {
        let text: Option<String> = row.get(index)?;
        text.map(|text| from_text(index, &text)).transpose()
    }
}

/// Lets a text column hold an enum under the names that the API has for its variants. A stored text that is no name is
/// an error and not a default.
#[macro_export]
macro_rules! text_column {
    ($($type:ty),* $(,)?) => { $(
        impl $crate::db::TextEnum for $type {}

        impl $crate::db::Column for $type {
            fn from_column(row: &$crate::db::Row<'_>, index: usize) -> $crate::db::DbResult<Self> {
                $crate::db::from_text(index, &row.get::<String>(index)?)
            }
        }

        impl From<$type> for $crate::db::Value {
            fn from(value: $type) -> Self {
                $crate::db::to_text(&value)
            }
        }
    )* };
}

/// Lets a text column hold a type that wraps a checked text and has `stored(String) -> Self` and `as_str`. What is
/// stored was checked when it was written, so reading does not check it again: rules may become stricter.
#[macro_export]
macro_rules! checked_text_column {
    ($($type:ident),* $(,)?) => { $(
        impl $crate::db::Column for $type {
            fn from_column(row: &$crate::db::Row<'_>, index: usize) -> $crate::db::DbResult<Self> {
                row.get(index).map(Self::stored)
            }
        }

        impl From<&$type> for $crate::db::Value {
            fn from(text: &$type) -> Self {
                Self::Text(text.as_str().to_owned())
            }
        }
    )* };
}

/// A type that a whole row makes; [`record!`](crate::record) writes it for structs.
pub trait FromRow: Sized {
    /// Reads it, columns in the order of the select list.
    ///
    /// # Errors
    /// When a column does not fit.
    fn from_row(row: &Row<'_>) -> DbResult<Self>;
}

macro_rules! row_of_one {
    ($($t:ty),*) => { $(impl FromRow for $t {
        fn from_row(row: &Row<'_>) -> DbResult<Self> { row.get(0) }
    })* };
}
row_of_one!(i64, String, Option<i64>, Option<String>);

macro_rules! row_of_tuple {
    ($($t:ident $i:tt),*) => { impl<$($t: Column),*> FromRow for ($($t,)*) {
        fn from_row(row: &Row<'_>) -> DbResult<Self> { Ok(($(row.get::<$t>($i)?,)*)) }
    } };
}
row_of_tuple!(A 0);
row_of_tuple!(A 0, B 1);
row_of_tuple!(A 0, B 1, C 2);
row_of_tuple!(A 0, B 1, C 2, D 3);

/// Declares a struct whose fields are a row's columns, in order.
#[macro_export]
macro_rules! record {
    ($(#[$meta:meta])* $vis:vis struct $name:ident { $($(#[$field_meta:meta])* $fvis:vis $field:ident: $ty:ty),* $(,)? }) => {
        $(#[$meta])*
        $vis struct $name { $($(#[$field_meta])* $fvis $field: $ty),* }

        impl $crate::db::FromRow for $name {
            fn from_row(row: &$crate::db::Row<'_>) -> $crate::db::DbResult<Self> {
                let mut columns = 0..;
                $(let $field = row.get::<$ty>(columns.next().unwrap_or_default())?;)*
                Ok(Self { $($field),* })
            }
        }
    };
}
