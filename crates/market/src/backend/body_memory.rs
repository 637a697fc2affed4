//! How much memory the bodies of calls may take together.

use std::sync::Arc;
use std::time::Duration;

use axum::http::header::{CONTENT_LENGTH, TRANSFER_ENCODING};
use axum::http::request::Parts;
use kernel::Result;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::texts;

/// Bytes of all bodies at the same time, in KiB.
const BODIES_KIB: usize = 64 << 10;

/// Memory for bodies that are being read or wait for a back end.
#[derive(Debug)]
pub(crate) struct BodyMemory(Arc<Semaphore>);

impl Default for BodyMemory {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(BODIES_KIB)))
    }
}

impl BodyMemory {
    /// Reserves what a body may take until the call is over; one without a length may take the most.
    ///
    /// # Errors
    /// 503 while others take all of it.
    pub(super) fn reserve(&self, parts: &Parts, most: usize) -> Result<OwnedSemaphorePermit> {
        let length = parts.headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
        let has_body = length.is_some() || parts.headers.contains_key(TRANSFER_ENCODING);
        let bytes: usize = if has_body { length.unwrap_or(most).min(most) } else { 0 };
        let kib = u32::try_from(bytes.div_ceil(1024)).unwrap_or(u32::MAX);
        let reserved = self.0.clone().try_acquire_many_owned(kib);
        reserved.map_err(|_| texts::BACKEND_BUSY.err().retry_after(Duration::from_secs(1)))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    /// The largest body of a call.
    const MOST: usize = 8 << 20;

    fn parts(headers: &[(HeaderName, &'static str)]) -> Parts {
        let mut request = axum::http::Request::new(());
        for (name, value) in headers {
            request.headers_mut().insert(name, HeaderValue::from_static(value));
        }
        request.into_parts().0
    }

    #[test]
    fn bodies_together_take_no_more_memory_than_there_is_for_them() {
        let memory = BodyMemory::default();
        let large = parts(&[(CONTENT_LENGTH, "8388608")]);
        let endless = parts(&[(TRANSFER_ENCODING, "chunked")]);
        let mut held: Vec<_> = (0..7).map(|_| memory.reserve(&large, MOST).unwrap()).collect();
        held.push(memory.reserve(&endless, MOST).unwrap());
        assert!(memory.reserve(&large, MOST).is_err());
        assert!(memory.reserve(&parts(&[]), MOST).is_ok(), "a call without a body needs none");
        held.pop();
        let lie = parts(&[(CONTENT_LENGTH, "99999999999")]);
        assert!(memory.reserve(&lie, MOST).is_ok(), "what is above the limit is refused when it is read");
    }
}
