//! What the board of a class has of broadcasts.

use identity::user::Names;
use kernel::app::iso;
use kernel::board::{BoardPart, PartReading};
use kernel::texts::Language;
use kernel::{App, Result};
use serde_json::{Value, json};

use super::store;

/// The broadcasts that hold, the newest first. They belong to the screens themselves, so no app turns them off.
pub(super) static BROADCASTS: BoardPart = BoardPart { name: "broadcasts", app: None, read };

fn read(app: App, class: String, _: Language) -> PartReading {
    Box::pin(async move { broadcasts(&app, class).await })
}

async fn broadcasts(app: &App, class: String) -> Result<Value> {
    let now = app.clock.now_ms();
    let rows = app.db.read(move |read| Ok(store::of_class(read, &class, now)?)).await?;
    let names = Names::of(app, rows.iter().map(|row| row.sender_id.clone()).collect()).await?;
    let shown = rows.iter().map(|row| {
        json!({
            "id": row.id,
            "priority": row.priority,
            "content": row.content,
            "sender_real_name": names.real(&row.sender_id),
            "created_at": iso(row.created_at),
            "expires_at": iso(row.expires_at),
        })
    });
    Ok(json!({ "broadcasts": shown.collect::<Vec<_>>() }))
}
