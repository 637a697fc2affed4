//! Pictures are decoded in a process of their own, one at a time: whatever a decoder does with a
//! crafted picture costs that thumbnail, and never the portal.
//!
//! The process is this same program with the hidden command `decode-thumbnail`. It limits its own
//! memory and processor time before it reads a byte, takes the picture from its standard input and
//! writes the thumbnail to its standard output, or nothing for a picture that has none. It knows no
//! variable, no secret and no path of the portal.

use std::io::{Read as _, Write as _};
use std::os::unix::process::ExitStatusExt;
use std::panic::AssertUnwindSafe;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use futures_util::TryStreamExt;
use kernel::files::{Content, StoredFile};
use kernel::{ApiError, App, Result};
use rustix::process::{Resource, Rlimit, Signal, setrlimit};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, Command};
use tokio::sync::OwnedSemaphorePermit;

use super::decode::{self, Format, MAX_BYTES, Small};

/// Most memory of the process beyond the program itself, in bytes: of pictures with the most pixels JPEG
/// and PNG take 140 MB, WebP 290 MB, and as a film 440 MB; more is asked for than is used.
pub(super) const MEMORY: u64 = 512 << 20;
/// Most processor time of the process, in seconds; pictures with the most pixels take one or two.
const PROCESSOR: u64 = 5;
/// From its start to its answer, on a machine that has other work, too.
const TIME: Duration = Duration::from_secs(60);
/// Most bytes of a thumbnail: the largest, without any compression.
const MAX_ANSWER: u64 = 32 << 20;
/// How a Rust program ends that has panicked.
const PANICKED: i32 = 101;

/// A small picture of a stored one; `None` for what is no picture, damaged, or goes beyond the limits.
/// The permit is held as long as anything is decoded.
///
/// # Errors
/// 503 when the file cannot be read, no process can be started, or the machine had neither the memory
/// nor the time for it: another attempt may do better.
pub(super) async fn shrink(
    app: &App,
    file: &StoredFile,
    width: u32,
    permit: OwnedSemaphorePermit,
) -> Result<Option<Small>> {
    let mut content = app.files.open(file, None).await?;
    if let Some(program) = &app.config.executable {
        let _permit = permit;
        let child = start(program, &file.mime, width).map_err(ApiError::unavailable)?;
        let asked = app.clock.timeout(TIME, ask(child, content)).await;
        // Dropped unanswered, the process is killed.
        let (answer, ended) =
            asked.map_err(|_| ApiError::unavailable("a picture took too long to decode"))??;
        return judge(answer, ended, &file.hash);
    }
    let mut bytes = Vec::with_capacity(usize::try_from(file.size).unwrap_or_default());
    while let Some(piece) = content.try_next().await.map_err(ApiError::unavailable)? {
        bytes.extend_from_slice(&piece);
    }
    let mime = file.mime.clone();
    let decode = move || {
        // A task that is cut off must not free it while the work goes on.
        let _permit = permit;
        // A decoder's panic says the same as its error.
        std::panic::catch_unwind(AssertUnwindSafe(|| decode::shrink(&bytes, &mime, width))).ok().flatten()
    };
    blocking(decode).await
}

fn start(program: &Path, mime: &str, width: u32) -> std::io::Result<Child> {
    let mut command = Command::new(program);
    command.arg0("classportal").args(["decode-thumbnail", mime, &width.to_string()]).current_dir("/");
    // The allocator otherwise takes a gigabyte of addresses at once, which the limit would refuse.
    command.env_clear().env("MIMALLOC_DISALLOW_ARENA_ALLOC", "1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).kill_on_drop(true).spawn()
}

/// Hands the picture over and takes the answer.
async fn ask(mut child: Child, mut content: Content) -> Result<(Vec<u8>, ExitStatus)> {
    let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
        return Err(ApiError::internal("a process without its pipes"));
    };
    while let Some(piece) = content.try_next().await.map_err(ApiError::unavailable)? {
        if stdin.write_all(&piece).await.is_err() {
            // It has ended before; how, its status tells.
            break;
        }
    }
    drop(stdin);
    let mut answer = Vec::new();
    stdout.take(MAX_ANSWER).read_to_end(&mut answer).await.map_err(ApiError::unavailable)?;
    let ended = child.wait().await.map_err(ApiError::unavailable)?;
    Ok((answer, ended))
}

/// What an end says about the picture, and what about the machine.
fn judge(answer: Vec<u8>, ended: ExitStatus, hash: &str) -> Result<Option<Small>> {
    if ended.success() {
        return Ok(Format::of(&answer).map(|format| Small { bytes: answer, format }));
    }
    // Beyond its memory an allocation aborts; beyond its time the system ends it; the others are
    // mistakes of a decoder. All of it the same picture would do again.
    let of_the_picture = [Signal::ABORT, Signal::XCPU, Signal::SEGV, Signal::BUS, Signal::ILL];
    let by_signal =
        ended.signal().is_some_and(|signal| of_the_picture.iter().any(|one| one.as_raw() == signal));
    if by_signal || ended.code() == Some(PANICKED) {
        tracing::warn!(hash, %ended, "thumbnail decoder ended by a picture");
        return Ok(None);
    }
    // Killed, as by a system without memory, or unable to begin.
    Err(ApiError::unavailable(format!("the decoder ended with {ended}")))
}

/// The process itself: a picture from standard input, its thumbnail to standard output.
///
/// # Errors
/// When it cannot limit itself, or its pipes are gone.
pub fn decode_thumbnail(mime: &str, width: u32) -> std::io::Result<()> {
    limit_this_process()?;
    let most = u64::try_from(MAX_BYTES).unwrap_or_default();
    let mut bytes = Vec::with_capacity(usize::try_from(most).unwrap_or_default());
    std::io::stdin().lock().take(most).read_to_end(&mut bytes)?;
    match decode::shrink(&bytes, mime, width) {
        Some(small) => std::io::stdout().lock().write_all(&small.bytes),
        None => Ok(()),
    }
}

fn limit_this_process() -> std::io::Result<()> {
    let limit = |resource, current: u64, maximum: u64| {
        Ok::<_, std::io::Error>(setrlimit(
            resource,
            Rlimit { current: Some(current), maximum: Some(maximum) },
        )?)
    };
    let memory = mapped()? + MEMORY;
    limit(Resource::As, memory, memory)?;
    // The first ends it with a signal of its own, by which the portal knows why.
    limit(Resource::Cpu, PROCESSOR, PROCESSOR + 1)?;
    // A picture of a member must not lie around.
    limit(Resource::Core, 0, 0)?;
    // Where memory runs out all the same, the system is to take this process and not the portal. One
    // that does not let us say so chooses by itself.
    let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
    Ok(())
}

/// What the program itself takes of addresses, in bytes.
fn mapped() -> std::io::Result<u64> {
    let account = std::fs::read_to_string("/proc/self/status")?;
    let line = account.lines().find_map(|line| line.strip_prefix("VmSize:"));
    let kilobytes = line.and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes
        .map(|kilobytes| kilobytes << 10)
        .ok_or_else(|| std::io::Error::other("no VmSize of this process"))
}

pub(super) async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(ApiError::internal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_given_up_for_what_it_did_and_not_for_what_the_machine_did() {
        let judged = |raw, answer: &[u8]| judge(answer.to_vec(), ExitStatus::from_raw(raw), "hash");
        assert_eq!(judged(0, b"\xff\xd8").unwrap().map(|small| small.format), Some(Format::Jpeg));
        assert_eq!(judged(0, b"\x89PNG").unwrap().map(|small| small.format), Some(Format::Png));
        assert!(judged(0, b"").unwrap().is_none() && judged(0, b"odd").unwrap().is_none());
        for signal in [Signal::ABORT, Signal::XCPU, Signal::SEGV, Signal::BUS, Signal::ILL] {
            assert!(judged(signal.as_raw(), b"\xff\xd8 half").unwrap().is_none());
        }
        assert!(judged(PANICKED << 8, b"").unwrap().is_none());
        for machine in [Signal::KILL.as_raw(), Signal::TERM.as_raw(), 1 << 8, 127 << 8] {
            let refused = judged(machine, b"").err().unwrap();
            assert_eq!(refused.status().as_u16(), 503);
        }
    }
}
