//! Keeps the search index behind the messages. Sending does not wait for it: the index costs more than
//! the message. New messages are added many at a time, a second later, or at once when someone
//! searches; what is edited, recalled or erased is changed with the message.

use kernel::db::Tx;
use kernel::events::{self, Consumer, Event, FeatureEvent as _};
use kernel::{App, AppTx, Result};

use crate::chat::attach::ChatFile;
use crate::chat::events::ChatEvent;
use crate::chat::model::{Kind, RoomId};
use crate::chat::search::tokenizer;
use crate::chat::store::search;

/// The consumer's name.
const SEARCH: &str = "chat-search";

/// Adds new messages to the index.
pub(in crate::chat) static INDEX: Consumer =
    Consumer { name: SEARCH, batch: 64, selects: |_, event| is_message(event), handle: add_all };

fn is_message(event: &Event) -> bool {
    matches!(ChatEvent::read(event), Some(ChatEvent::MessageCreated(_)))
}

/// Adds everything that was said before this; what could not be added yet is not found.
pub(in crate::chat) async fn catch_up(app: &App) {
    app.catch_up(SEARCH).await;
}

/// Adds messages as they are now: one that was recalled meanwhile has no words.
fn add_all(tx: &mut AppTx, events: &[Event]) -> Result<()> {
    for event in events {
        if let Some(row) = search::message(tx, event.seq)? {
            let kind: Kind = row.kind.parse().unwrap_or_default();
            let file_name = ChatFile::name_in(row.extra.as_deref());
            add(tx, event.seq, &row.room_id, &kind.searchable(&row.content, &file_name))?;
        }
    }
    Ok(())
}

/// A text has other words now. One that is not in the index yet comes with these.
pub(in crate::chat) fn replace(tx: &mut Tx, seq: i64, room: &str, text: &str) -> Result<()> {
    if seq > events::stored_position(tx, SEARCH)? {
        return Ok(());
    }
    search::remove(tx, seq)?;
    add(tx, seq, room, text)
}

/// Adds a message, with the room it is in: a query names the rooms of who asks.
fn add(tx: &mut Tx, seq: i64, room: &str, text: &str) -> Result<()> {
    let words = tokenizer::tokens(text);
    let Some(room) = RoomId::parse(room).filter(|_| !words.is_empty()) else { return Ok(()) };
    let words: Vec<String> = words.into_iter().chain(room_tokens(&room)).collect();
    Ok(search::add(tx, seq, &words.join(" "))?)
}

/// How the index spells a room; no word of a text looks like that. A pair is spelt by its two members,
/// so that one word finds all the pairs of someone.
pub(in crate::chat) fn room_tokens(room: &RoomId) -> Vec<String> {
    match room {
        RoomId::Public => vec!["_public".into()],
        RoomId::Class(class) => vec![format!("_c{class}")],
        RoomId::Group(id) => vec![format!("_g{}", id.replace('-', ""))],
        RoomId::Private(one, other) => vec![format!("_u{one}"), format!("_u{other}")],
    }
}
