//! Blocking work of which a node does little at a time; whoever gets no permit waits.

use std::sync::Arc;

use kernel::{ApiError, Result};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Pieces of work of one kind that a node does at a time.
const AT_ONCE: usize = 2;

/// The permits of this node.
#[derive(Default)]
pub(crate) struct Permits {
    /// For reading a file, from its first byte on: it is in memory, and takes a processor.
    pub(crate) reading: Kind,
    /// For writing a file, a feed or an export, from the first event on.
    pub(crate) writing: Kind,
    /// For expanding series on days that are not stored.
    pub(crate) expanding: Kind,
}

/// The permits for one kind of work.
pub(crate) struct Kind(Arc<Semaphore>);

impl Default for Kind {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(AT_ONCE)))
    }
}

impl Kind {
    /// Waits for a permit.
    ///
    /// # Errors
    /// Never while the portal runs: nobody closes the semaphore.
    pub(crate) async fn acquire(&self) -> Result<OwnedSemaphorePermit> {
        self.0.clone().acquire_owned().await.map_err(ApiError::internal)
    }
}

/// Does blocking work. It has the permit until it ends, also when whoever asked for it has left: a thread goes on then.
///
/// # Errors
/// When the work panics.
pub(crate) async fn blocking<T: Send + 'static>(
    permit: OwnedSemaphorePermit,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T> {
    let done = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        work()
    });
    done.await.map_err(ApiError::internal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[tokio::test]
    #[expect(clippy::disallowed_methods, reason = "a request that is dropped, as when its client leaves")]
    async fn work_that_nobody_waits_for_has_its_permit_until_it_ends() {
        let kind = Kind::default();
        let (end, ended) = mpsc::channel::<()>();
        let work = tokio::spawn(blocking(kind.acquire().await.unwrap(), move || ended.recv()));
        tokio::task::yield_now().await;
        work.abort();
        assert!(work.await.unwrap_err().is_cancelled());
        assert_eq!(kind.0.available_permits(), AT_ONCE - 1);
        end.send(()).unwrap();
        let _all = kind.0.acquire_many(2).await.unwrap();
    }
}
