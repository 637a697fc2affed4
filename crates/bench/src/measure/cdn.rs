//! A body that the CDN proxy has stored, beside a file of the same bytes in PUBLIC_DIR.
//!
//! The proxy asks public hosts over HTTPS alone, and none is asked here: the body lies in the cache
//! as an earlier run of the server left it. An answer that is no hit fails the measure.

use std::path::Path;
use std::time::SystemTime;

use anyhow::{Result, ensure};
use serde_json::json;
use sha2::{Digest, Sha256};

use super::{CELL, Measure, Session};
use crate::client::{self, Caller};
use crate::load;
use crate::portal::Portal;
use crate::report::{Row, Target, per_second};
use crate::stats::{ROUNDS, median, ratio};

/// Bytes of the body: a style sheet of a library.
const SIZE: usize = 27_000;
/// On a host that is listed without anybody's doing.
const URL: &str = "https://cdn.jsdelivr.net/npm/bench@1.0.0/bench.css";

pub fn measure(session: &mut Session) -> Result<Vec<Row>> {
    let (folder, public) = (session.subfolder("cdn")?, session.subfolder("cdn-public")?);
    let body: Vec<u8> = (0..)
        .flat_map(|n: u32| format!(".c{n:05} {{ color: #{n:06x} }}\n").into_bytes())
        .take(SIZE)
        .collect();
    std::fs::write(public.join("index.html"), "<!doctype html><title>x</title>")?;
    std::fs::write(public.join("bench.css"), &body)?;
    store(&folder.join("data/cdn-cache"), &body)?;
    let portal = Portal::start(&session.binary, &folder, &[("PUBLIC_DIR", &public)])?;
    let members = portal.register(1)?;
    let authorization = members.iter().map(|member| format!("Bearer {}", member.token)).collect::<String>();
    let encoded: String = URL.bytes().map(|byte| format!("%{byte:02X}")).collect();
    let path = format!("/api/cdn/proxy?url={encoded}&ttl=86400");
    let hit = client::get(portal.address, &path, &[("Authorization", &authorization)]);
    let file = client::get(portal.address, "/bench.css", &[]);
    for request in [&hit, &file] {
        let answer = Caller::open(portal.address)?.call(request)?;
        ensure!(answer.status == 200 && answer.body == body, "{} instead of the body", answer.status);
    }
    let mut rounds = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        for (request, cells) in [&hit, &file].into_iter().zip(&mut rounds) {
            cells.push(load::rate(portal.address, load::readers(request), CELL, portal.cpu())?);
        }
    }
    let middle = |cells: &[load::Cell], part: fn(&load::Cell) -> f64| {
        median(&cells.iter().map(part).collect::<Vec<_>>())
    };
    let [hit, file] =
        rounds.map(|cells| (middle(&cells, |cell| cell.rate), middle(&cells, |cell| cell.cpu_us)));
    let figure = format!("{}; the file {} at {:.1} µs", per_second(hit.0), per_second(file.0), file.1);
    let what = format!("a stored body, {:.1} kB : a file in PUBLIC_DIR", SIZE as f64 / 1e3);
    let row = Row::new(Measure::Cdn, &what, figure).cpu(hit.1);
    Ok(vec![row.judge(ratio(hit.0, file.0), "× rate", Target::AtLeast(0.4))])
}

/// Puts a body where the proxy keeps its own.
fn store(cache: &Path, body: &[u8]) -> Result<()> {
    std::fs::create_dir_all(cache)?;
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?.as_millis() as u64;
    let label = json!({
        "url": URL, "kind": "css", "etag": null, "modified": null, "length": body.len(),
        "sha256": hex::encode(Sha256::digest(body)), "checked_at": now, "lifetime": 86_400,
    });
    let key = hex::encode(Sha256::digest(URL));
    std::fs::write(cache.join(&key), body)?;
    std::fs::write(cache.join(key + ".json"), label.to_string())?;
    Ok(())
}
