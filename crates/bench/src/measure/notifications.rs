//! A notification for a school of 200: from the request that causes it until each open desktop has fetched what its
//! island shows.

use std::time::Instant;

use anyhow::{Context, Result, ensure};
use futures_util::future::{join_all, try_join};
use serde_json::{Value, json};

use super::{Measure, Session};
use crate::client::{self, Connection};
use crate::portal::{Member, Portal};
use crate::report::{Row, Target};
use crate::socket::{self, Receiver};
use crate::stats::percentile;

const MEMBERS: usize = 200;
const ANNOUNCEMENTS: usize = 50;

/// An open desktop: it hears of a notification and fetches what is newer than it knows.
struct Desktop {
    receiver: Receiver,
    connection: Connection,
    token: String,
    /// The id of the newest notification that it knows.
    newest: i64,
}

impl Desktop {
    async fn open(portal: &Portal, member: &Member) -> Result<Self> {
        let (_, mut receiver) = socket::open(portal.address, &portal.socket(member)).await?;
        receiver.until(|text| is_of(text, "\"connected\"")).await?;
        let connection = Connection::open(portal.address).await?;
        Ok(Self { receiver, connection, token: member.token.clone(), newest: 0 })
    }

    /// Waits for the next notification; answers after how many milliseconds it was there in words.
    async fn hear(&mut self, portal: &Portal, from: Instant) -> Result<f64> {
        self.receiver.until(|text| is_of(text, "\"notification_added\"")).await?;
        let path = format!("/api/notifications?after={}&limit=30", self.newest);
        let token = format!("Bearer {}", self.token);
        let request = client::get(portal.address, &path, &[("Authorization", &token)]);
        let status = self.connection.call(&request).await?;
        let took = from.elapsed().as_secs_f64() * 1e3;
        ensure!(status == 200, "an inbox is answered {status}");
        let inbox: Value = serde_json::from_slice(self.connection.body().context("an inbox of one page")?)?;
        let items = inbox["data"]["notifications"].as_array().context("a list of notifications")?;
        ensure!(items.len() == 1, "{} notifications came where one was due", items.len());
        self.newest = items[0]["id"].as_i64().context("an id")?;
        Ok(took)
    }
}

fn is_of(text: &[u8], kind: &str) -> bool {
    text.windows(kind.len()).any(|piece| piece == kind.as_bytes())
}

pub fn measure(session: &mut Session) -> Result<Vec<Row>> {
    let admin = [("ADMIN_USER_IDS", "250101".as_ref())];
    let portal = Portal::start(&session.binary, &session.subfolder("notifications")?, &admin)?;
    // The one who publishes is told of nothing.
    let members = portal.register(MEMBERS + 1)?;
    let (author, members) = members.split_first().context("no member")?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut desktops = Vec::with_capacity(MEMBERS);
        for member in members {
            desktops.push(Desktop::open(&portal, member).await?);
        }
        let mut staff = Connection::open(portal.address).await?;
        let (mut all, mut last) = (Vec::new(), Vec::new());
        let spent = portal.process.cpu_seconds();
        for n in 0..ANNOUNCEMENTS {
            let body = json!({ "title": format!("公告 {n}"), "content": "明天穿校服" }).to_string();
            let request =
                client::send(portal.address, "POST", "/api/admin/announcements", Some(&author.token), &body);
            let from = Instant::now();
            let publish = async {
                let status = staff.call(&request).await?;
                ensure!(status == 200, "an announcement is answered {status}");
                Ok(())
            };
            let hear = async {
                let heard = join_all(desktops.iter_mut().map(|desktop| desktop.hear(&portal, from))).await;
                heard.into_iter().collect::<Result<Vec<f64>>>()
            };
            let ((), heard) = try_join(publish, hear).await?;
            last.push(heard.iter().copied().fold(0.0, f64::max));
            all.extend(heard);
        }
        let operations = (ANNOUNCEMENTS * MEMBERS) as f64;
        let cpu_us = (portal.process.cpu_seconds() - spent) * 1e6 / operations;
        let figure = format!(
            "{ANNOUNCEMENTS} announcements to {MEMBERS} members, p50 {:.1} ms, the last of {MEMBERS} {:.1} ms",
            percentile(&all, 0.5),
            percentile(&last, 0.5)
        );
        let row = Row::new(Measure::Notifications, "announced to fetched, p99", figure).cpu(cpu_us);
        Ok(vec![row.judge(percentile(&all, 0.99), " ms", Target::AtMost(100.0))])
    })
}
