//! Bodies, piece by piece; JSON bounded in size, depth and time, each key once, each field named
//! when wrong.

use std::fmt;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{FromRequest, OptionalFromRequest, Request};
use axum::http::{HeaderMap, header::CONTENT_TYPE};
use bytes::{Bytes, BytesMut};
use http_body_util::BodyExt;
use hyper::body::Body as _;
use serde::de::{
    Deserialize, DeserializeOwned, DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess,
    Unexpected, Visitor,
};
use serde_json::{Map, Value};

use super::session::BodySender;
use crate::app::App;
use crate::clock::Clock;
use crate::error::{ApiError, Result};
use crate::texts;

/// Largest JSON body, in bytes (`interface 8.2`).
pub const MAX_JSON: usize = 1 << 20;
/// Deepest nesting of a JSON body.
const MAX_DEPTH: usize = 32;
/// Longest pause between two pieces of a body (`interface 8.2`).
const IDLE: Duration = Duration::from_secs(30);
/// What must arrive in each such time that is spent on waiting, in bytes: one a second keeps no connection.
const LEAST: usize = 30 * 1024;
/// All of a JSON body arrives within this time.
const WHOLE: Duration = Duration::from_secs(60);

/// A JSON body of type `T`, of at most `MAX` bytes. Unknown keys are ignored, so `T` is also the list of what is written.
pub struct Json<T, const MAX: usize = MAX_JSON>(pub T);

impl<T: DeserializeOwned, const MAX: usize> FromRequest<App> for Json<T, MAX> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self> {
        let (parts, body) = request.into_parts();
        let json = is_json(&parts.headers);
        let bytes = collect(body, app, MAX).await?;
        if let Some(BodySender(caller)) = parts.extensions.get() {
            caller.recheck(app).await?;
        }
        if bytes.is_empty() {
            return Err(texts::BODY_MISSING.err());
        }
        if !json {
            return Err(texts::NOT_JSON.err());
        }
        parse_json(&bytes).map(Self)
    }
}

impl<T: DeserializeOwned> OptionalFromRequest<App> for Json<T> {
    type Rejection = ApiError;

    /// `None` without a body.
    async fn from_request(request: Request, app: &App) -> Result<Option<Self>> {
        let none = request.body().is_end_stream();
        if none { Ok(None) } else { <Self as FromRequest<App>>::from_request(request, app).await.map(Some) }
    }
}

/// The bytes of a JSON body as they came, for a signature over them. [`parse_json`] reads them.
pub struct JsonBytes(pub Bytes);

impl FromRequest<App> for JsonBytes {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self> {
        let (parts, body) = request.into_parts();
        let bytes = collect(body, app, MAX_JSON).await?;
        if is_json(&parts.headers) || bytes.is_empty() { Ok(Self(bytes)) } else { Err(texts::NOT_JSON.err()) }
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let essence = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(';').next())
        .map(|value| value.trim().to_ascii_lowercase());
    essence.is_some_and(|essence| {
        essence == "application/json" || (essence.starts_with("application/") && essence.ends_with("+json"))
    })
}

/// A body as it arrives, for routes that must not hold it whole.
pub struct BodyChunks {
    body: Body,
    clock: Clock,
    /// What was waited since the rate was last looked at, and what has come in that time.
    waited: Duration,
    came: usize,
}

impl BodyChunks {
    /// Reads nothing yet.
    #[must_use]
    pub fn new(body: Body, clock: &Clock) -> Self {
        Self { body, clock: clock.clone(), waited: Duration::ZERO, came: 0 }
    }

    /// The next piece; `None` at the end.
    ///
    /// # Errors
    /// 408 when nothing arrives for 30 seconds, or less than 1 KiB a second; 400 when the connection was cut.
    pub async fn next(&mut self) -> Result<Option<Bytes>> {
        let asked = self.clock.monotonic();
        let frame = self.clock.timeout(IDLE, self.body.frame()).await.map_err(|_| too_slow())?;
        let chunk = match frame {
            None => return Ok(None),
            Some(Err(cut)) => return Err(texts::BODY_CUT.err().because(cut)),
            Some(Ok(frame)) => frame.into_data().unwrap_or_default(),
        };
        // Without the time that the reader takes for itself, on a slow disk for example.
        self.waited += self.clock.monotonic().saturating_sub(asked);
        self.came += chunk.len();
        if self.waited >= IDLE {
            if self.came < LEAST {
                return Err(too_slow());
            }
            (self.waited, self.came) = (Duration::ZERO, 0);
        }
        Ok(Some(chunk))
    }
}

fn too_slow() -> ApiError {
    texts::BODY_TIMEOUT.err()
}

/// Reads a body up to `max` bytes, giving up when it stops arriving or takes too long.
async fn collect(body: Body, app: &App, max: usize) -> Result<Bytes> {
    app.clock
        .timeout(WHOLE, collect_chunks(BodyChunks::new(body, &app.clock), max))
        .await
        .map_err(|_| too_slow())?
}

async fn collect_chunks(mut chunks: BodyChunks, max: usize) -> Result<Bytes> {
    let mut bytes = BytesMut::new();
    while let Some(chunk) = chunks.next().await? {
        if bytes.len() + chunk.len() > max {
            return Err(texts::TOO_LARGE.err());
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes.freeze())
}

/// Reads JSON strictly: one value, each key once, at most 32 levels, no NUL (which PostgreSQL
/// cannot store).
///
/// # Errors
/// 400 naming what is wrong, by field where there is one.
pub fn parse_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T> {
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = Strict { depth: 0 }
        .deserialize(&mut reader)
        .and_then(|value| reader.end().map(|()| value))
        .map_err(|error| refusal(&error))?;
    parse_value(value)
}

/// Reads a type out of JSON that [`parse_json`] has read as a [`Value`].
///
/// # Errors
/// 400 naming what is wrong, by field where there is one.
pub fn parse_value<T: DeserializeOwned>(value: Value) -> Result<T> {
    serde_path_to_error::deserialize(BodyValue(value)).map_err(|error| wrong_field(&error))
}

/// Reads a field so that `null` is told from an absent one, for `deserialize_with`: `null` is `Some(None)`, and an absent
/// field, with `default`, is `None`.
///
/// # Errors
/// When the value is of another type.
pub fn double_option<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    input: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(input).map(Some)
}

/// A body as serde reads it. A struct is an object: serde would also take an array of its fields, which no document
/// of the API admits.
struct BodyValue(Value);

impl<'de> Deserializer<'de> for BodyValue {
    type Error = serde_json::Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> std::result::Result<V::Value, Self::Error> {
        match self.0 {
            Value::Array(_) => Err(Self::Error::invalid_type(Unexpected::Seq, &visitor)),
            value => value.deserialize_struct(name, fields, visitor),
        }
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> std::result::Result<V::Value, Self::Error> {
        self.0.deserialize_any(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> std::result::Result<V::Value, Self::Error> {
        self.0.deserialize_option(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> std::result::Result<V::Value, Self::Error> {
        self.0.deserialize_newtype_struct(name, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> std::result::Result<V::Value, Self::Error> {
        self.0.deserialize_enum(name, variants, visitor)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq
        tuple tuple_struct map identifier ignored_any
    }
}

/// Markers that carry what [`Strict`] found through serde's error text.
const DUPLICATE: &str = "duplicate key ";
const TOO_DEEP: &str = "too deep";
const BAD_CHARACTER: &str = "bad character";
const FORBIDDEN_KEY: &str = "forbidden key";

fn refusal(error: &serde_json::Error) -> ApiError {
    let words = error.to_string();
    if let Some(rest) = words.strip_prefix(DUPLICATE) {
        let key = rest.split(" at line ").next().unwrap_or_default();
        return texts::DUPLICATE_KEY.with("field", short(key));
    }
    let refusal = match words {
        words if words.starts_with(TOO_DEEP) || words.starts_with("recursion") => &texts::TOO_DEEP,
        words if words.starts_with(BAD_CHARACTER) => &texts::BAD_CHARACTER,
        words if words.starts_with(FORBIDDEN_KEY) => &texts::FORBIDDEN_KEY,
        _ => &texts::MALFORMED_JSON,
    };
    refusal.err().because(error)
}

fn wrong_field(error: &serde_path_to_error::Error<serde_json::Error>) -> ApiError {
    let path = error.path().to_string();
    let words = error.inner().to_string();
    if let Some(rest) = words.strip_prefix("missing field `") {
        let field = rest.split('`').next().unwrap_or_default();
        let whole = if path == "." { field.to_owned() } else { format!("{path}.{field}") };
        return texts::FIELD_MISSING.with("field", short(&whole));
    }
    // Without serde's words: they quote the value, and a body must not reach the log.
    if path == "." { texts::BODY_INVALID.err() } else { ApiError::invalid(short(&path)) }
}

/// A name from outside, cut to a length that fits a message.
fn short(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).take(60).collect()
}

/// Builds a [`Value`] and refuses what serde_json would let pass.
#[derive(Clone, Copy)]
struct Strict {
    depth: usize,
}

impl<'de> DeserializeSeed<'de> for Strict {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Strict {
    /// One level further down.
    fn inner<E: serde::de::Error>(self) -> Result<Self, E> {
        if self.depth < MAX_DEPTH { Ok(Self { depth: self.depth + 1 }) } else { Err(E::custom(TOO_DEEP)) }
    }
}

fn clean<E: serde::de::Error>(text: &str) -> Result<&str, E> {
    if text.contains('\0') { Err(E::custom(BAD_CHARACTER)) } else { Ok(text) }
}

/// serde_json reads the value of such a key as JSON once more, past everything checked here.
fn plain_key<E: serde::de::Error>(key: &str) -> Result<&str, E> {
    // A script that copies this key changes the prototype of what it copies into.
    if key == "__proto__" {
        return Err(E::custom(FORBIDDEN_KEY));
    }
    if key.starts_with("$serde_json::") { Err(E::custom("reserved key")) } else { clean(key) }
}

impl<'de> Visitor<'de> for Strict {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E: serde::de::Error>(self, value: &str) -> Result<Value, E> {
        clean(value).map(Value::from)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let inner = self.inner()?;
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(inner)? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let inner = self.inner()?;
        let mut map = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            plain_key::<A::Error>(&key)?;
            let value = entries.next_value_seed(inner)?;
            if map.contains_key(&key) {
                return Err(A::Error::custom(format!("{DUPLICATE}{key}")));
            }
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}
