//! Randomness, passed in: cryptographic in the product, seeded in tests.

#[cfg(test)]
mod tests;

use std::sync::{Mutex, PoisonError};

use rand::rngs::StdRng;
use rand::{RngCore, SeedableRng};
use uuid::Uuid;

use crate::clock::Clock;

/// A shared source of random bytes (ChaCha, seeded by the operating system).
pub struct Random(Mutex<StdRng>);

impl Random {
    /// Seeded by the operating system.
    #[must_use]
    pub fn system() -> Self {
        Self(Mutex::new(StdRng::from_os_rng()))
    }

    /// Gives the same bytes in each run; for tests only.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self(Mutex::new(StdRng::seed_from_u64(seed)))
    }

    /// `N` random bytes.
    #[must_use]
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.0.lock().unwrap_or_else(PoisonError::into_inner).fill_bytes(&mut bytes);
        bytes
    }

    /// A sortable, globally unique id (UUIDv7): rows may cross servers.
    #[must_use]
    pub fn id(&self, clock: &Clock) -> String {
        let ms = u64::try_from(clock.now_ms()).unwrap_or_default();
        uuid::Builder::from_unix_timestamp_millis(ms, &self.bytes()).into_uuid().to_string()
    }

    /// Smaller than each [`id`](Self::id) made at that time, in milliseconds since the epoch, or later, and greater than
    /// each made before.
    #[must_use]
    pub fn first_id(at: i64) -> String {
        let ms = u64::try_from(at).unwrap_or_default();
        uuid::Builder::from_unix_timestamp_millis(ms, &[0; 10]).into_uuid().to_string()
    }

    /// `bytes` random bytes in lower-case hex.
    #[must_use]
    pub fn hex<const N: usize>(&self) -> String {
        hex::encode(self.bytes::<N>())
    }

    /// A code people read aloud and type: `groups` of four, without look-alikes (0 O 1 I L).
    #[must_use]
    pub fn code(&self, groups: usize) -> String {
        const LETTERS: &[u8; 32] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ-";
        let mut code = String::new();
        while code.len() + 1 < groups * 5 {
            if code.len() % 5 == 4 {
                code.push('-');
            }
            let letter = LETTERS[usize::from(self.bytes::<1>()[0] % 32)];
            // 31 letters: the filler is drawn again, so that each letter is equally likely.
            if letter != b'-' {
                code.push(char::from(letter));
            }
        }
        code
    }
}

/// Reads a client-made id; only a UUID in its usual spelling is one.
#[must_use]
pub fn parse_id(raw: &str) -> Option<String> {
    let id = Uuid::try_parse(raw).ok()?;
    (raw.len() == 36).then(|| id.to_string())
}
