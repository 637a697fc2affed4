//! The index: what happened to a content is in it a second later. Writing does not wait for it, because the index costs
//! more than a message.

use std::collections::HashSet;

use kernel::db::DbResult;
use kernel::events::{Consumer, Event};
use kernel::user::UserId;
use kernel::{App, AppTx, Result, feature};

use crate::kind::{Document, SearchKind};
use crate::{audience, pinyin, spelling, store};

/// The consumer's name.
const NAME: &str = "search";
/// Documents that one millisecond has numbers for.
const PER_MILLISECOND: i64 = 1 << 10;

/// Follows the event log.
pub(crate) static INDEX: Consumer = Consumer {
    name: NAME,
    batch: 64,
    selects: |app, event| kinds(app).any(|kind| (kind.is_changed_by)(event)),
    handle: follow,
};

/// Everything that is found in this portal.
pub(crate) fn kinds(app: &App) -> impl Iterator<Item = &'static SearchKind> + use<'_> {
    feature::provided::<SearchKind>(&app.features)
}

/// Adds everything that happened before this; what could not be added yet is not found.
pub async fn catch_up(app: &App) {
    app.catch_up(NAME).await;
}

/// Reads again what the events have changed, each content once, in the order of the events: of one moment, what came
/// later is found first.
fn follow(tx: &mut AppTx, events: &[Event]) -> Result<()> {
    let mut done = HashSet::new();
    for event in events {
        for kind in kinds(tx.app()).filter(|kind| (kind.is_changed_by)(event)) {
            for id in (kind.changed)(tx, event)? {
                if done.insert((kind.name, id.clone())) {
                    put(tx, kind, &id)?;
                }
            }
        }
    }
    Ok(())
}

/// Puts a content into the index as it is now, or takes it out.
pub(crate) fn put(tx: &mut AppTx, kind: &SearchKind, id: &str) -> DbResult<()> {
    let app = tx.app();
    let document = (kind.document)(tx, app, id)?;
    let known = store::number(tx, kind.name, id)?;
    if let Some(number) = known {
        store::remove_words(tx, number)?;
    }
    match (document, known) {
        (Some(document), _) => {
            let number = match known {
                Some(number) => number,
                None => free_number(tx, document.created_at)?,
            };
            let owner = document.erased_with.map(|owner| owner.to_string()).unwrap_or_default();
            store::put(tx, number, (kind.name, id), &owner)?;
            store::add_words(tx, number, &words(kind, &document))
        }
        (None, Some(number)) => store::remove(tx, number),
        (None, None) => Ok(()),
    }
}

/// The first free number of a moment. The caller holds the log's counter, so that two nodes do not take it at once.
fn free_number(tx: &mut AppTx, created_at: i64) -> DbResult<i64> {
    let mut first = created_at.max(0) * PER_MILLISECOND;
    loop {
        let last = store::last_between(tx, first, first + PER_MILLISECOND)?;
        match last.map_or(first, |last| last + 1) {
            number if number < first + PER_MILLISECOND => return Ok(number),
            // A crowd, such as what was imported: some of it counts as a moment newer.
            _ => first += PER_MILLISECOND,
        }
    }
}

/// Everything that a document is found by.
fn words(kind: &SearchKind, document: &Document) -> String {
    let Document { audience, also_found_by, place, title, text, .. } = document;
    let mut words = spelling::tokens(&format!("{title}\n{text}"));
    words.extend(title.lines().flat_map(pinyin::tokens));
    words.insert(kind_token(kind.name));
    words.extend(audience::tokens(audience));
    words.extend(also_found_by.map(audience::member_token));
    if !place.is_empty() {
        words.insert(place_token(place));
    }
    words.into_iter().collect::<Vec<_>>().join(" ")
}

/// The word by which a kind is asked for.
pub(crate) fn kind_token(name: &str) -> String {
    format!("_k{name}")
}

/// The word by which a place is asked for.
pub(crate) fn place_token(place: &str) -> String {
    let place = place.bytes().filter(u8::is_ascii_alphanumeric).map(char::from);
    "_in".chars().chain(place).collect()
}

/// Forgets what a member wrote.
pub(crate) fn erase(tx: &mut kernel::db::Tx, user: &UserId) -> DbResult<()> {
    store::erase(tx, *user)
}

/// Takes contents of a kind out: their feature has dropped them without an event.
///
/// # Errors
/// When a statement fails.
pub fn forget(tx: &mut kernel::db::Tx, kind: &SearchKind, ids: &[String]) -> DbResult<()> {
    for id in ids {
        if let Some(number) = store::number(tx, kind.name, id)? {
            store::remove_words(tx, number)?;
            store::remove(tx, number)?;
        }
    }
    Ok(())
}

/// Takes the contents of a kind from before a moment out, in milliseconds: their feature has forgotten them.
///
/// # Errors
/// When a statement fails.
pub fn forget_before(tx: &mut kernel::db::Tx, kind: &SearchKind, moment: i64) -> DbResult<()> {
    store::forget(tx, kind.name, moment * PER_MILLISECOND)
}
