//! Frames that are told and never stored, such as typing and presence: a short ring that all sockets of
//! this node share. A socket that is too slow for it misses what is gone; nothing here is worth waiting for.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock};

use bytes::Bytes;
use kernel::frames::{Frame, Typed};
use kernel::user::UserId;

use super::frame::{Recipients, Viewer, text_frame};

/// Frames kept.
const KEPT: usize = 1024;

/// A frame for the sockets of this node that is not stored.
pub struct EphemeralFrame {
    pub(crate) to: Recipients,
    except: Option<UserId>,
    app: Option<&'static str>,
    wire: Bytes,
}

impl EphemeralFrame {
    /// A frame to these members; one that events or answers have does not compile.
    #[must_use]
    pub fn new<F: Frame>(to: Recipients, frame: &F) -> Self {
        const { assert!(F::SOURCE.is_server()) };
        Self { to, except: None, app: None, wire: text_frame(&[&Typed::of(frame).to_json()]) }
    }

    /// Not to the member who caused it.
    #[must_use]
    pub fn except(mut self, user: UserId) -> Self {
        self.except = Some(user);
        self
    }

    /// Only to those for whom the apps of this feature are enabled.
    #[must_use]
    pub fn of_app(mut self, feature: &'static str) -> Self {
        self.app = Some(feature);
        self
    }

    fn is_for(&self, (facts, muted): Viewer<'_>) -> bool {
        self.to.include(facts)
            && self.except != Some(facts.user_id)
            && !self.app.is_some_and(|feature| muted.covers(feature, facts.user_id.class()))
    }
}

/// The newest of these frames.
#[derive(Default)]
pub(crate) struct EphemeralRing {
    /// The number of the newest; the first is 1.
    newest: AtomicU64,
    frames: RwLock<VecDeque<EphemeralFrame>>,
}

impl EphemeralRing {
    /// Where a new socket begins.
    pub(crate) fn newest(&self) -> u64 {
        self.newest.load(Ordering::Acquire)
    }

    pub(crate) fn push(&self, frame: EphemeralFrame) {
        let mut frames = self.frames.write().unwrap_or_else(PoisonError::into_inner);
        frames.push_back(frame);
        if frames.len() > KEPT {
            frames.pop_front();
        }
        self.newest.fetch_add(1, Ordering::AcqRel);
    }

    /// Adds the bytes of what this member is told after a number, and answers the number of the newest.
    pub(crate) fn take(&self, after: u64, viewer: Viewer<'_>, into: &mut impl Extend<Bytes>) -> u64 {
        if self.newest() == after {
            return after;
        }
        let frames = self.frames.read().unwrap_or_else(PoisonError::into_inner);
        let newest = self.newest();
        let unseen = usize::try_from(newest - after).unwrap_or(usize::MAX).min(frames.len());
        let told = frames.range(frames.len() - unseen..).filter(|frame| frame.is_for(viewer));
        into.extend(told.map(|frame| frame.wire.clone()));
        newest
    }
}
