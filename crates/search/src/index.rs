//! The index: what happened to a content is in it a second later. Writing does not wait for it, because the index costs
//! more than a message.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use kernel::db::{DbResult, Read};
use kernel::events::{Consumer, Event};
use kernel::user::UserId;
use kernel::{App, AppTx, Result, feature};

use crate::kind::{Document, SearchKind};
use crate::{audience, pinyin, spelling, store, times};

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
    let (mut changed, mut seen) = (Vec::new(), HashSet::new());
    for event in events {
        for kind in kinds(tx.app()).filter(|kind| (kind.is_changed_by)(event)) {
            for id in (kind.changed)(tx, event)? {
                if seen.insert((kind.name, id.clone())) {
                    changed.push((kind, id));
                }
            }
        }
    }
    Ok(put(tx, &changed)?)
}

/// Puts contents into the index as they are now, or takes them out. The rows of all are written at once: on PostgreSQL
/// a statement for each would take longer than the messages take to come.
pub(crate) fn put(tx: &mut AppTx, contents: &[(&SearchKind, String)]) -> DbResult<()> {
    let app = tx.app();
    let known = numbers(tx, contents)?;
    let (mut there, mut gone) = (Vec::new(), Vec::new());
    for (kind, id) in contents {
        let number = known.get(&(kind.name, id.as_str())).copied();
        match ((kind.document)(tx, app, id)?, number) {
            (Some(document), _) => there.push((*kind, id.as_str(), document, number)),
            (None, number) => gone.extend(number),
        }
    }
    if !known.is_empty() {
        store::remove_words(tx, &known.into_values().collect::<Vec<_>>())?;
    }
    if !gone.is_empty() {
        store::remove(tx, &gone)?;
    }
    let new = there.iter().filter(|(.., number)| number.is_none());
    let mut free = FreeNumbers::new(tx, new.map(|(_, _, document, _)| document.created_at))?;
    let (mut rows, mut all_words) = (Vec::new(), Vec::new());
    for (kind, id, document, number) in there {
        let number = match number {
            Some(number) => number,
            None => free.take(tx, document.created_at)?,
        };
        let owner = document.erased_with.map(|owner| owner.to_string()).unwrap_or_default();
        rows.push((number, kind.name, id, owner));
        all_words.push((number, words(kind, &document, number)));
    }
    if !rows.is_empty() {
        store::put(tx, &rows)?;
        store::add_words(tx, &all_words)?;
    }
    Ok(())
}

/// The numbers of those contents that are in the index.
fn numbers<'a>(
    read: &mut Read,
    contents: &'a [(&SearchKind, String)],
) -> DbResult<HashMap<(&'static str, &'a str), i64>> {
    let mut ids: BTreeMap<&'static str, Vec<&'a str>> = BTreeMap::new();
    for (kind, id) in contents {
        ids.entry(kind.name).or_default().push(id);
    }
    let mut numbers = HashMap::new();
    for (kind, ids) in ids {
        let found: HashMap<String, i64> = store::numbers(read, kind, &ids)?.into_iter().collect();
        numbers.extend(ids.into_iter().filter_map(|id| Some(((kind, id), *found.get(id)?))));
    }
    Ok(numbers)
}

/// Numbers for contents that are new. The caller holds the log's counter, so that two nodes do not take one at once.
struct FreeNumbers {
    /// The next number of a moment, by its first.
    next: HashMap<i64, i64>,
}

impl FreeNumbers {
    /// Those of some moments, in milliseconds.
    fn new(read: &mut Read, moments: impl Iterator<Item = i64>) -> DbResult<Self> {
        let firsts: BTreeSet<i64> = moments.map(first_number).collect();
        let mut free = Self { next: HashMap::new() };
        free.look_up(read, &Vec::from_iter(firsts))?;
        Ok(free)
    }

    fn look_up(&mut self, read: &mut Read, firsts: &[i64]) -> DbResult<()> {
        if !firsts.is_empty() {
            let taken = store::last_taken(read, firsts, PER_MILLISECOND)?;
            self.next
                .extend(taken.into_iter().map(|(first, last)| (first, last.map_or(first, |last| last + 1))));
        }
        Ok(())
    }

    /// The first free number of a moment.
    fn take(&mut self, read: &mut Read, moment: i64) -> DbResult<i64> {
        let mut first = first_number(moment);
        loop {
            match self.next.get_mut(&first) {
                None => self.look_up(read, &[first])?,
                Some(next) if *next < first + PER_MILLISECOND => {
                    *next += 1;
                    return Ok(*next - 1);
                }
                // A crowd, such as what was imported: some of it counts as a moment newer.
                Some(_) => first += PER_MILLISECOND,
            }
        }
    }
}

/// The first number of a moment.
fn first_number(moment: i64) -> i64 {
    moment.max(0) * PER_MILLISECOND
}

/// Everything that a document is found by.
fn words(kind: &SearchKind, document: &Document, number: i64) -> String {
    let Document { audience, also_found_by, place, title, text, .. } = document;
    let mut words = spelling::tokens(&format!("{title}\n{text}"));
    words.extend(title.lines().flat_map(pinyin::tokens));
    words.insert(kind_token(kind.name));
    words.insert(times::token(number));
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
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let numbers: Vec<i64> =
        store::numbers(tx, kind.name, &ids)?.into_iter().map(|(_, number)| number).collect();
    store::remove_words(tx, &numbers)?;
    store::remove(tx, &numbers)
}

/// Takes the contents of a kind from before a moment out, in milliseconds: their feature has forgotten them.
///
/// # Errors
/// When a statement fails.
pub fn forget_before(tx: &mut kernel::db::Tx, kind: &SearchKind, moment: i64) -> DbResult<()> {
    store::forget(tx, kind.name, moment * PER_MILLISECOND)
}
