//! The calendar: a month of a class that has two thousand events in it.

use std::fmt::Write as _;

use anyhow::{Context, Result, ensure};

use super::history::times;
use super::{Measure, Session};
use crate::client::{self, Caller};
use crate::portal::Portal;
use crate::report::{Row, Target};
use crate::stats::percentile;

const EVENTS: usize = 2000;
/// What a page of a month shows: six weeks.
const MONTH: &str = "/api/calendar?from=2026-08-31&until=2026-10-11&class=01";

pub fn measure(session: &mut Session) -> Result<Vec<Row>> {
    let admin = [("ADMIN_USER_IDS", "250101".as_ref())];
    let portal = Portal::start(&session.binary, &session.subfolder("calendar")?, &admin)?;
    let members = portal.register(2)?;
    let author = members.first().context("no member")?;
    let import = "/api/calendar/import?owner=class&class=01";
    let request = client::send(portal.address, "POST", import, Some(&author.token), &file()?);
    let answer = Caller::open(portal.address)?.call(&request)?;
    ensure!(answer.status == 200, "the events are answered {}", answer.status);
    let authorization = format!("Bearer {}", author.token);
    let mut caller = Caller::open(portal.address)?;
    let request = client::get(portal.address, MONTH, &[("Authorization", &authorization)]);
    let shown = caller.call(&request)?.data()?["occurrences"].as_array().map_or(0, Vec::len);
    ensure!(shown == EVENTS, "the month has {shown} events");
    let cpu = portal.cpu();
    let before = cpu();
    let months = times(&portal, &authorization, |_| MONTH.to_owned())?;
    let spent = (cpu() - before) * 1e6 / months.len() as f64;
    let figure = format!("{EVENTS} events within six weeks, p50 {:.1} ms", percentile(&months, 0.5));
    let row = Row::new(Measure::Calendar, "a month, p99", figure).cpu(spent);
    Ok(vec![row.judge(percentile(&months, 0.99), " ms", Target::AtMost(15.0))])
}

/// An iCalendar file with the events, in September 2026.
fn file() -> Result<String> {
    let mut file = String::from("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//bench//EN\r\n");
    for number in 0..EVENTS {
        let (day, hour, minute) = (number % 30 + 1, 8 + number / 30 % 12, number % 4 * 15);
        write!(
            file,
            "BEGIN:VEVENT\r\nUID:event-{number}\r\nDTSTAMP:20260901T000000Z\r\nSUMMARY:第 {number} 项活动\r\n\
             LOCATION:三楼多功能厅\r\nCATEGORIES:活动\r\nDTSTART:202609{day:02}T{hour:02}{minute:02}00Z\r\n\
             DTEND:202609{day:02}T{hour:02}{:02}00Z\r\nEND:VEVENT\r\n",
            minute + 10,
        )?;
    }
    file.push_str("END:VCALENDAR\r\n");
    Ok(file)
}
