//! The newest frames, built once and shared by every socket and poll of this node.

use std::collections::VecDeque;
use std::sync::{Arc, PoisonError, RwLock};

use bytes::Bytes;
use tokio::sync::watch;

use super::frame::{Channel, Frame, Viewer};
use super::model::Position;

/// Frames kept in memory at most; what is older is read from the log.
const MAX_FRAMES: usize = 16_384;
/// Bytes of the frames kept in memory, about.
const MAX_BYTES: usize = 8 << 20;
/// Frames of one answer at most.
pub(super) const MAX_PAGE: usize = 200;
/// Bytes of one answer at most.
pub(super) const MAX_PAGE_BYTES: usize = 512 << 10;

/// Part of what a caller has not seen.
pub(super) struct Page {
    pub(super) frames: Vec<Arc<Frame>>,
    /// Everything up to here was looked at.
    pub(super) read_to: i64,
    /// There is more at once.
    pub(super) more: bool,
}

impl Page {
    /// Takes frames until the page is full; one always fits.
    pub(super) fn fill(frames: impl Iterator<Item = Arc<Frame>>, read_to: i64, most_bytes: usize) -> Self {
        let mut page = Self { frames: Vec::new(), read_to, more: false };
        let mut bytes = 0;
        for frame in frames {
            bytes += frame.wire().len();
            if page.frames.len() == MAX_PAGE || (bytes > most_bytes && !page.frames.is_empty()) {
                page.more = true;
                page.read_to = page.frames.last().map_or(read_to, |last| last.seq);
                break;
            }
            page.frames.push(frame);
        }
        page
    }
}

/// The frames in memory. Sockets see all of them at once; polls see them when they are shown, which
/// gathers them while answers are many.
#[derive(Default)]
pub(crate) struct Feed {
    inner: RwLock<Inner>,
    /// How far polls see, for those who wait for it.
    shown: watch::Sender<i64>,
}

struct Inner {
    frames: VecDeque<Arc<Frame>>,
    bytes: usize,
    /// How far the log has been read.
    read: i64,
    /// Everything later than this is here.
    oldest: Position,
    /// How far polls see, and the time of the newest poll-visible event they see.
    shown: Position,
}

impl Default for Inner {
    fn default() -> Self {
        let start = Position { seq: 0, ts: 0 };
        Self { frames: VecDeque::new(), bytes: 0, read: 0, oldest: start, shown: start }
    }
}

impl Inner {
    /// The frames after a number.
    fn after(&self, seq: i64) -> impl Iterator<Item = &Arc<Frame>> {
        let known = self.frames.partition_point(|frame| frame.seq <= seq);
        self.frames.range(known..)
    }

    fn holds(&self) -> bool {
        self.frames.back().is_some_and(|last| last.seq > self.shown.seq)
    }
}

impl Feed {
    fn write<T>(&self, change: impl FnOnce(&mut Inner) -> T) -> T {
        let mut inner = self.inner.write().unwrap_or_else(PoisonError::into_inner);
        let result = change(&mut inner);
        let shown = inner.shown.seq;
        // While `inner` is held, so that of two changes the later is told last.
        self.shown.send_if_modified(|before| std::mem::replace(before, shown) != shown);
        drop(inner);
        result
    }

    fn inspect<T>(&self, inspector: impl FnOnce(&Inner) -> T) -> T {
        inspector(&self.inner.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Empties it: it will hold what comes after this place.
    pub(super) fn begin(&self, at: Position) {
        self.write(|feed| *feed = Inner { read: at.seq, oldest: at, shown: at, ..Inner::default() });
    }

    /// Adds what the log has said up to `read`; polls see it when it is shown.
    pub(super) fn push(&self, frames: &[Arc<Frame>], read: i64) {
        self.write(|feed| {
            for frame in frames {
                feed.bytes += frame.wire().len();
                feed.frames.push_back(frame.clone());
            }
            feed.read = read;
            if !feed.holds() {
                feed.shown.seq = read;
            }
            while feed.frames.len() > MAX_FRAMES || feed.bytes > MAX_BYTES {
                let Some(oldest) = feed.frames.pop_front() else { break };
                feed.bytes -= oldest.wire().len();
                feed.oldest.seq = oldest.seq;
                if oldest.is_polled {
                    feed.oldest.ts = oldest.ts;
                }
            }
        });
    }

    /// Whether something waits to be shown to polls.
    pub(super) fn is_holding(&self) -> bool {
        self.inspect(Inner::holds)
    }

    /// Lets polls see what is there, and answers what they had not seen.
    pub(super) fn show(&self) -> Vec<Arc<Frame>> {
        self.write(|feed| {
            let shown: Vec<Arc<Frame>> = feed.after(feed.shown.seq).cloned().collect();
            let visible = shown.iter().rfind(|frame| frame.is_polled);
            feed.shown = Position { seq: feed.read, ts: visible.map_or(feed.shown.ts, |frame| frame.ts) };
            shown
        })
    }

    /// How far polls see.
    pub(super) fn shown(&self) -> Position {
        self.inspect(|feed| feed.shown)
    }

    /// Resolves when polls see this number.
    pub(super) async fn shows(&self, seq: i64) {
        // An error means that the sender is gone, which lives as long as this feed.
        let _ = self.shown.subscribe().wait_for(|shown| *shown >= seq).await;
    }

    /// How far sockets see.
    pub(crate) fn read(&self) -> i64 {
        self.inspect(|feed| feed.read)
    }

    /// The place after everything poll-visible up to `ts`; `None` when that is older than what is
    /// here.
    pub(super) fn position_of(&self, ts: i64) -> Option<Position> {
        self.inspect(|feed| {
            let mut known = feed.frames.iter().rev().filter(|frame| frame.is_polled && frame.ts <= ts);
            let seq = known.next().map_or(feed.oldest.seq, |last| last.seq);
            (ts >= feed.oldest.ts).then_some(Position { seq, ts })
        })
    }

    /// What this caller sees from there; `Err` with the oldest place here when that is not enough.
    pub(super) fn after(
        &self,
        channel: Channel,
        position: Position,
        viewer: Viewer<'_>,
    ) -> Result<Page, i64> {
        self.inspect(|feed| {
            if position.seq < feed.oldest.seq {
                return Err(feed.oldest.seq);
            }
            let shown = feed.after(position.seq).take_while(|frame| frame.seq <= feed.shown.seq);
            let unseen = shown.filter(|frame| frame.is_for(channel, position, viewer));
            Ok(Page::fill(unseen.cloned(), feed.shown.seq.max(position.seq), MAX_PAGE_BYTES))
        })
    }

    /// Adds the bytes of what a socket sees from `seq` on, as long as `room` bytes last, and answers
    /// how far it looked; `Err` with the oldest place here when that is not enough. One frame always
    /// fits.
    pub(crate) fn take(
        &self,
        seq: i64,
        viewer: Viewer<'_>,
        mut room: usize,
        into: &mut impl Extend<Bytes>,
    ) -> Result<i64, i64> {
        self.inspect(|feed| {
            if seq < feed.oldest.seq {
                return Err(feed.oldest.seq);
            }
            for frame in feed.after(seq).filter(|frame| frame.is_seen_by(viewer)) {
                if room == 0 {
                    return Ok(frame.seq - 1);
                }
                room = room.saturating_sub(frame.wire().len());
                into.extend([frame.wire().clone()]);
            }
            Ok(feed.read.max(seq))
        })
    }

    /// What the frames take.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        self.inspect(|feed| feed.bytes)
    }

    /// The frames that name something, or are by someone.
    pub(super) fn mentioning(&self, name: &str) -> Vec<i64> {
        let finder = memchr::memmem::Finder::new(name);
        let names = |frame: &&Arc<Frame>| frame.sender == name || finder.find(frame.wire()).is_some();
        // Outside the lock: the frames are everybody's.
        let frames: Vec<Arc<Frame>> = self.inspect(|feed| feed.frames.iter().cloned().collect());
        frames.iter().filter(names).map(|frame| frame.seq).collect()
    }

    /// Puts frames built anew in the places of older ones; where there is none any more, the place
    /// is empty.
    pub(super) fn replace(&self, stale: &[i64], anew: &[Arc<Frame>]) {
        self.write(|feed| {
            let fresh = |seq: i64| anew.iter().find(|frame| frame.seq == seq);
            let replaced = std::mem::take(&mut feed.frames).into_iter().filter_map(|frame| {
                if stale.contains(&frame.seq) { fresh(frame.seq).cloned() } else { Some(frame) }
            });
            feed.frames = replaced.collect();
            feed.bytes = feed.frames.iter().map(|frame| frame.wire().len()).sum();
        });
    }
}
