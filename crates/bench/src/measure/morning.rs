//! A school that comes in the morning: 4,950 members on two devices each, one connection after the other, beside
//! sockets that know no members.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use kernel::clock::Clock;
use kernel::config::Secret;
use kernel::random::Random;
use kernel::token::Tokens;
use kernel::user::{UserFacts, UserId};

use super::{Measure, Session};
use crate::baseline::Baseline;
use crate::deliveries::SocketGroup;
use crate::portal::{Portal, SECRET};
use crate::process::Process;
use crate::report::{Row, Target};
use crate::seed;

/// Fifty classes of 99.
const MEMBERS: usize = 4_950;
const SOCKETS: usize = 2 * MEMBERS;
/// Until what a connection needed once has been given back.
const SETTLES: Duration = Duration::from_secs(20);

/// What opening all of them cost.
struct Morning {
    cpu_us: f64,
    kib: f64,
}

pub fn measure(session: &mut Session) -> Result<Vec<Row>> {
    let folder = session.subfolder("morning")?;
    let portal = Portal::start(&session.binary, &folder, &[])?;
    let list = portal.set_up(MEMBERS)?;
    portal.process.stop()?;
    seed::add_members(&folder.join("data/classportal.db"), list.clone())?;
    let paths = list.iter().chain(&list).map(|member| Ok(format!("/ws?token={}", token(member)?)));
    let paths: Vec<String> = paths.collect::<Result<_>>()?;
    ensure!(paths.len() == SOCKETS, "{} sockets", paths.len());

    let portal = Portal::start(&session.binary, &folder, &[])?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let members = gather(&portal.process, portal.address, paths, "\"connected\"").await?;
        let bare = Baseline::Socket.start()?;
        let bare = gather(&bare.process, bare.address, vec!["/".to_owned(); SOCKETS], "").await?;
        let row = |what: &str, figure: String| Row::new(Measure::Morning, what, figure);
        let connects = format!("{SOCKETS} sockets of {MEMBERS} members; bare sockets {:.0} µs", bare.cpu_us);
        let memory = format!("bare sockets {:.1} KiB", bare.kib);
        Ok(vec![
            row("connect", connects).judge(members.cpu_us, " µs CPU", Target::AtMost(150.0)),
            row("memory of one socket", memory).judge(members.kib, " KiB", Target::AtMost(6.0)),
        ])
    })
}

async fn gather(
    server: &Process,
    address: std::net::SocketAddr,
    paths: Vec<String>,
    ready: &'static str,
) -> Result<Morning> {
    let count = paths.len() as f64;
    let (before, spent) = (server.resident_mb()?, server.cpu_seconds());
    let sockets = SocketGroup::connect(address, paths, ready, "said-by-nobody").await?;
    let cpu_us = (server.cpu_seconds() - spent) * 1e6 / count;
    tokio::time::sleep(SETTLES).await;
    let kib = (server.resident_mb()? - before) * 1e6 / 1024.0 / count;
    drop(sockets);
    Ok(Morning { cpu_us, kib })
}

/// A token of a member whose row stands in the database; signing in would take a password hash each.
pub(super) fn token((real_name, user_id): &(String, String)) -> Result<String> {
    let facts = UserFacts {
        user_id: UserId::parse(user_id).context("a user ID")?,
        net_name: format!("member{user_id}"),
        real_name: real_name.clone(),
        gender: "female".to_owned(),
        ban: None,
        is_admin: false,
        is_officer: false,
        permissions: Vec::new(),
        officer_title: String::new(),
        token_version: 1,
        kept_token: None,
    };
    let tokens = Tokens::new(&Secret::new(SECRET.to_owned()), Duration::from_secs(86_400));
    Ok(tokens.issue(&facts, &Clock::system(), &Random::system())?)
}
