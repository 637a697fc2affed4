//! A room with a million messages: a page of its history.

use std::time::Instant;

use anyhow::{Result, ensure};
use kernel::user::UserId;

use super::{Measure, Session};
use crate::client::{self, Caller};
use crate::message_seed;
use crate::portal::Portal;
use crate::report::{Row, Target, per_second};
use crate::stats::percentile;

const MEMBERS: usize = 50;
const MESSAGES: usize = 1_000_000;
/// Requests.
const REQUESTS: usize = 400;
pub fn measure(session: &mut Session) -> Result<Vec<Row>> {
    let folder = session.subfolder("history")?;
    let portal = Portal::start(&session.binary, &folder, &[])?;
    let members = portal.register(MEMBERS)?;
    portal.process.stop()?;
    let senders: Vec<UserId> = members.iter().filter_map(|member| UserId::parse(&member.user_id)).collect();
    let filled =
        message_seed::fill(&message_seed::sqlite(&folder.join("data/classportal.db")), senders, MESSAGES)?;

    let portal = Portal::start(&session.binary, &folder, &[])?;
    let token = members.first().map(|member| member.token.as_str());
    let authorization = format!("Bearer {}", token.unwrap_or_default());
    let pages = times(&portal, &authorization, |turn| {
        // Everywhere in the room, as people scroll and jump.
        let before = 1000 + (turn * 7_919 * 131) % (MESSAGES - 1000);
        format!("/api/chat/messages?room=public&limit=100&before={before}")
    })?;
    let row = |what: &str, figure: String| Row::new(Measure::History, what, figure);
    let p50 = |values: &[f64]| format!("p50 {:.1} ms", percentile(values, 0.5));
    Ok(vec![
        row("filled with a million messages", per_second(filled.sent)),
        row("a page of 100, p99", p50(&pages)).judge(percentile(&pages, 0.99), " ms", Target::AtMost(20.0)),
    ])
}

/// Milliseconds of each request, one after another.
pub(super) fn times(
    portal: &Portal,
    authorization: &str,
    path: impl Fn(usize) -> String,
) -> Result<Vec<f64>> {
    let mut caller = Caller::open(portal.address)?;
    let time = |turn| {
        let request = client::get(portal.address, &path(turn), &[("Authorization", authorization)]);
        let begun = Instant::now();
        let answer = caller.call(&request)?;
        ensure!(answer.status == 200, "{} to {}", answer.status, path(turn));
        Ok(begun.elapsed().as_secs_f64() * 1e3)
    };
    (0..REQUESTS).map(time).collect()
}
