//! The term: who does what at which moment, and the calls that do it, in the order of time.

mod forum;
mod schedule;
pub(crate) mod school;

use anyhow::{Context, Result};
use axum::http::Method;
use futures_util::future::{try_join, try_join_all};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};
use serde_json::{Value, json};

use crate::class::{Announcement, Class, Countdown};
use crate::portal::Portal;
use crate::{ADMIN, PUPIL, TEACHER};
use schedule::{Event, Message, Room, Schedule};

/// Days of the term that are over.
pub(crate) const DAYS: i32 = 112;
/// As they stand in an address: thumbs up, a heart, a laughing face, a surprised face.
const EMOJI: &[&str] = &["%F0%9F%91%8D", "%E2%9D%A4%EF%B8%8F", "%F0%9F%98%82", "%F0%9F%98%AE"];

/// The moment at which the portal of a term that ends at `now` is set up.
pub(crate) fn start(now: Timestamp) -> Timestamp {
    // A day more than the term, so that everyone has registered before the first message.
    now - jiff::SignedDuration::from_hours(24 * (i64::from(DAYS) + 1))
}

/// Lives the whole term, up to `now`.
pub(crate) async fn live(portal: &Portal, class: &Class, now: Timestamp) -> Result<()> {
    let schedule = Schedule::new(class, now);
    let mut term = Term { portal, class, now, groups: Vec::new(), announcements: Vec::new() };
    term.begin(&schedule).await?;
    for (at, event) in schedule.events() {
        portal.set_time(at);
        term.perform(&schedule, event).await?;
    }
    portal.set_time(now);
    term.finish().await
}

/// What the term has brought forth so far.
struct Term<'a> {
    portal: &'a Portal,
    class: &'a Class,
    now: Timestamp,
    /// Chat room of each group.
    groups: Vec<String>,
    /// The ID of each announcement that is published.
    announcements: Vec<(usize, i64)>,
}

impl Term<'_> {
    /// Enters the timetable, makes the groups and pins the rules of the class room.
    async fn begin(&mut self, schedule: &Schedule<'_>) -> Result<()> {
        school::begin(self.portal, self.class, self.now).await?;
        for (group, members) in self.class.groups.iter().zip(schedule.groups()) {
            let ids = members.iter().map(|name| self.portal.id(name)).collect::<Result<Vec<_>>>()?;
            let new = json!({ "group_name": group.name, "member_ids": ids });
            let made = self.portal.post(members[0], "/api/chat/groups", new).await?;
            self.groups.push(made["group_id"].as_str().context("a group without an ID")?.to_owned());
        }
        let pinned = self.send_message(TEACHER, &Room::Class, &self.class.pinned).await?;
        self.portal.post(TEACHER, &format!("/api/chat/messages/{pinned}/pin"), Value::Null).await?;
        Ok(())
    }

    async fn perform(&mut self, schedule: &Schedule<'_>, event: Event<'_>) -> Result<()> {
        match event {
            Event::DailyLogin => {
                let today = schedule.some_pupils(75);
                let logins = today
                    .into_iter()
                    .map(|name| self.portal.post(name, "/api/level/daily-login", Value::Null));
                try_join_all(logins).await?;
            }
            Event::SignIn => drop(
                try_join_all(schedule.members().into_iter().map(|name| self.portal.sign_in(name))).await?,
            ),
            Event::Announce(number) => self.announce(number).await?,
            Event::ReadAnnouncements => self.read_announcements(schedule).await?,
            Event::Broadcast(number) => self.broadcast(schedule, number).await?,
            Event::CountDown => self.count_down(schedule).await?,
            Event::Report => self.report(schedule).await?,
            Event::Post(number) => {
                forum::post(self.portal, schedule, &self.class.posts[number], self.now).await?;
            }
            Event::ReadRooms => self.read_rooms(schedule).await?,
            Event::Say(message) => self.chat(schedule, message).await?,
        }
        Ok(())
    }

    async fn announce(&mut self, number: usize) -> Result<()> {
        let announcement = &self.class.announcements[number];
        let Announcement { title, content, r#type, due, requires_ack, pinned, days_ago, .. } = announcement;
        let mut new = json!({
            "title": title, "content": content.join("\n"), "requires_ack": requires_ack, "pinned": pinned,
        });
        if let (Some(kind), Some(due)) = (r#type, due) {
            new["type"] = json!(kind);
            new["due_date"] = json!(day(self.now, due - days_ago).to_string());
        }
        let path = match &announcement.subject {
            Some(subject) => {
                new["subject"] = json!(subject);
                if let Some(time) = &announcement.due_time {
                    new["due_time"] = json!(time);
                }
                new["hand_in"] = json!(announcement.hand_in);
                "/api/admin/homework"
            }
            None => "/api/admin/announcements",
        };
        let made = self.portal.post(TEACHER, path, new).await?;
        self.announcements.push((number, made["id"].as_i64().context("an announcement without an ID")?));
        Ok(())
    }

    /// Most pupils read what is new; the demo pupil leaves the two newest to whoever looks at the demo.
    async fn read_announcements(&mut self, schedule: &Schedule<'_>) -> Result<()> {
        let newest = self.class.announcements.len().saturating_sub(2);
        for (number, id) in std::mem::take(&mut self.announcements) {
            let mut readers = schedule.some_pupils(85);
            readers.retain(|name| *name != PUPIL);
            readers.extend((number < newest).then_some(PUPIL));
            let mark = if self.class.announcements[number].requires_ack { "acknowledge" } else { "read" };
            let path = format!("/api/announcements/{id}/{mark}");
            try_join_all(readers.iter().map(|name| self.portal.post(name, &path, Value::Null))).await?;
            self.do_homework(number, id, &readers).await?;
        }
        Ok(())
    }

    /// Who has read a homework does it in two of three cases, and ticks it.
    async fn do_homework(&self, number: usize, id: i64, readers: &[&str]) -> Result<()> {
        if self.class.announcements[number].subject.is_none() {
            return Ok(());
        }
        let path = format!("/api/homework/{id}/done");
        let done = readers.iter().copied().enumerate().filter(|(at, name)| at % 3 > 0 && *name != PUPIL);
        let ticks =
            done.map(|(_, name)| self.portal.call(name, Method::PUT, &path, Some(json!({ "done": true }))));
        try_join_all(ticks).await.map(drop)
    }

    async fn broadcast(&self, schedule: &Schedule<'_>, number: usize) -> Result<()> {
        let broadcast = &self.class.broadcasts[number];
        let new = json!({ "content": broadcast.content, "priority": broadcast.priority });
        let made = self.portal.post(TEACHER, "/api/admin/broadcasts", new).await?;
        let path =
            format!("/api/broadcasts/{}/seen", made["id"].as_str().context("a broadcast without an ID")?);
        let viewers = schedule.some_pupils(90).into_iter().filter(|name| *name != PUPIL);
        try_join_all(viewers.map(|name| self.portal.post(name, &path, Value::Null))).await?;
        Ok(())
    }

    /// Members have read the class room and their groups up to here.
    async fn read_rooms(&self, schedule: &Schedule<'_>) -> Result<()> {
        for name in schedule.members() {
            let rooms = self.portal.call(name, Method::GET, "/api/chat/rooms", None).await?;
            let rooms = rooms["rooms"].as_array().context("the list of rooms")?;
            let reads = rooms
                .iter()
                .map(|room| self.portal.post(name, "/api/chat/read", json!({ "room": room["room_id"] })));
            try_join_all(reads).await?;
        }
        Ok(())
    }

    /// One message; now and then someone reacts.
    async fn chat(&mut self, schedule: &Schedule<'_>, message: Message<'_>) -> Result<()> {
        let id = self.send_message(message.author, &message.room, &message.text).await?;
        if !matches!(message.room, Room::Class) {
            return Ok(());
        }
        if schedule.happens(6) {
            let emoji = schedule.pick(EMOJI);
            let path = format!("/api/chat/messages/{id}/reactions/{emoji}");
            let (first, second) = schedule.two_pupils();
            let react = |name| self.portal.call(name, Method::PUT, &path, None);
            try_join(react(first), react(second)).await?;
        }
        Ok(())
    }

    /// Sends a message and answers its ID.
    async fn send_message(&self, author: &str, room: &Room<'_>, text: &str) -> Result<String> {
        let message = match room {
            Room::Class => json!({ "room": "class_01", "content": text }),
            Room::Group(number) => json!({ "group_id": self.groups[*number], "content": text }),
            Room::Pair(one, other) => {
                let to = if author == *one { other } else { one };
                json!({ "target_user_id": self.portal.id(to)?, "content": text })
            }
        };
        let sent = self.portal.post(author, "/api/chat/messages", message).await?;
        Ok(sent["message_id"].as_str().context("a message without an ID")?.to_owned())
    }

    /// Each member makes some countdowns.
    async fn count_down(&self, schedule: &Schedule<'_>) -> Result<()> {
        for name in schedule.members() {
            let others = &self.class.countdowns.others;
            let own = match name {
                PUPIL => &self.class.countdowns.pupil[..],
                TEACHER | ADMIN => &others[..2],
                _ => &others[..1 + name.len() % others.len()],
            };
            try_join_all(own.iter().map(|countdown| self.add_countdown(name, countdown))).await?;
        }
        Ok(())
    }

    /// A pupil reports a message of another; the teacher has not judged it yet.
    async fn report(&self, schedule: &Schedule<'_>) -> Result<()> {
        let (author, reporter) = schedule.two_pupils();
        let message = self.send_message(author, &Room::Class, &self.class.reported.said).await?;
        let report = json!({ "kind": "message", "id": message, "reason": self.class.reported.reason });
        self.portal.post(reporter, "/api/moderation/reports", report).await.map(drop)
    }

    /// Brings up to date what follows the event log, of which a started portal keeps a week.
    async fn finish(&self) -> Result<()> {
        school::plan_ahead(self.portal, self.now).await?;
        self.portal.call(PUPIL, Method::GET, "/api/chat/search?q=%E4%BD%9C%E4%B8%9A", None).await?;
        self.portal.call(PUPIL, Method::GET, "/api/level/info", None).await?;
        Ok(())
    }

    async fn add_countdown(&self, name: &str, countdown: &Countdown) -> Result<()> {
        let mut new = countdown.fields.clone();
        new.insert("target_date".into(), json!(day(self.now, countdown.days).to_string()));
        self.portal.post(name, "/api/countdown", Value::Object(new)).await.map(drop)
    }
}

/// The day that is so many days after today, on the machine's calendar as the portal has it.
fn day(now: Timestamp, days: i32) -> Date {
    let today = now.to_zoned(TimeZone::system()).date();
    today.saturating_add(Span::new().days(days))
}
