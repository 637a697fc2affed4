//! Password hashing: Argon2id on threads of its own, so that a class signing in at once does not
//! hold up anyone's request.

use std::sync::{Arc, OnceLock};

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use kernel::error::whole_seconds;
use kernel::{ApiError, Result};
use std::time::Duration;
use tokio::sync::oneshot;

/// OWASP's first choice; never weaker. Stored as PHC text, so these may rise later.
const MEMORY_KIB: u32 = 19_456;
const PASSES: u32 = 2;
const LANES: u32 = 1;
/// Waiting jobs beyond this answer 503.
const QUEUE: usize = 64;

type Job = Box<dyn FnOnce(&Argon2<'static>) + Send>;

/// The hashing threads, as many as cores, below everything else in the scheduler's eyes.
#[derive(Clone)]
pub(crate) struct Passwords(std::sync::mpsc::SyncSender<Job>);

impl Passwords {
    pub(crate) fn start() -> Self {
        let (sender, jobs) = std::sync::mpsc::sync_channel::<Job>(QUEUE);
        let jobs = Arc::new(std::sync::Mutex::new(jobs));
        let threads = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        for number in 0..threads {
            let jobs = jobs.clone();
            let work = move || {
                lower_priority();
                let argon2 = hasher();
                loop {
                    let next = jobs.lock().unwrap_or_else(std::sync::PoisonError::into_inner).recv();
                    let Ok(job) = next else { return };
                    job(&argon2);
                }
            };
            if let Err(error) = std::thread::Builder::new().name(format!("password-{number}")).spawn(work) {
                tracing::error!(%error, "password thread not started");
            }
        }
        Self(sender)
    }

    /// Hashes a new password with this salt.
    ///
    /// # Errors
    /// 503 when too many wait.
    pub(crate) async fn hash(&self, password: &str, salt: [u8; 16]) -> Result<String> {
        let password = password.to_owned();
        self.run(move |argon2| hash(argon2, &password, &salt)).await?
    }

    /// Whether the password fits the hash. Without one, or with a text that is none, it costs the same
    /// time and is false: nobody learns from the clock who has an account, or who waits for a code.
    ///
    /// # Errors
    /// 503 when too many wait.
    pub(crate) async fn verify(&self, password: &str, hash: Option<&str>) -> Result<bool> {
        let (password, hash) = (password.to_owned(), hash.map(ToOwned::to_owned));
        self.run(move |argon2| {
            let own = hash.as_deref().and_then(|hash| PasswordHash::new(hash).ok());
            let known = own.is_some();
            let stored = own.map_or_else(|| PasswordHash::new(dummy_hash(argon2)), Ok);
            let fits =
                stored.is_ok_and(|stored| argon2.verify_password(password.as_bytes(), &stored).is_ok());
            fits && known
        })
        .await
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Argon2<'static>) -> T + Send + 'static,
    ) -> Result<T> {
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(move |argon2| {
            // Nobody listens any more when the request was dropped; that is fine.
            let _ = answer.send(work(argon2));
        });
        let full = |_| {
            let wait = Duration::from_secs(2);
            debug_assert_eq!(whole_seconds(wait), 2);
            ApiError::unavailable("the password queue is full").retry_after(wait)
        };
        self.0.try_send(job).map_err(full)?;
        answered.await.map_err(|_| ApiError::internal("a password thread panicked"))
    }
}

fn hasher() -> Argon2<'static> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None).unwrap_or_default();
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

fn hash(argon2: &Argon2<'static>, password: &str, salt: &[u8]) -> Result<String> {
    let hash = argon2.hash_password_with_salt(password.as_bytes(), salt);
    hash.map(|hash| hash.to_string()).map_err(ApiError::internal)
}

/// A hash that fits no password anyone has; made once, on first need.
fn dummy_hash(argon2: &Argon2<'static>) -> &'static str {
    static DUMMY_HASH: OnceLock<String> = OnceLock::new();
    DUMMY_HASH.get_or_init(|| hash(argon2, "no password at all", b"0123456789abcdef").unwrap_or_default())
}

/// Lowers this thread's priority: on two cores a storm of sign-ins must leave room for requests.
fn lower_priority() {
    let thread = rustix::thread::gettid();
    if let Err(error) = rustix::process::setpriority_process(Some(thread), 10) {
        tracing::debug!(%error, "priority of the password thread not lowered");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{PASSWORD, PASSWORD_HASH};

    #[test]
    fn the_hash_that_members_of_tests_have_is_the_one_the_portal_makes() {
        assert_eq!(hash(&hasher(), PASSWORD, &[7; 16]).unwrap(), PASSWORD_HASH);
    }
}
