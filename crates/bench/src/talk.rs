//! Members on sockets: what they say carries the moment it was said, and everyone who hears it
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
const PATIENCE: Duration = Duration::from_secs(20);

/// What one listener noted: when each message that it heard was said, and how much later that was,
/// in microseconds.
#[derive(Default)]
struct Heard(std::sync::Mutex<Vec<(u64, u32)>>);

/// Sockets that talk and listen.
pub struct Company {
    begun: Instant,
    senders: Vec<Sender>,
    heard: Vec<Arc<Heard>>,
    count: Arc<AtomicU64>,
    listeners: JoinSet<Result<()>>,
}

/// What was heard between two moments.
pub struct Talk {
    heard: Vec<(u64, u32)>,
    /// Messages said.
    pub said: u64,
    /// How long it took to say them, seconds.
    pub seconds: f64,
}

impl Talk {
    /// Milliseconds from saying to hearing, of every hearing.
    pub fn latencies(&self) -> Vec<f64> {
        self.heard.iter().map(|(_, late)| f64::from(*late) / 1e3).collect()
    }

    /// When each message was said, once for every hearing.
    pub fn moments(&self) -> Vec<u64> {
        self.heard.iter().map(|(said, _)| *said).collect()
    }

    /// Milliseconds until the last one had heard it, of every message.
    pub fn last_arrivals(&self) -> Vec<f64> {
        let mut last = HashMap::<u64, u32>::new();
        for (said, late) in &self.heard {
            let known = last.entry(*said).or_default();
            *known = (*known).max(*late);
        }
        last.into_values().map(|late| f64::from(late) / 1e3).collect()
    }
}

impl Company {
    /// Opens a socket at each path; `ready` knows the frame that says that it is signed in, and
    /// `counts` the frames that are to be noted, besides carrying the mark.
    pub async fn gather(
        address: SocketAddr,
        paths: Vec<String>,
        ready: &'static str,
        counts: &'static str,
    ) -> Result<Self> {
        let mut company = Self {
            begun: Instant::now(),
            senders: Vec::new(),
            heard: Vec::new(),
            count: Arc::default(),
            listeners: JoinSet::new(),
        };
        for path in paths {
            let (sender, mut receiver) = socket::open(address, &path).await?;
            if !ready.is_empty() {
                let ready = Finder::new(ready);
                receiver.until(|text| ready.find(text).is_some()).await?;
            }
            let heard = Arc::<Heard>::default();
            let listener =
                listen(receiver, company.begun, heard.clone(), company.count.clone(), Finder::new(counts));
            company.listeners.spawn(listener);
            company.senders.push(sender);
            company.heard.push(heard);
        }
        Ok(company)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.senders.len()
    }

    /// Says `per_second` messages for `lasting`, in turn, and waits until each was heard
    /// `hearers` times. `frame` makes the frame of member `n` around the marked words.
    pub async fn talk(
        &mut self,
        per_second: f64,
        lasting: Duration,
        hearers: u64,
        frame: impl Fn(usize, &str) -> String,
    ) -> Result<Talk> {
        let from = Instant::now();
        let said = self.say(per_second, lasting, frame).await?;
        let seconds = from.elapsed().as_secs_f64();
        self.wait_for(said * hearers).await?;
        Ok(Talk { heard: self.take_heard(), said, seconds })
    }

    /// Says as much, ends the server while it is being said, and answers when each message was said
    /// that was heard by the time that all sockets had ended.
    pub async fn talk_until(
        mut self,
        per_second: f64,
        lasting: Duration,
        frame: impl Fn(usize, &str) -> String,
        end: impl FnOnce() -> Result<()>,
    ) -> Result<Vec<u64>> {
        let said = self.say(per_second, lasting, frame).await?;
        end()?;
        // Each ends with an error, which is what was asked for; what had come before was noted.
        let all_ended = async { while self.listeners.join_next().await.is_some() {} };
        tokio::time::timeout(PATIENCE, all_ended).await.context("sockets outlive the server")?;
        let moments = Talk { heard: self.take_heard(), said, seconds: lasting.as_secs_f64() }.moments();
        ensure!(!moments.is_empty(), "nothing was heard");
        Ok(moments)
    }

    fn take_heard(&self) -> Vec<(u64, u32)> {
        self.heard.iter().flat_map(|heard| std::mem::take(&mut *lock(heard))).collect()
    }

    /// Says so much, in turn; answers how much that was.
    async fn say(
        &mut self,
        per_second: f64,
        lasting: Duration,
        frame: impl Fn(usize, &str) -> String,
    ) -> Result<u64> {
        self.heard.iter().for_each(|heard| lock(heard).clear());
        self.count.store(0, Ordering::Relaxed);
        let (from, mut said) = (Instant::now(), 0_u64);
        let all = (per_second * lasting.as_secs_f64()) as u64;
        let mut tick = tokio::time::interval(Duration::from_millis(1));
        while said < all {
            tick.tick().await;
            let due = ((from.elapsed().as_secs_f64() * per_second) as u64 + 1).min(all);
            while said < due {
                let member = usize::try_from(said)? % self.senders.len();
                let words = format!("{MARK}{:012}", self.begun.elapsed().as_micros());
                self.senders[member].text(&frame(member, &words)).await?;
                said += 1;
            }
        }
        Ok(said)
    }

    /// Has the marked words said elsewhere `times` times, each when all `hearers` have heard the one
    /// before; answers the milliseconds until the last of them had heard it.
    pub async fn listen_to(
        &mut self,
        times: u64,
        hearers: u64,
        mut say: impl AsyncFnMut(&str) -> Result<()>,
    ) -> Result<Vec<f64>> {
        let from = Instant::now();
        for said in 1..=times {
            say(&format!("{MARK}{:012}", self.begun.elapsed().as_micros())).await?;
            self.wait_for(said * hearers).await?;
        }
        Ok(Talk { heard: self.take_heard(), said: times, seconds: from.elapsed().as_secs_f64() }
            .last_arrivals())
    }

    async fn wait_for(&mut self, wanted: u64) -> Result<()> {
        let begun = Instant::now();
        loop {
            while let Some(ended) = self.listeners.try_join_next() {
                ended??;
            }
            let heard = self.count.load(Ordering::Relaxed);
            if heard == wanted {
                return Ok(());
            }
            ensure!(heard < wanted, "{heard} arrived where {wanted} were due: something came twice");
            ensure!(begun.elapsed() < PATIENCE, "{heard} of {wanted} arrived");
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
}

fn lock(heard: &Heard) -> std::sync::MutexGuard<'_, Vec<(u64, u32)>> {
    heard.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

async fn listen(
    mut receiver: Receiver,
    begun: Instant,
    heard: Arc<Heard>,
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
        let late = |said: &u64| (*said, u32::try_from(now.saturating_sub(*said)).unwrap_or(u32::MAX));
        lock(&heard).extend(moments.iter().map(late));
        count.fetch_add(moments.len() as u64, Ordering::Relaxed);
    }
}

fn moment(text: &[u8]) -> u64 {
    text.iter().take(DIGITS).fold(0, |all, digit| all * 10 + u64::from(digit.wrapping_sub(b'0')))
}
