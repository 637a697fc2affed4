//! `/api/integration-data`: what an integration keeps here, key by key. It belongs to the integration alone: its
//! secret opens it, and no member's session does.

use axum::extract::State;
use identity::api_scopes::{self, scope};
use kernel::app::iso;
use kernel::db::Tx;
use kernel::http::{ClientOnly, Json, Path, Query};
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::inbound::{Apply, InboundEvent};
use super::store::data::{self as store, DataRow};
use super::texts;

/// Entries of one integration.
const MAX_KEYS: i64 = 1000;
/// Bytes of one value, as JSON.
const MAX_VALUE: usize = 64 * 1024;
/// Bytes of all values of one integration.
const MAX_BYTES: i64 = 1 << 20;
/// Longest key.
const MAX_KEY: usize = 100;

/// An entry of the data of an integration.
#[derive(Serialize, ToSchema)]
pub(super) struct IntegrationData {
    /// The key of the entry.
    key: String,
    /// The value of the entry, any JSON.
    value: Value,
    /// When the entry was last set, ISO 8601.
    updated_at: String,
}

impl From<DataRow> for IntegrationData {
    fn from(row: DataRow) -> Self {
        let value = serde_json::from_str(&row.value).unwrap_or_default();
        Self { key: row.key, value, updated_at: iso(row.updated_at) }
    }
}

/// A piece of the data of an integration.
#[derive(Serialize, ToSchema)]
pub(super) struct IntegrationDataList {
    /// The entries, in the order of their keys.
    entries: Vec<IntegrationData>,
    /// Whether there are more entries after these.
    has_more: bool,
    /// The number of all entries; at most 1,000.
    total: i64,
    /// The number of bytes of all values as JSON; at most 1 MiB.
    bytes: i64,
}

impl IntegrationDataList {
    /// # Errors
    /// When the database is away.
    pub(super) async fn read(app: &App, integration: i64, query: DataQuery) -> Result<Self> {
        let limit = query.limit.unwrap_or(50).clamp(1, 100);
        let read = app.db.read(move |read| {
            let rows = store::list(read, integration, &query.after, limit + 1)?;
            Ok((rows, store::usage(read, integration)?))
        });
        let (rows, (total, bytes)) = read.await?;
        let limit = usize::try_from(limit).unwrap_or_default();
        let has_more = rows.len() > limit;
        let entries = rows.into_iter().take(limit).map(IntegrationData::from).collect();
        Ok(Self { entries, has_more, total, bytes })
    }
}

/// Which piece of the data.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct DataQuery {
    /// Only entries after this key.
    #[serde(default)]
    after: String,
    /// The number of items to return: 1–100, default 50.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<i64>,
}

/// Lists the data of the calling integration.
#[utoipa::path(get, path = "/api/integration-data", tag = "integrations", params(DataQuery),
    responses((status = 200, body = Envelope<IntegrationDataList>)), security(("integration" = ["data:read"])))]
pub(super) async fn list_data(
    State(app): State<App>,
    ClientOnly(client, ..): ClientOnly<scope::DataRead>,
    Query(query): Query<DataQuery>,
) -> Result<Reply<IntegrationDataList>> {
    Ok(Reply::ok(IntegrationDataList::read(&app, client.id, query).await?))
}

/// Returns an entry of the data of the calling integration.
#[utoipa::path(get, path = "/api/integration-data/{key}", tag = "integrations",
    params(("key" = String, Path, description = "The key of the entry")),
    responses((status = 200, body = Envelope<IntegrationData>)), security(("integration" = ["data:read"])))]
pub(super) async fn get_data(
    State(app): State<App>,
    ClientOnly(client, ..): ClientOnly<scope::DataRead>,
    Path(key): Path<String>,
) -> Result<Reply<IntegrationData>> {
    let found = app.db.read(move |read| Ok(store::find(read, client.id, &key)?)).await?;
    Ok(Reply::ok(found.ok_or_else(ApiError::not_found)?.into()))
}

/// Sets an entry of the data of the calling integration. The body is the value, any JSON of at most 64 KiB.
#[utoipa::path(put, path = "/api/integration-data/{key}", tag = "integrations",
    params(("key" = String, Path, description = "The key of the entry: 1–100 letters, digits or `_ . : -`")),
    request_body = serde_json::Value, responses((status = 200, body = Envelope<IntegrationData>)),
    security(("integration" = ["data:write"])))]
pub(super) async fn put_data(
    State(app): State<App>,
    ClientOnly(client, ..): ClientOnly<scope::DataWrite>,
    Path(key): Path<String>,
    Json(value): Json<Value>,
) -> Result<Reply<IntegrationData>> {
    let row = entry(&key, &value, app.clock.now_ms())?;
    let set = app.write(move |tx| {
        set(tx, client.id, &row)?;
        Ok(row.clone())
    });
    Ok(Reply::ok(set.await?.into()))
}

/// Removes an entry of the data of the calling integration.
#[utoipa::path(delete, path = "/api/integration-data/{key}", tag = "integrations",
    params(("key" = String, Path, description = "The key of the entry")),
    responses((status = 200, body = Envelope<Option<String>>)), security(("integration" = ["data:write"])))]
pub(super) async fn delete_data(
    State(app): State<App>,
    ClientOnly(client, ..): ClientOnly<scope::DataWrite>,
    Path(key): Path<String>,
) -> Result<Reply<()>> {
    let delete = app.write(move |tx| Ok(store::delete(tx, client.id, &key)?));
    if delete.await? { Ok(Reply::done()) } else { Err(ApiError::not_found()) }
}

/// An entry that keeps the rules for one.
///
/// # Errors
/// 400.
fn entry(key: &str, value: &Value, now: i64) -> Result<DataRow> {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_.:-".contains(&byte);
    if !(1..=MAX_KEY).contains(&key.len()) || !key.bytes().all(allowed) {
        return Err(texts::KEY_INVALID.err());
    }
    let value = value.to_string();
    if value.len() > MAX_VALUE {
        return Err(texts::VALUE_TOO_LARGE.with("max", MAX_VALUE));
    }
    let size = i64::try_from(value.len()).unwrap_or(i64::MAX);
    Ok(DataRow { key: key.to_owned(), value, size, updated_at: now })
}

/// Sets an entry, and then looks whether all of them still fit.
fn set(tx: &mut Tx, integration: i64, row: &DataRow) -> Result<()> {
    store::set(tx, integration, row)?;
    let (keys, bytes) = store::usage(tx, integration)?;
    if keys > MAX_KEYS || bytes > MAX_BYTES {
        return Err(texts::DATA_FULL.with("keys", MAX_KEYS).with("bytes", MAX_BYTES));
    }
    Ok(())
}

/// What `data.set` says.
#[derive(Deserialize)]
struct DataSet {
    key: String,
    value: Value,
}

/// `data.set`.
pub(super) static DATA_SET: InboundEvent = InboundEvent {
    name: "data.set",
    scope: api_scopes::DATA_WRITE,
    about: &texts::DATA_SET,
    prepare: |app, inbound| {
        Box::pin(async move {
            let DataSet { key, value } = inbound.parse()?;
            let row = entry(&key, &value, app.clock.now_ms())?;
            let apply: Apply = Box::new(move |tx| set(tx, inbound.client.id, &row));
            Ok(apply)
        })
    },
};

/// What `data.delete` says.
#[derive(Deserialize)]
struct DataDelete {
    key: String,
}

/// `data.delete`. An entry that is not there is no fault: the same event may come twice.
pub(super) static DATA_DELETE: InboundEvent = InboundEvent {
    name: "data.delete",
    scope: api_scopes::DATA_WRITE,
    about: &texts::DATA_DELETE,
    prepare: |_, inbound| {
        Box::pin(async move {
            let DataDelete { key } = inbound.parse()?;
            let apply: Apply = Box::new(move |tx| Ok(store::delete(tx, inbound.client.id, &key).map(drop)?));
            Ok(apply)
        })
    },
};
