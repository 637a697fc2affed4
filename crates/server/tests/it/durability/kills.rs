//! Kills at random moments under load.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use kernel::events::Event;

use super::client::Client;
use super::journal::{State, Writer};
use super::number;
use super::place::Place;
use super::server::Server;

/// Members who write at the same time.
const WRITERS: usize = 16;
/// A restarted server must answer within this time (`threats`, fault matrix).
const READY: Duration = Duration::from_secs(3);

#[test]
fn what_was_acknowledged_outlives_ten_kills() {
    let seed = number("TORTURE_SEED", 1);
    torment("what_was_acknowledged_outlives_ten_kills", seed, |kills, _| kills < 10);
}

#[test]
#[ignore = "runs for a minute; `cargo xtask torture`"]
fn torture_what_was_acknowledged_outlives_any_kill() {
    let (seed, seconds) = (number("TORTURE_SEED", 1), number("TORTURE_SECONDS", 60));
    let lasting = Duration::from_secs(seconds);
    let test = "torture_what_was_acknowledged_outlives_any_kill";
    torment(test, seed, |kills, spent| kills < 30 || spent < lasting);
}

/// Writes, kills, restarts and compares, as long as `goes_on` says.
fn torment(test: &str, seed: u64, goes_on: impl Fn(u32, Duration) -> bool) {
    let Some(place) = Place::of_this_run(test) else { return };
    let (begun, mut kills, mut moments) = (Instant::now(), 0, Moments(seed));
    let mut server = start(&place);
    let accounts = server.register(WRITERS);
    let mut writers: Vec<_> = accounts.into_iter().map(|a| Writer::new(a.user_id, a.token)).collect();
    let mut log = Vec::new();
    while goes_on(kills, begun.elapsed()) {
        let after = moments.next();
        kills += 1;
        // Shown when something below fails, so that the failure can be had again.
        println!("seed {seed}: kill {kills} after {after:?}");
        write_until_killed(&server, &mut writers, after);
        drop(server);
        let restarted = Instant::now();
        server = start(&place);
        assert!(restarted.elapsed() < READY, "ready after {:?}", restarted.elapsed());
        verify(&server, &mut writers);
        log = verify_log(&place.events(), &log, &writers);
        place.assert_whole();
    }
    let written: usize = writers.iter().map(|writer| writer.items.len()).sum();
    println!("seed {seed}: {kills} kills, {written} countdowns, {} events", log.len());
    assert!(written > WRITERS, "hardly anything was written");
}

fn start(place: &Place) -> Server {
    Server::start(place.folder.path(), &place.variables(), &[])
}

fn write_until_killed(server: &Server, writers: &mut [Writer], after: Duration) {
    std::thread::scope(|scope| {
        for writer in writers {
            let mut client = Client::connect(server.address, &writer.token).expect("the port answers");
            scope.spawn(move || writer.write(&mut client));
        }
        std::thread::sleep(after);
        server.kill();
    });
}

fn verify(server: &Server, writers: &mut [Writer]) {
    for writer in writers {
        let mut client = Client::connect(server.address, &writer.token).expect("the port answers");
        writer.verify(&mut client);
    }
}

/// Numbers follow each other without gap, none was given out twice, and what the log says of every
/// countdown is what the rows say. Answers the log for the next comparison.
fn verify_log(events: &[Event], before: &[Event], writers: &[Writer]) -> Vec<Event> {
    for (expected, event) in (1..).zip(events) {
        assert_eq!(event.seq, expected, "a gap before {event:?}");
    }
    assert!(events.starts_with(before), "the log was rewritten");
    let mut told: HashMap<&str, [usize; 2]> = HashMap::new();
    for event in events.iter().filter(|event| event.stream == "countdown") {
        let [created, deleted] = told.entry(&event.subject_id).or_default();
        match event.kind.as_str() {
            "countdown.created" => *created += 1,
            "countdown.deleted" => *deleted += 1,
            other => panic!("nobody sent {other}"),
        }
    }
    for item in writers.iter().flat_map(|writer| &writer.items) {
        let expected = match item.state {
            State::Created => [1, 0],
            // Sent and deleted: created once or, when the creation was never stored, not at all.
            State::Deleted => [1, 1],
            State::Sent | State::Deleting => panic!("unsettled: {item:?}"),
        };
        assert_eq!(told.remove(item.id.as_str()), Some(expected), "[created, deleted] of {item:?}");
    }
    assert!(told.is_empty(), "events of countdowns that nobody sent: {told:?}");
    events.to_vec()
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
