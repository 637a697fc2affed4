//! The newest frames of the poll, built once and shared by everyone who waits.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, PoisonError, RwLock};

use kernel::app::iso;
use kernel::events::{Audience, Event};
use kernel::user::UserFacts;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::model::Place;
use super::store::Publication;
use crate::broadcasts::NOTIFICATION;

/// Frames kept in memory at most; what is older is read from the log.
const MAX_FRAMES: usize = 4096;
/// And their bytes, about.
const MAX_BYTES: usize = 8 << 20;
/// Frames of one answer at most.
pub(super) const MAX_PAGE: usize = 200;
/// And their bytes; one frame always fits.
const MAX_PAGE_BYTES: usize = 512 << 10;

/// One event as a poll answers it.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) seq: i64,
    pub(super) ts: i64,
    /// Empty for the server's own.
    sender: String,
    /// What it is about; empty when the event names nothing.
    subject: String,
    /// `None` is nobody.
    audience: Option<Audience>,
    /// `{"ts":…,"seq":…,"event":{…}}`
    pub(super) json: Box<RawValue>,
}

impl Frame {
    /// Whether this caller sees it from there.
    pub(super) fn is_for(&self, after: Place, facts: &UserFacts) -> bool {
        self.seq > after.seq
            && self.ts > after.ts
            && self.audience.as_ref().is_some_and(|a| a.includes(facts))
    }
}

/// What events say beyond what the log holds.
#[derive(Default)]
pub(super) struct Words {
    /// What members published.
    pub(super) published: Vec<Publication>,
    /// What staff broadcast, by the number of the event.
    pub(super) notifications: HashMap<i64, Value>,
}

/// Builds the frames of some poll-visible events. What members published, and what was broadcast, is
/// taken from rows: where one is gone, its author was erased or it was taken back, and there is no frame.
pub(super) fn frames<'a>(events: impl Iterator<Item = &'a Event>, words: Words) -> Vec<Arc<Frame>> {
    let Words { published, mut notifications } = words;
    let mut rows: HashMap<i64, Publication> = published.into_iter().map(|row| (row.seq, row)).collect();
    let frame = |event: &Event| {
        let shown = match event.stream.as_str() {
            "extension" => extension(rows.remove(&event.seq)?),
            _ if event.kind.strip_prefix("system.") == Some(NOTIFICATION) => {
                json!({ "type": NOTIFICATION, "notification": notifications.remove(&event.seq)?,
                        "created_at": iso(event.ts) })
            }
            _ => system(event)?,
        };
        let json = json!({ "ts": event.ts, "seq": event.seq, "event": shown }).to_string();
        let json = RawValue::from_string(json).ok()?;
        let (sender, audience) = (event.actor_id.clone(), Audience::parse(&event.audience));
        let subject = event.subject_id.clone();
        Some(Arc::new(Frame { seq: event.seq, ts: event.ts, sender, subject, audience, json }))
    };
    events.filter_map(frame).collect()
}

fn extension(row: Publication) -> Value {
    let payload: Value = serde_json::from_str(&row.payload).unwrap_or_default();
    json!({
        "type": "extension_event",
        "app_name": row.app_name,
        "event": row.event,
        "payload": payload,
        "sender_id": row.sender_id,
        "created_at": iso(row.created_at),
    })
}

/// The server's own: the name as `type`, and what the log's row says beside it (`interface 6.3`).
fn system(event: &Event) -> Option<Value> {
    let (_, what) = event.kind.split_once('.')?;
    let mut shown = serde_json::Map::new();
    shown.insert("type".into(), what.into());
    if let Ok(Value::Object(facts)) = serde_json::from_str(&event.data) {
        shown.extend(facts.into_iter().filter(|(name, _)| name != "type"));
    }
    shown.entry("created_at").or_insert_with(|| iso(event.ts).into());
    Some(Value::Object(shown))
}

/// Part of what a caller has not seen.
pub(super) struct Page {
    pub(super) frames: Vec<Arc<Frame>>,
    /// Everything up to here was looked at.
    pub(super) through: i64,
    /// There is more at once.
    pub(super) more: bool,
}

impl Page {
    /// Takes frames until the page is full.
    pub(super) fn fill(frames: impl Iterator<Item = Arc<Frame>>, through: i64) -> Self {
        let mut page = Self { frames: Vec::new(), through, more: false };
        let mut bytes = 0;
        for frame in frames {
            bytes += frame.json.get().len();
            if page.frames.len() == MAX_PAGE || (bytes > MAX_PAGE_BYTES && !page.frames.is_empty()) {
                page.more = true;
                page.through = page.frames.last().map_or(through, |last| last.seq);
                break;
            }
            page.frames.push(frame);
        }
        page
    }
}

/// The frames in memory: those that polls see, and those gathered for the next time.
#[derive(Default)]
pub(super) struct Feed(RwLock<Inner>);

struct Inner {
    frames: VecDeque<Arc<Frame>>,
    bytes: usize,
    held: Vec<Arc<Frame>>,
    /// How far the log has been read.
    read: i64,
    /// Everything later than this is here.
    floor: Place,
    /// How far polls see, and the time of the newest they see.
    shown: Place,
}

impl Default for Inner {
    fn default() -> Self {
        let start = Place { seq: 0, ts: 0 };
        Self { frames: VecDeque::new(), bytes: 0, held: Vec::new(), read: 0, floor: start, shown: start }
    }
}

impl Feed {
    fn write<T>(&self, change: impl FnOnce(&mut Inner) -> T) -> T {
        change(&mut self.0.write().unwrap_or_else(PoisonError::into_inner))
    }

    fn read<T>(&self, look: impl FnOnce(&Inner) -> T) -> T {
        look(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Empties it: it will hold what comes after this place.
    pub(super) fn begin(&self, at: Place) {
        self.write(|feed| *feed = Inner { read: at.seq, floor: at, shown: at, ..Inner::default() });
    }

    /// Holds what the log has said up to `read`, until it is shown.
    pub(super) fn hold(&self, frames: Vec<Arc<Frame>>, read: i64) {
        self.write(|feed| {
            feed.held.extend(frames);
            feed.read = read;
            if feed.held.is_empty() {
                feed.shown.seq = read;
            }
        });
    }

    /// Whether something waits to be shown.
    pub(super) fn is_holding(&self) -> bool {
        self.read(|feed| !feed.held.is_empty())
    }

    /// Lets polls see what is held, and answers it.
    pub(super) fn show(&self) -> Vec<Arc<Frame>> {
        self.write(|feed| {
            let shown = std::mem::take(&mut feed.held);
            for frame in &shown {
                feed.bytes += frame.json.get().len();
                feed.shown.ts = frame.ts;
                feed.frames.push_back(frame.clone());
            }
            feed.shown.seq = feed.read;
            while feed.frames.len() > MAX_FRAMES || feed.bytes > MAX_BYTES {
                let Some(oldest) = feed.frames.pop_front() else { break };
                feed.bytes -= oldest.json.get().len();
                feed.floor = Place { seq: oldest.seq, ts: oldest.ts };
            }
            shown
        })
    }

    /// How far polls see.
    pub(super) fn shown(&self) -> Place {
        self.read(|feed| feed.shown)
    }

    /// The place after everything up to `ts`; `None` when that is older than what is here.
    pub(super) fn place_of(&self, ts: i64) -> Option<Place> {
        self.read(|feed| {
            let known = feed.frames.partition_point(|frame| frame.ts <= ts);
            let seq = known.checked_sub(1).map_or(feed.floor.seq, |last| feed.frames[last].seq);
            (ts >= feed.floor.ts).then_some(Place { seq, ts })
        })
    }

    /// What this caller sees from there; `Err` with the oldest place here when that is not enough.
    pub(super) fn after(&self, place: Place, facts: &UserFacts) -> Result<Page, i64> {
        self.read(|feed| {
            if place.seq < feed.floor.seq {
                return Err(feed.floor.seq);
            }
            let known = feed.frames.partition_point(|frame| frame.seq <= place.seq);
            let unseen = feed.frames.range(known..).filter(|frame| frame.is_for(place, facts));
            Ok(Page::fill(unseen.cloned(), feed.shown.seq.max(place.seq)))
        })
    }

    /// What the frames take.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        self.read(|feed| feed.bytes)
    }

    /// Drops what someone published, who was erased.
    pub(super) fn drop_sender(&self, sender: &str) {
        self.retain(|frame| frame.sender != sender);
    }

    /// Drops what was said before `seq` about something that was taken back.
    pub(super) fn drop_subject(&self, subject: &str, seq: i64) {
        self.retain(|frame| frame.subject != subject || frame.seq >= seq);
    }

    fn retain(&self, keep: impl Fn(&Frame) -> bool) {
        self.write(|feed| {
            feed.held.retain(|frame| keep(frame));
            feed.frames.retain(|frame| keep(frame));
            feed.bytes = feed.frames.iter().map(|frame| frame.json.get().len()).sum();
        });
    }
}
