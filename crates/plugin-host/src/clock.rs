//! Time as limits need it. It is the machine's, not the portal's: a loop must end although a test holds time still.

use std::future::Future;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

/// The monotonic clock.
#[expect(clippy::disallowed_methods, reason = "limits on running code follow the machine's clock")]
pub fn now() -> Instant {
    Instant::now()
}

/// The processor time that this thread has used.
pub fn thread_cpu() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// The processor time that all threads of this process have used.
pub fn process_cpu() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// What a future answers, unless it takes longer than this.
#[expect(clippy::disallowed_methods, reason = "limits on running code follow the machine's clock")]
pub async fn within<F: Future>(limit: Duration, future: F) -> Option<F::Output> {
    tokio::time::timeout(limit, future).await.ok()
}
