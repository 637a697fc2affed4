//! Kills at random moments under load.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use kernel::events::Event;

use super::number;
use super::place::TestDir;
use super::server::{Account, Server};

/// A restarted server must answer within this time. That is measured where
/// `cargo xtask torture` asks; beside the other tests an unoptimised server only has to come back.
fn ready() -> Duration {
    let strict = std::env::var_os("TORTURE_SECONDS").is_some();
    Duration::from_secs(if strict { 3 } else { 20 })
}

/// Someone who writes until the server is gone, and knows what must be there afterwards.
pub(super) trait Witness: Send + Sized {
    /// A member with nothing written yet.
    fn new(account: Account) -> Self;
    /// Writes until the server is gone.
    fn write(&mut self, server: SocketAddr);
    /// Compares what a restarted server shows with what is known, then settles what was open.
    fn verify(&mut self, server: SocketAddr);
    /// Compares the event log with what all of them know; answers how much they have written.
    fn verify_log(all: &[Self], events: &[Event]) -> usize;
}

/// Five kills, within the test command: each costs a start and a reading of all that was written.
/// `cargo xtask torture` goes on for longer.
pub(super) fn five_kills<W: Witness>(test: &str, witnesses: usize) {
    torment::<W>(test, witnesses, |kills, _| kills < 5);
}

/// At least thirty kills, and for as long as `cargo xtask torture` asks.
pub(super) fn any_kill<W: Witness>(test: &str, witnesses: usize) {
    let lasting = Duration::from_secs(number("TORTURE_SECONDS", 60));
    torment::<W>(test, witnesses, |kills, spent| kills < 30 || spent < lasting);
}

/// Writes, kills, restarts and compares, as long as `goes_on` says.
fn torment<W: Witness>(test: &str, witnesses: usize, goes_on: impl Fn(u32, Duration) -> bool) {
    let Some(place) = TestDir::of_this_run(test) else { return };
    let seed = number("TORTURE_SEED", 1);
    let (begun, mut kills, mut moments) = (Instant::now(), 0, Moments(seed));
    let mut server = start(&place);
    let mut all: Vec<W> = server.register(witnesses).into_iter().map(W::new).collect();
    let (mut log, mut written) = (Vec::new(), 0);
    while goes_on(kills, begun.elapsed()) {
        let after = moments.next();
        kills += 1;
        // Shown when something below fails, so that the failure can be had again.
        println!("seed {seed}: kill {kills} after {after:?}");
        write_until_killed(&server, &mut all, after);
        drop(server);
        let restarted = Instant::now();
        server = start(&place);
        assert!(restarted.elapsed() < ready(), "ready after {:?}", restarted.elapsed());
        all.iter_mut().for_each(|witness| witness.verify(server.address));
        log = verify_log(place.events(), &log);
        written = W::verify_log(&all, &log);
        place.assert_whole();
    }
    println!("seed {seed}: {kills} kills, {written} written, {} events", log.len());
    assert!(written > witnesses, "hardly anything was written");
}

fn start(place: &TestDir) -> Server {
    Server::start(place.folder.path(), &place.variables(), &[])
}

fn write_until_killed<W: Witness>(server: &Server, all: &mut [W], after: Duration) {
    std::thread::scope(|scope| {
        for witness in all {
            scope.spawn(move || witness.write(server.address));
        }
        std::thread::sleep(after);
        server.kill();
    });
}

/// Numbers follow each other without gap, and none was given out twice. Answers the log for the
/// next comparison.
fn verify_log(events: Vec<Event>, before: &[Event]) -> Vec<Event> {
    for (expected, event) in (1..).zip(&events) {
        assert_eq!(event.seq, expected, "a gap before {event:?}");
    }
    assert!(events.starts_with(before), "the log was rewritten");
    events
}

/// Random moments from a seed (SplitMix64).
struct Moments(u64);

impl Moments {
    /// Between 20 and 420 ms: from the first writes to well into the load.
    fn next(&mut self) -> Duration {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Duration::from_micros(20_000 + (z ^ (z >> 31)) % 400_000)
    }
}
