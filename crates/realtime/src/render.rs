//! What clients are shown of what members published.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use kernel::events::{ClientFrame, Event};
use kernel::{App, Result};

use super::frames::ExtensionEvent;
use super::{ranges, store};

/// From the feature's own rows: where one is gone, its author was erased, and so is the frame.
pub(super) fn publications(
    app: App,
    events: Vec<Arc<Event>>,
) -> BoxFuture<'static, Result<Vec<ClientFrame>>> {
    Box::pin(async move {
        let ranges = ranges(events.iter().map(|event| event.seq));
        let rows = app.db.read(move |read| Ok(store::published(read, &ranges)?)).await?;
        Ok(rows.into_iter().map(|row| ClientFrame::new(row.seq, &ExtensionEvent::from(row))).collect())
    })
}
