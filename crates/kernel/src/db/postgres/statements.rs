//! Prepared statements on one PostgreSQL connection.

use deadpool_postgres::ClientWrapper;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use crate::db::{DbResult, Statement, Value};

fn params(values: &[Value]) -> Vec<&(dyn ToSql + Sync)> {
    values.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}

/// All rows of a prepared, cached statement.
pub(in crate::db) async fn rows(
    client: &ClientWrapper,
    statement: &'static Statement,
    values: &[Value],
) -> DbResult<Vec<Row>> {
    let prepared = client.prepare_cached(statement.sql).await?;
    Ok(client.query(&prepared, &params(values)).await?)
}

/// Rows touched by a prepared, cached statement.
pub(in crate::db) async fn execute(
    client: &ClientWrapper,
    statement: &'static Statement,
    values: &[Value],
) -> DbResult<u64> {
    let prepared = client.prepare_cached(statement.sql).await?;
    Ok(client.execute(&prepared, &params(values)).await?)
}
