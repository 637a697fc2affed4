//! Readers of a generation: on its own node from memory, on any other from what was stored.

use std::time::Duration;

use kernel::{App, Result};
use realtime::event_stream::{EventSender, StreamEnded};

use super::generation::{Generation, ReaderGuard};
use super::journal::Journal;
use super::stream_event::AiStreamEvent;
use crate::store::generations::{self as store, GenerationRow};

/// How often another node's answer is looked at.
const POLL: Duration = Duration::from_secs(1);
/// How often its node is told that somebody reads it here.
const NOTED: Duration = Duration::from_secs(10);

/// Sends everything behind an offset until nothing more will come. `first` goes out before it.
/// The reader is counted from before the stream begins: a client may leave before that too.
pub(super) async fn send_from_memory(
    reader: ReaderGuard,
    offset: u64,
    first: AiStreamEvent,
    sender: EventSender,
) {
    // The stream's work ends when the client leaves, and the reader with it.
    let _ = send_all(reader.generation(), offset, first, &sender).await;
}

async fn send_all(
    generation: &Generation,
    mut offset: u64,
    first: AiStreamEvent,
    sender: &EventSender,
) -> std::result::Result<(), StreamEnded> {
    let mut changes = generation.changes();
    sender.send(&first).await?;
    let mut told = 0;
    loop {
        let _ = changes.borrow_and_update();
        let unread = generation.unread(offset);
        for (event, end) in unread.events {
            sender.send_with_id(end, &event).await?;
            offset = end;
        }
        // What is saved is still there after a crash.
        if generation.is_resumable && unread.saved > told && !unread.is_over {
            told = unread.saved;
            sender.send(&AiStreamEvent::Saved { saved: told }).await?;
        }
        if unread.is_over {
            return Ok(());
        }
        let _ = changes.changed().await;
    }
}

/// Sends what another node stores, until it has ended.
pub(super) async fn send_from_store(
    app: App,
    row: GenerationRow,
    offset: u64,
    first: AiStreamEvent,
    sender: EventSender,
) {
    let _ = send_stored(&app, &row.id, offset, first, &sender).await;
}

async fn send_stored(
    app: &App,
    id: &str,
    mut offset: u64,
    first: AiStreamEvent,
    sender: &EventSender,
) -> std::result::Result<(), StreamEnded> {
    sender.send(&first).await?;
    let mut noted = None;
    loop {
        let now = app.clock.monotonic();
        if noted.is_none_or(|at| now.saturating_sub(at) >= NOTED) {
            noted = Some(now);
            note_reader(app, id).await;
        }
        match stored_after(app, id, offset).await {
            Ok(Some((journal, is_over))) => {
                for (event, end) in journal.after(offset) {
                    sender.send_with_id(end, &event).await?;
                    offset = end;
                }
                if is_over {
                    return Ok(());
                }
            }
            // Its conversation was removed.
            Ok(None) => return sender.send(&AiStreamEvent::DONE).await,
            Err(error) => tracing::warn!(%error, "an answer of another node is not read, will retry"),
        }
        app.clock.sleep(POLL).await;
    }
}

/// Tells the node that writes an answer that somebody reads it here.
async fn note_reader(app: &App, id: &str) {
    let (id, now) = (id.to_owned(), app.clock.now_ms());
    if let Err(error) = app.write(move |tx| Ok(store::note_reader(tx, &id, now)?)).await {
        tracing::warn!(%error, "the reader of an answer of another node is not noted, will retry");
    }
}

/// What was stored of a generation, from the piece on that an offset is in, and whether it has ended; `None` when it
/// was removed.
async fn stored_after(app: &App, id: &str, offset: u64) -> Result<Option<(Journal, bool)>> {
    let id = id.to_owned();
    let offset = i64::try_from(offset).unwrap_or(i64::MAX);
    let read = app.db.read(move |read| {
        // First the end, then the pieces: the last of them is stored together with it.
        let Some(row) = store::find(read, &id)? else { return Ok(None) };
        Ok(Some((read_pieces(store::pieces(read, &id, offset)?), row.ended_at.is_some())))
    });
    read.await
}

/// What pieces say, which follow each other.
pub(super) fn read_pieces(pieces: Vec<(i64, String)>) -> Journal {
    let start = pieces.first().map_or(0, |(start, _)| u64::try_from(*start).unwrap_or_default());
    let mut journal = Journal::starting_at(start);
    pieces.iter().for_each(|(_, entries)| journal.push_stored(entries));
    journal
}
