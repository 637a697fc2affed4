//! Argon2id with the parameters of a sign-in, on every core: what no login storm can exceed.

use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use argon2::{Algorithm, Argon2, Params, Version};

const DURATION: Duration = Duration::from_secs(2);

pub fn per_second() -> Result<f64> {
    let cores = std::thread::available_parallelism()?.get();
    let threads: Vec<_> = (0..cores).map(|_| std::thread::spawn(hash_on)).collect();
    let rates = threads.into_iter().map(|thread| thread.join().map_err(|_| anyhow!("a thread panicked"))?);
    rates.sum()
}

/// Hashes per second of one thread.
fn hash_on() -> Result<f64> {
    let params = Params::new(19_456, 2, 1, None).map_err(|error| anyhow!("{error}"))?;
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let (begun, mut done, mut out) = (Instant::now(), 0.0, [0; 32]);
    while begun.elapsed() < DURATION {
        let hashed = argon2.hash_password_into(b"only-for-5-minutes", b"0123456789abcdef", &mut out);
        hashed.map_err(|error| anyhow!("{error}"))?;
        done += 1.0;
    }
    Ok(done / begun.elapsed().as_secs_f64())
}
