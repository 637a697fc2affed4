//! Members on sockets: what they send carries the moment it was sent, and everyone who receives it
//! notes how long it took.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use memchr::memmem::Finder;
use tokio::task::JoinSet;

use crate::socket::{self, Receiver, Sender};

/// Stands before the twelve digits of the moment, in microseconds since the driver began.
pub const MARK: &str = "said-at-";
const DIGITS: usize = 12;
/// After the last message was sent, before what did not arrive counts as lost.
const TIMEOUT: Duration = Duration::from_secs(20);

/// What one listener noted: when each message that it heard was said, and how much later that was,
/// in microseconds.
#[derive(Default)]
struct Arrivals(std::sync::Mutex<Vec<(u64, u32)>>);

/// Sockets that send and receive.
pub struct SocketGroup {
    begun: Instant,
    senders: Vec<Sender>,
    arrivals: Vec<Arc<Arrivals>>,
    count: Arc<AtomicU64>,
    listeners: JoinSet<Result<()>>,
}

/// What arrived between two moments.
pub struct Deliveries {
    arrivals: Vec<(u64, u32)>,
    /// Messages sent.
    pub sent: u64,
    /// How long it took to send them, seconds.
    pub seconds: f64,
}

impl Deliveries {
    /// Milliseconds from sending to arrival, of every arrival.
    pub fn latencies(&self) -> Vec<f64> {
        self.arrivals.iter().map(|(_, late)| f64::from(*late) / 1e3).collect()
    }

    /// When each message was sent, once for every arrival.
    pub fn moments(&self) -> Vec<u64> {
        self.arrivals.iter().map(|(sent, _)| *sent).collect()
    }

    /// Milliseconds until the last one had heard it, of every message.
    pub fn last_arrivals(&self) -> Vec<f64> {
        let mut last = HashMap::<u64, u32>::new();
        for (sent, late) in &self.arrivals {
            let known = last.entry(*sent).or_default();
            *known = (*known).max(*late);
        }
        last.into_values().map(|late| f64::from(late) / 1e3).collect()
    }
}

impl SocketGroup {
    /// Opens a socket at each path; `ready` knows the frame that says that it is signed in, and
    /// `counts` the frames that are to be noted, besides carrying the mark.
    pub async fn connect(
        address: SocketAddr,
        paths: Vec<String>,
        ready: &'static str,
        counts: &'static str,
    ) -> Result<Self> {
        let mut sockets = Self {
            begun: Instant::now(),
            senders: Vec::new(),
            arrivals: Vec::new(),
            count: Arc::default(),
            listeners: JoinSet::new(),
        };
        for path in paths {
            let (sender, mut receiver) = socket::open(address, &path).await?;
            if !ready.is_empty() {
                let ready = Finder::new(ready);
                receiver.until(|text| ready.find(text).is_some()).await?;
            }
            let arrivals = Arc::<Arrivals>::default();
            let listener =
                listen(receiver, sockets.begun, arrivals.clone(), sockets.count.clone(), Finder::new(counts));
            sockets.listeners.spawn(listener);
            sockets.senders.push(sender);
            sockets.arrivals.push(arrivals);
        }
        Ok(sockets)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.senders.len()
    }

    /// Sends `per_second` messages a second for `duration`, in turn, and waits until each was received
    /// `receivers` times. `frame` makes the frame of member `n` around the marked words.
    pub async fn send_and_wait(
        &mut self,
        per_second: f64,
        duration: Duration,
        receivers: u64,
        frame: impl Fn(usize, &str) -> String,
    ) -> Result<Deliveries> {
        let from = Instant::now();
        let sent = self.send(per_second, duration, frame).await?;
        let seconds = from.elapsed().as_secs_f64();
        self.wait_for(sent * receivers).await?;
        Ok(Deliveries { arrivals: self.take_arrivals(), sent, seconds })
    }

    /// Says as much, ends the server while it is being said, and answers when each message was said
    /// that was heard by the time that all sockets had ended.
    pub async fn send_until(
        mut self,
        per_second: f64,
        duration: Duration,
        frame: impl Fn(usize, &str) -> String,
        end: impl FnOnce() -> Result<()>,
    ) -> Result<Vec<u64>> {
        let sent = self.send(per_second, duration, frame).await?;
        end()?;
        // Each ends with an error, which is what was asked for; what had come before was noted.
        let all_ended = async { while self.listeners.join_next().await.is_some() {} };
        tokio::time::timeout(TIMEOUT, all_ended).await.context("sockets outlive the server")?;
        let moments =
            Deliveries { arrivals: self.take_arrivals(), sent, seconds: duration.as_secs_f64() }.moments();
        ensure!(!moments.is_empty(), "nothing was heard");
        Ok(moments)
    }

    fn take_arrivals(&self) -> Vec<(u64, u32)> {
        self.arrivals.iter().flat_map(|arrivals| std::mem::take(&mut *lock(arrivals))).collect()
    }

    /// Says so much, in turn; answers how much that was.
    async fn send(
        &mut self,
        per_second: f64,
        duration: Duration,
        frame: impl Fn(usize, &str) -> String,
    ) -> Result<u64> {
        self.arrivals.iter().for_each(|arrivals| lock(arrivals).clear());
        self.count.store(0, Ordering::Relaxed);
        let (from, mut sent) = (Instant::now(), 0_u64);
        let all = (per_second * duration.as_secs_f64()) as u64;
        let mut tick = tokio::time::interval(Duration::from_millis(1));
        while sent < all {
            tick.tick().await;
            let due = ((from.elapsed().as_secs_f64() * per_second) as u64 + 1).min(all);
            while sent < due {
                let member = usize::try_from(sent)? % self.senders.len();
                let words = format!("{MARK}{:012}", self.begun.elapsed().as_micros());
                self.senders[member].text(&frame(member, &words)).await?;
                sent += 1;
            }
        }
        Ok(sent)
    }

    /// Has the marked words said elsewhere `times` times, each when all `receivers` have received the one
    /// before; answers the milliseconds until the last of them had heard it.
    pub async fn time_each(
        &mut self,
        times: u64,
        receivers: u64,
        mut send: impl AsyncFnMut(&str) -> Result<()>,
    ) -> Result<Vec<f64>> {
        let from = Instant::now();
        for sent in 1..=times {
            send(&format!("{MARK}{:012}", self.begun.elapsed().as_micros())).await?;
            self.wait_for(sent * receivers).await?;
        }
        Ok(Deliveries { arrivals: self.take_arrivals(), sent: times, seconds: from.elapsed().as_secs_f64() }
            .last_arrivals())
    }

    async fn wait_for(&mut self, wanted: u64) -> Result<()> {
        let begun = Instant::now();
        loop {
            while let Some(ended) = self.listeners.try_join_next() {
                ended??;
            }
            let arrivals = self.count.load(Ordering::Relaxed);
            if arrivals == wanted {
                return Ok(());
            }
            ensure!(arrivals < wanted, "{arrivals} arrived where {wanted} were due: something came twice");
            ensure!(begun.elapsed() < TIMEOUT, "{arrivals} of {wanted} arrived");
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
}

fn lock(arrivals: &Arrivals) -> std::sync::MutexGuard<'_, Vec<(u64, u32)>> {
    arrivals.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

async fn listen(
    mut receiver: Receiver,
    begun: Instant,
    arrivals: Arc<Arrivals>,
    count: Arc<AtomicU64>,
    counts: Finder<'static>,
) -> Result<()> {
    let mark = Finder::new(MARK);
    loop {
        let mut moments = Vec::new();
        receiver
            .read(|text| {
                if counts.find(text).is_some()
                    && let Some(at) = mark.find(text)
                {
                    moments.push(moment(&text[at + MARK.len()..]));
                }
            })
            .await?;
        if moments.is_empty() {
            continue;
        }
        let now = begun.elapsed().as_micros() as u64;
        let late = |sent: &u64| (*sent, u32::try_from(now.saturating_sub(*sent)).unwrap_or(u32::MAX));
        lock(&arrivals).extend(moments.iter().map(late));
        count.fetch_add(moments.len() as u64, Ordering::Relaxed);
    }
}

fn moment(text: &[u8]) -> u64 {
    text.iter().take(DIGITS).fold(0, |all, digit| all * 10 + u64::from(digit.wrapping_sub(b'0')))
}
