//! What the desktop reads for a page that asks for `data:query`: the data of the integration, with the session of the
//! member who looks at it.

use axum::extract::State;
use identity::api_scopes;
use kernel::http::{Path, Query};
use kernel::{App, Envelope, Reply, Result};

use super::{ShownPage, Viewer};
use crate::data::{DataQuery, IntegrationData, IntegrationDataList};
use crate::store::data as store;

/// Lists the data of an integration for its page.
#[utoipa::path(get, path = "/api/integration-pages/{id}/data", tag = "integrations",
    params(("id" = String, Path, description = "The number of the integration"), DataQuery),
    responses((status = 200, body = Envelope<IntegrationDataList>)))]
pub(crate) async fn list_page_data(
    State(app): State<App>,
    Viewer(caller): Viewer,
    Path(id): Path<String>,
    Query(query): Query<DataQuery>,
) -> Result<Reply<IntegrationDataList>> {
    let shown = ShownPage::opened(&app, &caller.facts, &id, api_scopes::DATA_READ).await?;
    Ok(Reply::ok(IntegrationDataList::read(&app, shown.integration.client.id, query).await?))
}

/// Returns an entry of the data of an integration for its page, or null when there is none under the key.
#[utoipa::path(get, path = "/api/integration-pages/{id}/data/{key}", tag = "integrations",
    params(("id" = String, Path, description = "The number of the integration"),
           ("key" = String, Path, description = "The key of the entry")),
    responses((status = 200, body = Envelope<Option<IntegrationData>>)))]
pub(crate) async fn get_page_data(
    State(app): State<App>,
    Viewer(caller): Viewer,
    Path((id, key)): Path<(String, String)>,
) -> Result<Reply<Option<IntegrationData>>> {
    let shown = ShownPage::opened(&app, &caller.facts, &id, api_scopes::DATA_READ).await?;
    let integration = shown.integration.client.id;
    let found = app.db.read(move |read| Ok(store::find(read, integration, &key)?)).await?;
    Ok(Reply::ok(found.map(IntegrationData::from)))
}
