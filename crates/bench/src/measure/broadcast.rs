//! A broadcast to everybody who is connected: until the last of 2,000 has it.

use anyhow::{Context, Result, ensure};
use serde_json::json;

use super::{Measure, Session};
use crate::client::{self, Connection};
use crate::deliveries::SocketGroup;
use crate::portal::Portal;
use crate::report::{Row, Target};
use crate::stats::percentile;

const MEMBERS: usize = 2000;
const BROADCASTS: u64 = 50;

pub fn measure(session: &mut Session) -> Result<Vec<Row>> {
    let admin = [("ADMIN_USER_IDS", "250101".as_ref())];
    let portal = Portal::start(&session.binary, &session.subfolder("broadcast")?, &admin)?;
    let members = portal.register(MEMBERS)?;
    let paths = members.iter().map(|member| portal.socket(member)).collect();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut sockets =
            SocketGroup::connect(portal.address, paths, "\"connected\"", "\"super_island_notification\"")
                .await?;
        let mut staff = Connection::open(portal.address).await?;
        let token = &members.first().context("no member")?.token;
        let send = async |words: &str| {
            let body = json!({ "content": words, "priority": "important" }).to_string();
            let request = client::send(portal.address, "POST", "/api/admin/broadcasts", Some(token), &body);
            let status = staff.call(&request).await?;
            ensure!(status == 200, "a broadcast is answered {status}");
            Ok(())
        };
        let spent = portal.process.cpu_seconds();
        let last = sockets.time_each(BROADCASTS, MEMBERS as u64, send).await?;
        let cpu_us = (portal.process.cpu_seconds() - spent) * 1e6 / BROADCASTS as f64;
        let figure = format!("{BROADCASTS} broadcasts, p50 {:.1} ms", percentile(&last, 0.5));
        Ok(vec![Row::new(Measure::Broadcast, "last of 2,000 sockets, p99", figure).cpu(cpu_us).judge(
            percentile(&last, 0.99),
            " ms",
            Target::AtMost(300.0),
        )])
    })
}
