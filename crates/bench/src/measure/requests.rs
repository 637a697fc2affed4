//! Reads that touch no database: a heartbeat beside bare hyper, a signed-in read beside axum with
//! a verified token.

use anyhow::{Context, Result};

use super::{CELL, Measure, Session};
use crate::baseline::{self, Baseline};
use crate::client;
use crate::load::{self, Cell};
use crate::report::{Row, Target, per_second};
use crate::stats::{ROUNDS, median, ratio};

/// Rates and CPU times of one of the four over the rounds.
#[derive(Default)]
struct Series(Vec<Cell>);

impl Series {
    fn rate(&self) -> f64 {
        median(&self.0.iter().map(|cell| cell.rate).collect::<Vec<_>>())
    }

    fn cpu(&self) -> f64 {
        median(&self.0.iter().map(|cell| cell.cpu_us).collect::<Vec<_>>())
    }
}

pub fn measure(session: &mut Session) -> Result<Vec<Row>> {
    let (portal, members) = session.portal()?;
    let (hello, me) = (Baseline::Hello.start()?, Baseline::Me.start()?);
    let bearer = |token: &str| format!("Bearer {token}");
    let member = bearer(&members.first().context("no member")?.token);
    let stranger = bearer(&baseline::token()?);
    let get = |address, path, token: &str| client::get(address, path, &[("Authorization", token)]);
    let targets = [
        (&hello.process, hello.address, client::get(hello.address, "/", &[])),
        (&portal.process, portal.address, client::get(portal.address, "/api/system/heartbeat", &[])),
        (&me.process, me.address, get(me.address, "/me", &stranger)),
        (&portal.process, portal.address, get(portal.address, "/api/auth/check-status", &member)),
    ];
    let mut series: [Series; 4] = std::array::from_fn(|_| Series::default());
    for _ in 0..ROUNDS {
        for ((process, address, request), series) in targets.iter().zip(&mut series) {
            series.0.push(load::rate(*address, load::readers(request), CELL, || process.cpu_seconds())?);
        }
    }
    let [hello, heartbeat, me, status] = &series;
    let line =
        |what: &str, one: &Series| Row::new(Measure::Requests, what, per_second(one.rate())).cpu(one.cpu());
    let cpu = |what: &str, one: &Series, other: &Series, limit| {
        line(what, one).judge(ratio(one.cpu(), other.cpu()), "× CPU", Target::AtMost(limit))
    };
    let rate = |what: &str, one: &Series, limit| {
        line(what, one).judge(ratio(one.rate(), hello.rate()), "× rate", Target::AtLeast(limit))
    };
    Ok(vec![
        line("baseline, bare hyper", hello),
        line("baseline, axum and token, no store", me),
        cpu("heartbeat : hyper", heartbeat, hello, 3.5),
        rate("heartbeat : hyper", heartbeat, 0.5),
        cpu("check-status : axum and token", status, me, 2.5),
        rate("check-status : hyper", status, 0.35),
    ])
}
