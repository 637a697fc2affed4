//! What clients are shown of what members published.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use kernel::app::iso;
use kernel::events::{ClientFrame, Event};
use kernel::{App, Result};
use serde::Serialize;
use serde_json::value::RawValue;

use super::ranges;
use super::store::{self, Publication};

#[derive(Serialize)]
struct ExtensionEvent {
    r#type: &'static str,
    app_name: Option<String>,
    event: String,
    payload: Box<RawValue>,
    sender_id: String,
    created_at: String,
}

/// From the feature's own rows: where one is gone, its author was erased, and so is the frame.
pub(super) fn publications(
    app: App,
    events: Vec<Arc<Event>>,
) -> BoxFuture<'static, Result<Vec<ClientFrame>>> {
    Box::pin(async move {
        let ranges = ranges(events.iter().map(|event| event.seq));
        let rows = app.db.read(move |read| Ok(store::published(read, &ranges)?)).await?;
        Ok(rows.into_iter().filter_map(shown).collect())
    })
}

fn shown(row: Publication) -> Option<ClientFrame> {
    let frame = ExtensionEvent {
        r#type: "extension_event",
        app_name: row.app_name,
        event: row.event,
        payload: RawValue::from_string(row.payload).unwrap_or_default(),
        sender_id: row.sender_id,
        created_at: iso(row.created_at),
    };
    ClientFrame::new(row.seq, &frame)
}
