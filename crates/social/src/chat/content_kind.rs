//! What moderation does with messages: it finds, removes, restores and sends them.

use std::collections::BTreeSet;

use identity::user::directory;
use kernel::app::iso;
use kernel::db::Read;
use kernel::events::{Audience, Memberships, NewEvent};
use kernel::files::{Reader, Reference};
use kernel::user::{UserFacts, UserId};
use kernel::{App, AppTx, Result};
use moderation::{
    Content, ContentKind, Moderator, Place, Quote, Recent, Removed, Sample, SeenPlaces, Surroundings,
};
use serde::{Deserialize, Serialize};

use super::attach::ChatFile;
use super::events::ChatEvent;
use super::messages::{edit, publish};
use super::model::{self, RemovedBy, RoomId};
use super::store::messages::{self, MessageRow};
use super::store::{groups, read_markers};
use super::{access, case_content, dto, texts};

/// Messages shown before and after a reported one.
const AROUND: i64 = 5;

/// Messages.
pub(super) static MESSAGE: ContentKind = ContentKind {
    name: case_content::MESSAGE,
    label: &texts::A_MESSAGE,
    find,
    seen_places,
    surroundings,
    may_remove,
    remove,
    restore,
    forget,
    prepare_publication: |app, held| Box::pin(publish::prepare(app, held)),
    recent,
};

fn recent(read: &mut Read, _: &App, wanted: &Recent<'_>) -> Result<Vec<Sample>> {
    let found = messages::recent(read, wanted.class, wanted.since, (wanted.limit, wanted.offset))?;
    let sample = |row: MessageRow| Sample {
        author: UserId::parse(&row.sender_id),
        words: case_content::words_of(&row),
        id: row.id,
        created_at: row.created_at,
    };
    Ok(found.into_iter().map(sample).collect())
}

/// What a message that was removed needs to be restored. Its reactions, its pin and what it said before are gone.
#[derive(Serialize, Deserialize)]
struct Kept {
    content: String,
    mentions: String,
    extra: Option<String>,
}

fn find(read: &mut Read, _: &App, facts: &UserFacts, id: &str) -> Result<Content> {
    let (row, ..) = access::unrecalled(read, id, facts)?;
    Ok(case_content::of_message(&row))
}

/// As recalling by one's office: never between two, in a group its owner alone.
fn may_remove(read: &mut Read, by: &Moderator, id: &str) -> Result<bool> {
    let (row, room, rights) = access::message(read, id, &by.facts)?;
    let sender = UserId::parse(&row.sender_id);
    let sender = sender.map(|sender| directory::member_of(read, sender)).transpose()?.flatten();
    Ok(access::may_take_down(&by.facts, &rights, &room, sender.as_ref().map(|member| &member.facts)))
}

fn seen_places(
    read: &mut Read,
    _: &App,
    moderator: &UserFacts,
    places: &BTreeSet<String>,
) -> Result<SeenPlaces> {
    let mut seen = SeenPlaces::new();
    for place in places {
        let Some(room) = RoomId::parse(place) else { continue };
        if access::room_rights(read, &room, moderator)?.is_member {
            seen.insert(place.clone(), String::new());
        }
    }
    Ok(seen)
}

/// The message and its neighbours, as far as its reporter sees them by now; whoever removed it unasked sees it alone.
fn surroundings(read: &mut Read, at: &Place<'_>) -> Result<Surroundings> {
    let given = groups::find(read, at.place)?.map(|row| row.name).unwrap_or_default();
    let place_name = dto::name(at.place, &given);
    let Some(row) = messages::find(read, at.content_id)? else {
        return Ok(Surroundings { place_name, quotes: Vec::new() });
    };
    let mut rows = Vec::new();
    let (room, seq) = (row.room_id.clone(), row.seq);
    let mut reporter = None;
    if let Some(id) = RoomId::parse(&room) {
        for candidate in at.reporters {
            if access::is_member(read, &id, *candidate)? {
                reporter = Some(*candidate);
                break;
            }
        }
    }
    let hidden = match reporter {
        Some(reporter) => Some(read_markers::find(read, reporter, &room)?.cleared_seq),
        None => None,
    };
    if let Some(hidden) = hidden {
        rows = messages::before(read, &room, seq, hidden, AROUND)?;
        rows.reverse();
    }
    rows.push(row);
    if let Some(hidden) = hidden {
        rows.extend(messages::after(read, &room, seq, hidden, AROUND)?);
    }
    let quotes = rows.into_iter().map(|row| quote(row, at.content_id)).collect();
    Ok(Surroundings { place_name, quotes })
}

fn quote(row: MessageRow, reported: &str) -> Quote {
    Quote {
        reported: row.id == reported,
        text: case_content::case_words(&row),
        files: case_content::files_of(&row),
        anonymous: false,
        alias: None,
        id: row.id,
        author_id: row.sender_id,
        r#type: row.kind,
        removed: row.recalled,
        created_at: iso(row.created_at),
    }
}

fn remove(tx: &mut AppTx, by: &Moderator, id: &str) -> Result<Option<Removed>> {
    let Some(row) = messages::find(tx, id)?.filter(|row| !row.recalled) else { return Ok(None) };
    let Some(room) = RoomId::parse(&row.room_id) else { return Ok(None) };
    let words = case_content::case_words(&row);
    let MessageRow { content, mentions, extra, .. } = row.clone();
    let kept = Kept { content, mentions, extra };
    let restorable = serde_json::to_string(&kept).unwrap_or_default();
    // Its sender alone reads the files, until nobody can ask for them any more.
    show_files(tx, &row, Audience::User)?;
    edit::empty(tx, &row, &room, by.user(), Some(RemovedBy::Moderator))?;
    Ok(Some(Removed { words, restorable }))
}

fn restore(tx: &mut AppTx, by: &Moderator, id: &str, restorable: &str) -> Result<()> {
    let gone = || texts::NO_SUCH_MESSAGE.err();
    let kept: Kept = serde_json::from_str(restorable).map_err(|_| gone())?;
    let row = messages::find(tx, id)?.filter(|row| row.recalled).ok_or_else(gone)?;
    let room = RoomId::parse(&row.room_id).ok_or_else(gone)?;
    let edited = ChatEvent::MessageEdited((&room).into());
    tx.emit(NewEvent::new(&edited, room.audience()).by(by.user()).about(id))?;
    messages::restore(tx, id, &kept.content, &kept.mentions, kept.extra.as_deref())?;
    let row = MessageRow { content: kept.content, extra: kept.extra, ..row };
    show_files(tx, &row, |sender| room.other(sender).map_or_else(|| room.audience(), Audience::User))
}

fn forget(tx: &mut AppTx, id: &str) -> Result<()> {
    Ok(tx.app().files.remove_refs(tx, "chat", id)?)
}

/// Lets these read the files that a message names, in the name of its sender.
fn show_files(tx: &mut AppTx, row: &MessageRow, audience: impl Fn(UserId) -> Audience) -> Result<()> {
    let Some(sender) = UserId::parse(&row.sender_id) else { return Ok(()) };
    let reader = Reader { user: sender, memberships: Memberships::default() };
    let (audience, name) = (audience(sender).to_key(), ChatFile::name_in(row.extra.as_deref()));
    for (place, hash) in model::file_hashes(&row.content).into_iter().enumerate() {
        let name = if place == 0 { name.as_str() } else { "" };
        let reference =
            Reference { feature: "chat", ref_id: &row.id, owner: Some(sender), audience: &audience, name };
        match tx.app().files.add_ref(tx, &reader, hash, &reference) {
            // It was not the sender's to show.
            Err(error) if error.status() == axum::http::StatusCode::NOT_FOUND => {}
            other => other?,
        }
    }
    Ok(())
}
