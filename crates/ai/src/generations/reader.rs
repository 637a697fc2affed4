//! Readers of a generation: on its own node from memory, on any other from what was written down.

use std::time::Duration;

use kernel::{App, Result};
use realtime::event_stream::{EventSender, StreamEnded};
use serde_json::{Value, json};

use super::generation::{Generation, ReaderCount};
use super::journal::{Journal, Shown};
use crate::store::conversations;
use crate::store::generations::{self as store, GenerationRow};

/// How often another node's answer is looked at.
const LOOK: Duration = Duration::from_secs(1);

/// Sends everything behind a place until nothing more will come. `first` goes out before it.
/// The reader is counted from before the stream begins: a client may leave before that too.
pub(super) async fn read(reader: ReaderCount, place: u64, first: Value, sender: EventSender) {
    // The stream's work ends when the client leaves, and the reader with it.
    let _ = send_all(reader.generation(), place, first, &sender).await;
}

async fn send_all(
    generation: &Generation,
    mut place: u64,
    first: Value,
    sender: &EventSender,
) -> std::result::Result<(), StreamEnded> {
    let mut changes = generation.changes();
    sender.send(&first).await?;
    let mut told = 0;
    loop {
        let _ = changes.borrow_and_update();
        let news = generation.news(place);
        for (shown, behind) in news.shown {
            send(sender, &shown, behind).await?;
            place = behind;
        }
        // What is saved is still there after a crash.
        if generation.is_resumable && news.saved > told && !news.is_over {
            told = news.saved;
            sender.send(&json!({ "saved": told })).await?;
        }
        if news.is_over {
            return Ok(());
        }
        let _ = changes.changed().await;
    }
}

async fn send(sender: &EventSender, shown: &Shown, behind: u64) -> std::result::Result<(), StreamEnded> {
    sender.send_with_id(behind, shown).await
}

/// Sends what another node writes down, until it is over.
pub(super) async fn read_stored(
    app: App,
    row: GenerationRow,
    mut place: u64,
    first: Value,
    sender: EventSender,
) {
    if sender.send(&first).await.is_err() {
        return;
    }
    loop {
        let found = match look(&app, &row).await {
            Ok(found) => found,
            Err(error) => {
                tracing::warn!(%error, "an answer of another node is not read, will retry");
                app.clock.sleep(LOOK).await;
                continue;
            }
        };
        let sent = match found {
            Found::Running(journal) => send_part(&sender, &journal, &mut place).await,
            Found::Over(content) => return send_end(&sender, content).await,
        };
        if sent.is_err() {
            return;
        }
        app.clock.sleep(LOOK).await;
    }
}

async fn send_part(
    sender: &EventSender,
    journal: &Journal,
    place: &mut u64,
) -> std::result::Result<(), StreamEnded> {
    for (shown, behind) in journal.after(*place) {
        send(sender, &shown, behind).await?;
        *place = behind;
    }
    Ok(())
}

/// The whole answer takes the place of what was read of it: its last part was never written down by itself.
async fn send_end(sender: &EventSender, content: Option<String>) {
    if let Some(content) = content
        && sender.send(&json!({ "content": content, "action": "replace" })).await.is_err()
    {
        return;
    }
    let _ = sender.send(&json!({ "done": true })).await;
}

enum Found {
    Running(Journal),
    /// What the answer has become; `None` when there is none.
    Over(Option<String>),
}

async fn look(app: &App, row: &GenerationRow) -> Result<Found> {
    let row = row.clone();
    let read = app.db.read(move |read| {
        if store::find(read, &row.id)?.is_none() {
            let messages = conversations::messages(read, &row.conversation_id)?;
            let last = messages.into_iter().rev().find(|message| message.created_at >= row.created_at);
            let answer = last.filter(|message| message.role == crate::conversations::model::Role::Assistant);
            return Ok(Found::Over(answer.map(|message| message.content)));
        }
        let mut journal = Journal::default();
        store::pieces(read, &row.id)?.iter().for_each(|(_, entries)| journal.push_stored(entries));
        Ok(Found::Running(journal))
    });
    read.await
}
