//! The load: connections that each ask again as soon as they are answered (closed loop).

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, ensure};

use crate::client::Connection;

/// Threads that drive the connections. With more the load would take cores from the server.
const THREADS: usize = 2;
/// Before figures count: connections open, caches and branch predictors warm.
const WARM_UP: Duration = Duration::from_secs(1);

/// Writes a connection's next request into an empty buffer.
pub type Script = Box<dyn FnMut(&mut Vec<u8>) + Send>;

/// What was counted between warm-up and end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cell {
    /// Answers per second.
    pub rate: f64,
    /// CPU microseconds of the server per answer.
    pub cpu_us: f64,
}

/// A request that never changes, on as many connections as the load of plain reads has.
pub fn readers(request: &[u8]) -> Vec<Script> {
    /// As in the measurements that the targets come from.
    const READERS: usize = 64;
    let script = |_| -> Script {
        let request = request.to_vec();
        Box::new(move |next| next.extend_from_slice(&request))
    };
    (0..READERS).map(script).collect()
}

struct Shared {
    answered: AtomicU64,
    stop: AtomicBool,
}

/// Runs one script per connection for the warm-up and then `lasting`. `during` runs beside the
/// counted part and gets its length; `cpu` answers the server's CPU seconds so far.
pub fn run<T: Send>(
    address: SocketAddr,
    scripts: Vec<Script>,
    lasting: Duration,
    cpu: impl Fn() -> f64,
    during: impl FnOnce(Duration) -> Result<T> + Send,
) -> Result<(Cell, T)> {
    let shared = Arc::new(Shared { answered: AtomicU64::new(0), stop: AtomicBool::new(false) });
    let drivers = start_drivers(address, scripts, &shared)?;
    std::thread::sleep(WARM_UP);
    let (begun, answers, spent) = (Instant::now(), shared.answered.load(Ordering::Relaxed), cpu());
    let beside = std::thread::scope(|scope| {
        let beside = scope.spawn(|| during(lasting));
        std::thread::sleep(lasting.saturating_sub(begun.elapsed()));
        let answers = shared.answered.load(Ordering::Relaxed) - answers;
        let (spent, seconds) = (cpu() - spent, begun.elapsed().as_secs_f64());
        let beside = beside.join().map_err(|_| anyhow!("what ran beside the load panicked"))??;
        ensure!(answers > 0, "no answer within {seconds:.1} s");
        let cell = Cell { rate: answers as f64 / seconds, cpu_us: spent * 1e6 / answers as f64 };
        Ok((cell, beside))
    });
    shared.stop.store(true, Ordering::Relaxed);
    for driver in drivers {
        driver.join().map_err(|_| anyhow!("a driver panicked"))??;
    }
    beside
}

/// [`run`] with nothing beside.
pub fn rate(
    address: SocketAddr,
    scripts: Vec<Script>,
    lasting: Duration,
    cpu: impl Fn() -> f64,
) -> Result<Cell> {
    run(address, scripts, lasting, cpu, |_| Ok(())).map(|(cell, ())| cell)
}

type Driver = JoinHandle<Result<()>>;

fn start_drivers(address: SocketAddr, scripts: Vec<Script>, shared: &Arc<Shared>) -> Result<Vec<Driver>> {
    let mut shares: Vec<Vec<Script>> = (0..THREADS).map(|_| Vec::new()).collect();
    for (number, script) in scripts.into_iter().enumerate() {
        shares[number % THREADS].push(script);
    }
    let start = |scripts: Vec<Script>| {
        let shared = shared.clone();
        std::thread::Builder::new().name("driver".into()).spawn(move || drive(address, scripts, &shared))
    };
    shares.into_iter().map(|share| start(share).context("a driver does not start")).collect()
}

fn drive(address: SocketAddr, scripts: Vec<Script>, shared: &Arc<Shared>) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let loops = scripts.into_iter().map(|script| tokio::spawn(ask(address, script, shared.clone())));
        for ended in loops.collect::<Vec<_>>() {
            ended.await??;
        }
        Ok(())
    })
}

async fn ask(address: SocketAddr, mut script: Script, shared: Arc<Shared>) -> Result<()> {
    let mut connection = Connection::open(address).await?;
    let mut request = Vec::new();
    while !shared.stop.load(Ordering::Relaxed) {
        request.clear();
        script(&mut request);
        let status = connection.call(&request).await?;
        ensure!(status == 200, "{status} to {}", String::from_utf8_lossy(&request));
        shared.answered.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}
