//! Writing and changing cards, each as one transaction with the announcement.

use kernel::dates::day_of;
use kernel::http::Caller;
use kernel::texts::{Language, Message};
use kernel::{App, AppTx, Result};
use serde_json::json;

use super::model::{self, Days};
use super::store::cards::{self as store, Card};
use super::store::pictures as stored_pictures;
use super::{dto, pictures, texts};
use crate::announcements::cards::{self, AnnouncementType, Change, Draft, Row};

/// What was sent for a new card.
pub(super) struct NewCard {
    pub(super) subject: String,
    pub(super) due_time: String,
    pub(super) pictures: Vec<String>,
    pub(super) hand_in: bool,
    pub(super) key: Option<String>,
    pub(super) announcement: Draft,
}

/// Characters of a title that is the beginning of the text.
const MAX_USUAL_TITLE: usize = 40;

/// In what language a title or text is stored that nobody gave: the whole class reads it, whatever the author reads.
const STORED: Language = Language::Chinese;

/// A new card that keeps the rules for one.
pub(super) struct CheckedCard {
    row: Row,
    card: Card,
    pictures: Vec<String>,
    key: Option<String>,
}

impl NewCard {
    /// The card, if it keeps the rules for one.
    ///
    /// # Errors
    /// 400 naming what is wrong.
    pub(super) fn check(self, app: &App, author: &Caller) -> Result<CheckedCard> {
        let Self { subject, due_time, pictures, hand_in, key, mut announcement } = self;
        let subject = model::parse_subject(&subject)?;
        model::check_pictures(&pictures)?;
        if announcement.title.trim().is_empty() {
            announcement.title = usual_title(&subject, &announcement.content, STORED);
        }
        if announcement.content.trim().is_empty() && !pictures.is_empty() {
            announcement.content = Message::from(&texts::SEE_PICTURES).localized(STORED);
        }
        let row = announcement.check(app, author)?;
        let due_time = model::parse_time(&due_time)?;
        let card = Card { id: 0, subject, due_time, hand_in, reminded_at: None };
        check_due(app, &row, &card)?;
        let key = cards::parse_key(key.as_deref())?;
        Ok(CheckedCard { row, card, pictures, key })
    }
}

/// Whether a title is the one that a card has when nobody gave it one.
pub(super) fn is_usual_title(given: &str, subject: &str, content: &str) -> bool {
    [Language::Chinese, Language::English]
        .iter()
        .any(|language| usual_title(subject, content, *language) == given)
}

/// Of the subject; without one the beginning of the text, which says more than that it is homework.
fn usual_title(subject: &str, content: &str, language: Language) -> String {
    if !subject.is_empty() {
        return texts::TITLE_OF_SUBJECT.with("subject", subject).localized(language);
    }
    let line = content.lines().map(without_marks).find(|line| !line.is_empty());
    line.map_or_else(|| Message::from(&texts::TITLE).localized(language), |line| shortened(&line))
}

/// A line of Markdown without the marks of headings, lists and emphasis, as a title can be.
fn without_marks(line: &str) -> String {
    let line = line.trim_start_matches(|sign: char| sign.is_whitespace() || "#>-+*".contains(sign));
    line.replace(['*', '`'], "").replace(char::is_control, " ").trim().to_owned()
}

fn shortened(line: &str) -> String {
    if line.chars().count() <= MAX_USUAL_TITLE {
        return line.to_owned();
    }
    line.chars().take(MAX_USUAL_TITLE - 1).chain(['…']).collect()
}

fn check_due(app: &App, row: &Row, card: &Card) -> Result<()> {
    if card.due_time.is_some() && row.due_date.is_none() {
        return Err(texts::TIME_WITHOUT_DAY.err());
    }
    let due = super::cards::due_at(row, card, &app.timezone());
    if due.is_some_and(|due| due <= app.clock.now_ms()) { Err(texts::DUE_PAST.err()) } else { Ok(()) }
}

/// Adds a card, and publishes it when its time is now. The same key gets the first one.
///
/// # Errors
/// 409 when there is one of the same subject on that day; 400 for pictures that are none.
pub(super) fn create(tx: &mut AppTx, caller: &Caller, new: &CheckedCard) -> Result<Row> {
    tx.lock_log()?;
    if let Some(key) = &new.key
        && let Some(first) = cards::by_key(tx, caller, key)?
    {
        let is_card = first.kind == AnnouncementType::Homework;
        return if is_card { Ok(first) } else { Err(texts::KEY_TAKEN.err()) };
    }
    refuse_second(tx, caller, &new.row, &new.card.subject)?;
    let row = cards::create(tx, caller, &new.row, new.key.as_deref())?;
    store::put(tx, &Card { id: row.id, ..new.card.clone() })?;
    pictures::replace(tx, caller, &row, &new.pictures)?;
    Ok(row)
}

/// Refuses a second card of a subject on a day for one class. The caller holds the log's counter.
fn refuse_second(tx: &mut AppTx, caller: &Caller, row: &Row, subject: &str) -> Result<()> {
    if subject.is_empty() {
        return Ok(());
    }
    let (zone, now) = (tx.app().timezone(), tx.now());
    let assigned_at = row.published_at.unwrap_or(row.publish_at.max(now));
    let day = Days::one(day_of(assigned_at, &zone)).times(&zone);
    let (target, mut others) = (row.target(), cards::assigned(tx, now, day)?);
    others.retain(|other| other.id != row.id && other.target().shares_class(&target));
    let ids: Vec<i64> = others.iter().map(|other| other.id).collect();
    let extras = store::all(tx, &ids)?;
    let is_same = |other: &&Row| extras.get(&other.id).is_some_and(|card| card.subject == subject);
    let Some(other) = others.iter().find(is_same) else { return Ok(()) };
    // What somebody above the caller has planned is not told.
    let id = cards::sees(&caller.facts, other).then_some(other.id);
    Err(texts::EXISTS.err().data(json!({ "id": id })))
}

/// What may change of a card; what is not given stays.
#[derive(Clone)]
pub(super) struct CardChange {
    pub(super) subject: Option<String>,
    pub(super) due_time: Option<String>,
    pub(super) pictures: Option<Vec<String>>,
    pub(super) hand_in: Option<bool>,
    pub(super) announcement: Change,
}

/// Changes a card.
///
/// # Errors
/// Those of an announcement, and 400 naming what is wrong.
pub(super) fn edit(tx: &mut AppTx, caller: &Caller, id: i64, wanted: &CardChange) -> Result<Row> {
    let old = cards::target(tx, caller, id)?;
    if !cards::is_homework(&old) {
        return Err(kernel::ApiError::not_found());
    }
    let before = store::find(tx, id)?.unwrap_or_else(|| Card { id, ..Card::default() });
    let mut change = wanted.clone();
    let after = apply(&before, &mut change)?;
    // A day that stays is no new one, which may not be past.
    if change.announcement.due_date.is_some() && change.announcement.due_date == old.due_date {
        change.announcement.due_date = None;
    }
    fill_content(tx, &old, &mut change)?;
    let gives_due = change.announcement.due_date.is_some() || before.due_time != after.due_time;
    let moves = change.announcement.publish_at.is_some() || change.announcement.audience.is_some();
    let row = cards::edit(tx, caller, id, &change.announcement)?;
    let after = settle_due(&row, after, change.due_time.is_some());
    if gives_due && (row.due_date.is_some() || after.due_time.is_some()) {
        check_due(tx.app(), &row, &after)?;
    }
    if before.subject != after.subject || moves {
        refuse_second(tx, caller, &row, &after.subject)?;
    }
    if before != after {
        store::put(tx, &after)?;
    }
    if let Some(hashes) = &change.pictures {
        pictures::replace(tx, caller, &row, hashes)?;
    }
    Ok(row)
}

/// The card as it becomes; names what changes in it.
fn apply(before: &Card, change: &mut CardChange) -> Result<Card> {
    let (mut after, mut given) = (before.clone(), Vec::new());
    if let Some(subject) = &change.subject {
        after.subject = model::parse_subject(subject)?;
        given.push("subject");
    }
    if let Some(time) = &change.due_time {
        after.due_time = model::parse_time(time)?;
        given.push("due_time");
    }
    if let Some(hand_in) = change.hand_in {
        after.hand_in = hand_in;
        given.push("hand_in");
    }
    if let Some(hashes) = &change.pictures {
        model::check_pictures(hashes)?;
        given.push("pictures");
    }
    change.announcement.beside = given;
    Ok(after)
}

/// A time goes with its day, unless it was given itself.
fn settle_due(row: &Row, card: Card, is_given: bool) -> Card {
    let due_time = card.due_time.filter(|_| row.due_date.is_some() || is_given);
    Card { due_time, ..card }
}

/// A card of which the pictures say everything has a text that says so; one that loses its pictures needs another.
fn fill_content(tx: &mut AppTx, old: &Row, change: &mut CardChange) -> Result<()> {
    let had = !stored_pictures::of_card(tx, old.id)?.is_empty();
    let has = change.pictures.as_ref().map_or(had, |hashes| !hashes.is_empty());
    match &change.announcement.content {
        Some(content) if content.trim().is_empty() && has => {
            change.announcement.content = Some(Message::from(&texts::SEE_PICTURES).localized(STORED));
        }
        Some(content) => change.announcement.content = Some(cards::parse_content(content)?),
        // Refused as every announcement without a text is.
        None if !has && dto::is_placeholder(old, had) => drop(cards::parse_content("")?),
        None => {}
    }
    Ok(())
}
