//! Keeps the search index behind the messages. Sending does not wait for it: the index costs more than
//! the message. New messages are added many at a time, a second later, or at once when someone
//! searches; what is edited, recalled or erased is changed with the message.

use kernel::db::Tx;
use kernel::tasks::Stop;
use kernel::{App, Result};

use super::model::{Kind, RoomId};
use super::store::search;
use super::{Chat, words};

/// Messages added in one transaction: it holds up every other write.
const BATCH: i64 = 64;

/// Adds what was said since, for as long as the server runs.
pub(super) async fn follow(app: App, mut stop: Stop) {
    let mut head = app.events.head();
    loop {
        if let Err(error) = catch_up(&app).await {
            tracing::warn!(%error, "new messages are not in the search yet");
            head.mark_changed();
        }
        if !app.events.gather(&mut head, &mut stop).await {
            return;
        }
    }
}

/// Adds everything that was said before this.
///
/// # Errors
/// When the database is away.
pub(super) async fn catch_up(app: &App) -> Result<()> {
    let chat = app.state::<Chat>();
    // One at a time: the others find it done.
    let _turn = chat.indexing.lock().await;
    let (mut done, newest) = app.db.read(|read| Ok((search::cursor(read)?, search::newest(read)?))).await?;
    while done < newest {
        let writer = app.clone();
        done = app.db.write(move |tx| add_some(&writer, tx)).await?;
    }
    Ok(())
}

/// Adds the next messages; answers how far the index is.
fn add_some(app: &App, tx: &mut Tx) -> Result<i64> {
    // Nothing is edited, recalled or indexed elsewhere until the commit.
    app.events.hold(tx)?;
    let done = search::cursor(tx)?;
    let rows = search::unindexed(tx, done, BATCH)?;
    let Some((last, ..)) = rows.last() else { return Ok(i64::MAX) };
    let last = *last;
    for (seq, room, kind, content) in rows {
        add(tx, seq, &room, Kind::parse(&kind), &content)?;
    }
    search::move_cursor(tx, last)?;
    Ok(last)
}

/// A message has other words now. One that is not in the index yet comes with these.
pub(super) fn replace(tx: &mut Tx, seq: i64, room: &str, kind: Kind, content: &str) -> Result<()> {
    if seq > search::cursor(tx)? {
        return Ok(());
    }
    search::remove(tx, seq)?;
    add(tx, seq, room, kind, content)
}

/// Adds a message, with the room it is in: a query names the rooms of who asks.
fn add(tx: &mut Tx, seq: i64, room: &str, kind: Kind, content: &str) -> Result<()> {
    let words = words::tokens(&kind.searchable(content));
    let Some(room) = RoomId::parse(room).filter(|_| !words.is_empty()) else { return Ok(()) };
    let words: Vec<String> = words.into_iter().chain(room_words(&room)).collect();
    Ok(search::add(tx, seq, &words.join(" "))?)
}

/// How the index spells a room; no word of a text looks like that. A pair is spelt by its two members,
/// so that one word finds all the pairs of someone.
pub(super) fn room_words(room: &RoomId) -> Vec<String> {
    match room {
        RoomId::Public => vec!["_public".into()],
        RoomId::Class(class) => vec![format!("_c{class}")],
        RoomId::Group(id) => vec![format!("_g{}", id.replace('-', ""))],
        RoomId::Private(one, other) => vec![format!("_u{one}"), format!("_u{other}")],
    }
}
