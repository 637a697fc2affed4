//! Every SQL text of the realtime feature.

use kernel::db::{Db, DbResult, Read, Tx};
use kernel::user::UserId;
use kernel::{p, record, statements};
use serde_json::{Value, json};

macro_rules! columns {
    () => {
        "seq, app_name, event, payload, sender_id, integration_id, created_at"
    };
}

statements! {
    /// Adds what was published, under the number of its event.
    INSERT = "insert into realtime_events (seq, app_name, event, payload, sender_id, integration_id, created_at)
              values ($1, $2, $3, $4, $5, $6, $7)";
    /// A range of the log.
    BETWEEN = concat!("select ", columns!(), " from realtime_events where seq >= $1 and seq <= $2 order by seq");
    /// What a member published, newest first.
    LIST = concat!("select ", columns!(), " from realtime_events where sender_id = $1 order by seq desc limit 10000");
    /// Forgets what the log has forgotten, a bounded piece at a time.
    FORGET = "delete from realtime_events where seq in
              (select seq from realtime_events where seq < $1 order by seq limit 500)";
    /// Erases.
    DELETE_ALL = "delete from realtime_events where sender_id = $1";
}

record! {
    /// What someone published.
    #[derive(Clone, Debug)]
    pub(super) struct PublicationRow {
        pub(super) seq: i64,
        pub(super) app_name: Option<String>,
        pub(super) event: String,
        /// JSON.
        pub(super) payload: String,
        pub(super) sender_id: String,
        /// The API client that published it in the name of the sender.
        pub(super) integration_id: Option<i64>,
        pub(super) created_at: i64,
    }
}

pub(super) fn insert(tx: &mut Tx, row: &PublicationRow) -> DbResult<()> {
    let PublicationRow { seq, app_name, event, payload, sender_id, integration_id, created_at } = row;
    tx.exec(&INSERT, p![*seq, app_name.clone(), event, payload, sender_id, *integration_id, *created_at])?;
    Ok(())
}

/// What was published in these ranges of the log, the first and the last of each included.
pub(super) fn published(read: &mut Read, ranges: &[(i64, i64)]) -> DbResult<Vec<PublicationRow>> {
    let mut found = Vec::new();
    for (first, last) in ranges {
        found.extend(read.all(&BETWEEN, p![*first, *last])?);
    }
    Ok(found)
}

/// Forgets some of what came before `seq`; 0 when nothing is left of it.
pub(super) async fn forget_before(db: &Db, seq: i64) -> kernel::Result<u64> {
    db.exec(&FORGET, p![seq]).await
}

pub(super) fn delete_all_of(tx: &mut Tx, sender: &UserId) -> DbResult<()> {
    tx.exec(&DELETE_ALL, p![sender])?;
    Ok(())
}

pub(super) fn export_all_of(read: &mut Read, sender: &UserId) -> DbResult<Option<Value>> {
    let rows: Vec<PublicationRow> = read.all(&LIST, p![sender])?;
    let plain = |row: PublicationRow| {
        let payload: Value = serde_json::from_str(&row.payload).unwrap_or_default();
        json!({ "app_name": row.app_name, "event": row.event, "payload": payload,
                "created_at": kernel::app::iso(row.created_at) })
    };
    Ok((!rows.is_empty()).then(|| rows.into_iter().map(plain).collect()))
}
