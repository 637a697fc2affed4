//! A whole school at once: durable messages into many rooms of twenty.

use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::json;

use super::{Measure, Session};
use crate::client::{self, Caller};
use crate::portal::{Member, Portal};
use crate::report::{Row, Target, per_second};
use crate::stats::percentile;
use crate::talk::Company;

const MEMBERS: usize = 200;
/// Members of a room.
const ROOM: usize = 20;
/// Rooms that a member is in.
const OF_A_MEMBER: usize = 5;
/// Messages a second, in turn from all members.
const PACE: f64 = 2000.0;
const LASTING: Duration = Duration::from_secs(60);

pub fn measure(session: &mut Session) -> Result<Vec<Row>> {
    let portal = Portal::start(&session.binary, &session.subfolder("rooms")?, &[])?;
    let members = portal.register(MEMBERS)?;
    let rooms = make_rooms(&portal, &members)?;
    let paths: Vec<_> = members.iter().map(|member| portal.socket(member)).collect();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut company =
            Company::gather(portal.address, paths, "\"connected\"", "\"group_message_sent\"").await?;
        let frame = |member: usize, words: &str| {
            // The acknowledgement brings the client's id back, so it carries the moment.
            let room = &rooms[member / ROOM + MEMBERS / ROOM * (member % OF_A_MEMBER)];
            json!({ "type": "group_message", "group_id": room, "content": "明天带尺子", "temp_id": format!("{member}-{words}") })
                .to_string()
        };
        let before = portal.process.cpu_seconds();
        let talk = company.talk(PACE, LASTING, 1, frame).await?;
        let spent = portal.process.cpu_seconds() - before;
        let said = per_second(talk.said as f64 / talk.seconds);
        let figure = format!("{said} into {} rooms of {ROOM} for {} s", rooms.len(), LASTING.as_secs());
        Ok(vec![
            Row::new(Measure::Rooms, "acknowledged, p99", figure)
                .cpu(spent * 1e6 / talk.said as f64)
                .judge(percentile(&talk.latencies(), 0.99), " ms", Target::AtMost(100.0)),
        ])
    })
}

/// Each block of twenty neighbours shares its rooms, and its first member owns them.
fn make_rooms(portal: &Portal, members: &[Member]) -> Result<Vec<String>> {
    let mut caller = Caller::open(portal.address)?;
    let blocks = members.chunks(ROOM).cycle().take(MEMBERS / ROOM * OF_A_MEMBER);
    let make = |(number, block): (usize, &[Member])| {
        let others: Vec<_> = block.iter().skip(1).map(|member| &member.user_id).collect();
        let body = json!({ "group_name": format!("room {number}"), "member_ids": others }).to_string();
        let token = block.first().map(|owner| owner.token.as_str());
        let request = client::send(portal.address, "POST", "/api/chat/groups", token, &body);
        let data = caller.call(&request)?.data()?;
        Ok(data["group_id"].as_str().context("no group_id")?.to_owned())
    };
    blocks.enumerate().map(make).collect()
}
