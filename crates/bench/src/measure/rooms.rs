//! A whole school at once: durable messages into many rooms of twenty, and what is left of them when
//! the server is killed in the midst of it.

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use kernel::texts::Language;
use kernel::{p, statements};
use serde_json::json;

use super::{Measure, Session};
use crate::client::{self, Caller};
use crate::deliveries::{MARK, SocketGroup};
use crate::portal::{Member, Portal};
use crate::report::{Row, Target, per_second};
use crate::seed;
use crate::stats::percentile;

statements! {
    /// What clients called their messages.
    SAID = "select temp_id from chat_messages where temp_id is not null";
}

const MEMBERS: usize = 200;
/// Members of a room.
const ROOM: usize = 20;
/// Rooms that a member is in.
const OF_A_MEMBER: usize = 5;
/// Messages a second, in turn from all members.
const PACE: f64 = 2000.0;
const DURATION: Duration = Duration::from_secs(60);
/// The same load goes on for so long before the server is killed.
const UNTIL_KILLED: Duration = Duration::from_secs(3);

pub fn measure(session: &mut Session) -> Result<Vec<Row>> {
    let folder = session.subfolder("rooms")?;
    let portal = Portal::start(&session.binary, &folder, &[])?;
    let members = portal.register(MEMBERS)?;
    let rooms = make_rooms(&portal, &members)?;
    let paths: Vec<_> = members.iter().map(|member| portal.socket(member)).collect();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (mut rows, acknowledged) = runtime.block_on(async {
        let mut sockets =
            SocketGroup::connect(portal.address, paths, "\"connected\"", "\"group_message_sent\"").await?;
        let frame = |member: usize, words: &str| {
            // The acknowledgement brings the client's id back, so it carries the moment.
            let room = &rooms[member / ROOM + MEMBERS / ROOM * (member % OF_A_MEMBER)];
            json!({ "type": "group_message", "group_id": room, "content": "明天带尺子", "temp_id": format!("{member}-{words}") })
                .to_string()
        };
        let before = portal.process.cpu_seconds();
        let deliveries = sockets.send_and_wait(PACE, DURATION, 1, &frame).await?;
        let spent = portal.process.cpu_seconds() - before;
        let sent = per_second(deliveries.sent as f64 / deliveries.seconds);
        let figure = format!("{sent} into {} rooms of {ROOM} for {} s", rooms.len(), DURATION.as_secs());
        let row = Row::new(Measure::Rooms, "acknowledged, p99", figure)
            .cpu(spent * 1e6 / deliveries.sent as f64)
            .judge(percentile(&deliveries.latencies(), 0.99), " ms", Target::AtMost(100.0));
        let mut acknowledged = deliveries.moments();
        acknowledged
            .extend(sockets.send_until(PACE, UNTIL_KILLED, &frame, || portal.process.kill()).await?);
        anyhow::Ok((vec![row], acknowledged))
    })?;
    drop(portal);
    let figure = format!("{} acknowledged, then kill -9 at {}", acknowledged.len(), per_second(PACE));
    let lost = runtime.block_on(lost(&folder.join("data/classportal.db"), &acknowledged))?;
    let row = Row::new(Measure::Rooms, "acknowledged and lost", figure);
    rows.push(row.judge(lost as f64, "", Target::AtMost(0.0)));
    Ok(rows)
}

/// How many of these the database does not hold. A moment is a message's own but for the rare two of
/// one microsecond, so they are counted.
async fn lost(database: &Path, acknowledged: &[u64]) -> Result<u64> {
    let db = seed::open(database).await?;
    let sent: Vec<String> = db
        .read(|read| Ok(read.all(&SAID, p![])?))
        .await
        .map_err(|error| anyhow!("{}", error.localized(Language::English)))?;
    db.close();
    let mut stored = HashMap::<u64, u64>::new();
    for (_, moment) in sent.iter().filter_map(|temp_id| temp_id.split_once(MARK)) {
        *stored.entry(moment.parse()?).or_default() += 1;
    }
    let is_lost = |moment: &&u64| match stored.get_mut(*moment) {
        Some(left @ 1..) => {
            *left -= 1;
            false
        }
        _ => true,
    };
    Ok(acknowledged.iter().filter(is_lost).count() as u64)
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
