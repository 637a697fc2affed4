//! Values between JavaScript and Rust. Memory that JavaScript keeps is always the engine's own, so that its limit
//! counts it; bytes leave JavaScript as base64, because looking into its memory would need unsafe code.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rquickjs::{Array, Ctx, Error, Exception, FromJs, Object, Result, TypedArray, Value};
use rusqlite::types::Value as SqlValue;

use crate::sql::{Rows, SqlError};

/// A string of JavaScript. What is no Unicode (half of a surrogate pair) is replaced.
pub struct Text(pub String);

impl<'js> FromJs<'js> for Text {
    fn from_js(ctx: &Ctx<'js>, value: Value<'js>) -> Result<Self> {
        let Some(string) = value.as_string() else {
            return Err(Exception::throw_type(ctx, "a string was expected"));
        };
        match string.to_string() {
            Err(Error::Utf8(_)) => {
                let well_formed: rquickjs::Function = ctx.eval("(text) => text.toWellFormed()")?;
                well_formed.call::<_, String>((value,)).map(Text)
            }
            text => text.map(Text),
        }
    }
}

/// Bytes that left JavaScript as base64.
pub struct Bytes(pub Vec<u8>);

impl<'js> FromJs<'js> for Bytes {
    fn from_js(ctx: &Ctx<'js>, value: Value<'js>) -> Result<Self> {
        let Text(text) = Text::from_js(ctx, value)?;
        let bytes = STANDARD.decode(text).map_err(|_| Exception::throw_type(ctx, "base64 was expected"))?;
        Ok(Bytes(bytes))
    }
}

/// A `Uint8Array` in the engine's own memory.
pub fn bytes<'js>(ctx: &Ctx<'js>, bytes: &[u8]) -> Result<Value<'js>> {
    Ok(TypedArray::<u8>::new_copy(ctx.clone(), bytes)?.into_value())
}

/// A body: a string when it is text, else a `Uint8Array`.
pub fn text_or_bytes<'js>(ctx: &Ctx<'js>, body: Vec<u8>) -> Result<Value<'js>> {
    match String::from_utf8(body) {
        Ok(text) => Ok(rquickjs::String::from_str(ctx.clone(), &text)?.into_value()),
        Err(error) => bytes(ctx, error.as_bytes()),
    }
}

/// What a statement is bound to. Numbers are floating point, as with better-sqlite3; a column of integers makes
/// them integers.
pub fn parameters<'js>(ctx: &Ctx<'js>, values: &Array<'js>) -> Result<Vec<SqlValue>> {
    values.iter::<Value>().map(|value| parameter(ctx, value?)).collect()
}

fn parameter<'js>(ctx: &Ctx<'js>, value: Value<'js>) -> Result<SqlValue> {
    if value.is_null() || value.is_undefined() {
        return Ok(SqlValue::Null);
    }
    if let Some(number) = value.as_number() {
        return Ok(SqlValue::Real(number));
    }
    if value.is_string() {
        return Ok(SqlValue::Text(Text::from_js(ctx, value)?.0));
    }
    if let Some(number) = value.as_big_int() {
        return Ok(SqlValue::Integer(number.clone().to_i64()?));
    }
    // The shim hands over a Buffer as an array of its base64 alone.
    if let Some(blob) = value.as_array() {
        return Ok(SqlValue::Blob(blob.get::<Bytes>(0)?.0));
    }
    Err(Exception::throw_type(ctx, "SQLite3 can only bind numbers, strings, bigints, buffers, and null"))
}

/// How rows look in JavaScript.
#[derive(Clone, Copy)]
pub enum RowForm {
    /// An object with the names of the columns.
    Object,
    /// An array of the values.
    Array,
    /// The first value.
    First,
}

impl RowForm {
    /// The form that the shim names.
    pub fn named(name: &str) -> Self {
        match name {
            "raw" => Self::Array,
            "pluck" => Self::First,
            _ => Self::Object,
        }
    }
}

/// The rows as an array.
pub fn rows<'js>(ctx: &Ctx<'js>, rows: Rows, form: RowForm) -> Result<Array<'js>> {
    let array = Array::new(ctx.clone())?;
    let width = rows.columns.len().max(1);
    let names: Vec<_> =
        rows.columns.iter().map(|name| rquickjs::Atom::from_str(ctx.clone(), name)).collect::<Result<_>>()?;
    for (index, values) in rows.values.chunks(width).enumerate() {
        let row = match form {
            RowForm::First => {
                values.first().map_or_else(|| Ok(Value::new_null(ctx.clone())), |first| cell(ctx, first))?
            }
            RowForm::Array => {
                let row = Array::new(ctx.clone())?;
                for (column, value) in values.iter().enumerate() {
                    row.set(column, cell(ctx, value)?)?;
                }
                row.into_value()
            }
            RowForm::Object => {
                let row = Object::new(ctx.clone())?;
                for (name, value) in names.iter().zip(values) {
                    row.set(name.clone(), cell(ctx, value)?)?;
                }
                row.into_value()
            }
        };
        array.set(index, row)?;
    }
    if rows.values.iter().any(|value| matches!(value, SqlValue::Blob(_))) {
        // The shim makes them Buffers.
        array.as_object().set("hasBytes", true)?;
    }
    Ok(array)
}

fn cell<'js>(ctx: &Ctx<'js>, value: &SqlValue) -> Result<Value<'js>> {
    Ok(match value {
        SqlValue::Null => Value::new_null(ctx.clone()),
        SqlValue::Integer(number) => integer(ctx, *number),
        SqlValue::Real(number) => Value::new_number(ctx.clone(), *number),
        SqlValue::Text(text) => rquickjs::String::from_str(ctx.clone(), text)?.into_value(),
        SqlValue::Blob(blob) => bytes(ctx, blob)?,
    })
}

/// A number; those above 2^53 lose their last digits, as in every program in JavaScript.
pub fn integer<'js>(ctx: &Ctx<'js>, number: i64) -> Value<'js> {
    match i32::try_from(number) {
        Ok(small) => Value::new_int(ctx.clone(), small),
        Err(_) => Value::new_number(ctx.clone(), number as f64),
    }
}

/// Throws an error of SQLite as better-sqlite3 does: `name` and `code` say what it is.
pub fn throw_sql(ctx: &Ctx<'_>, error: &SqlError) -> Error {
    let thrown = || -> Result<Error> {
        let object = Exception::from_message(ctx.clone(), &error.message)?.into_object();
        object.set("name", "SqliteError")?;
        object.set("code", error.code)?;
        Ok(ctx.throw(object.into_value()))
    };
    thrown().unwrap_or_else(|error| error)
}
