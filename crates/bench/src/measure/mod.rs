//! The measures, one file each.

mod admin;
mod ai;
mod assets;
mod ban;
mod broadcast;
mod calendar;
mod cdn;
mod community;
mod edit;
mod history;
mod login;
mod market;
mod morning;
mod notifications;
mod polls;
mod requests;
mod room;
mod rooms;
mod search;
mod sockets;
mod start;
mod timetable;
mod web;
mod webhooks;
mod writes;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use tempfile::TempDir;

use crate::portal::{Member, Portal};
use crate::repo;
use crate::report::Row;

/// How long a cell is counted, after its warm-up.
const CELL: Duration = Duration::from_secs(3);
/// Members of the measured portal.
const MEMBERS: usize = 50;

/// What can be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Measure {
    /// Heartbeat and check-status beside bare hyper and axum with a token
    Requests,
    /// A class signing in at once
    Login,
    /// Durable single-row writes beside bare fdatasync
    Writes,
    /// Start, idle memory, size of the binary
    Start,
    /// Static files beside nginx
    Assets,
    /// Ten thousand open sockets: memory, and how soon all hear something
    Sockets,
    /// A school of 4,950 that connects one by one beside bare sockets: CPU and memory of each
    Morning,
    /// A room of 200 beside bare sockets: latency, cost, the most sustained
    Room,
    /// 2,000 durable messages a second into rooms of twenty
    Rooms,
    /// Thousands of parked polls
    Polls,
    /// A room of a million messages: a page
    History,
    /// Half a million messages in the index, on both engines: searches, and how far the index is behind
    Search,
    /// A list of 10,000 members: pages, searches, a ban of all
    Admin,
    /// 100,000 posts for some each: the first pages of the forum and a late one, beside bare hyper
    Community,
    /// A stored body of the CDN proxy beside a static file
    Cdn,
    /// A broadcast to 2,000 open sockets
    Broadcast,
    /// An announcement to 200 open desktops, until each has fetched the notification of it
    Notifications,
    /// A change of today's lessons to 200 open desktops, until each has fetched the day; the school clock itself
    Timetable,
    /// A month with 2,000 events
    Calendar,
    /// Two nodes: from a ban's answer until nothing of the member's is open
    Ban,
    /// Checking the server after an edit of one feature
    Edit,
    /// What a browser loads first
    Web,
    /// Answers of a model piece by piece, beside a minimal relay in Express: first token, CPU, memory, cancellation
    Ai,
    /// Back ends of apps beside a native route, in a thread and in a process: calls, starts, loops, memory; installing
    Market,
    /// Webhooks both ways: a signed one beside check-status, deliveries, what they add to a message
    Webhooks,
}

impl std::fmt::Display for Measure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&format!("{self:?}").to_lowercase())
    }
}

impl Measure {
    /// All, in the order in which they run: what compiles comes last, so that nothing is measured
    /// on a warm machine that was cold for the others.
    pub const ALL: [Self; 25] = [
        Self::Requests,
        Self::Login,
        Self::Writes,
        Self::Start,
        Self::Assets,
        Self::Sockets,
        Self::Morning,
        Self::Room,
        Self::Rooms,
        Self::Polls,
        Self::History,
        Self::Search,
        Self::Admin,
        Self::Community,
        Self::Cdn,
        Self::Broadcast,
        Self::Notifications,
        Self::Timetable,
        Self::Calendar,
        Self::Ban,
        Self::Webhooks,
        Self::Ai,
        Self::Market,
        Self::Web,
        Self::Edit,
    ];

    /// Takes the measure.
    pub fn run(self, session: &mut Session) -> Result<Vec<Row>> {
        match self {
            Self::Requests => requests::measure(session),
            Self::Login => login::measure(session),
            Self::Writes => writes::measure(session),
            Self::Start => start::measure(session),
            Self::Assets => assets::measure(session),
            Self::Sockets => sockets::measure(session),
            Self::Morning => morning::measure(session),
            Self::Room => room::measure(session),
            Self::Rooms => rooms::measure(session),
            Self::Polls => polls::measure(session),
            Self::History => history::measure(session),
            Self::Search => search::measure(session),
            Self::Admin => admin::measure(session),
            Self::Community => community::measure(session),
            Self::Cdn => cdn::measure(session),
            Self::Broadcast => broadcast::measure(session),
            Self::Notifications => notifications::measure(session),
            Self::Timetable => timetable::measure(session),
            Self::Calendar => calendar::measure(session),
            Self::Ban => ban::measure(session),
            Self::Edit => edit::measure(),
            Self::Web => web::measure(),
            Self::Webhooks => webhooks::measure(session),
            Self::Ai => ai::measure(session),
            Self::Market => market::measure(session),
        }
    }
}

/// What the measures of one run share.
pub struct Session {
    binary: PathBuf,
    /// How long idle sockets are held open before their memory counts.
    hold: Duration,
    /// After the portal in the order of dropping: it must not vanish under a running server.
    shared: Option<(Portal, Vec<Member>)>,
    folder: TempDir,
}

impl Session {
    /// A session with a folder of its own on the disk of the repository.
    pub fn new(binary: PathBuf, hold: Duration) -> Result<Self> {
        anyhow::ensure!(binary.is_file(), "{} is not built", binary.display());
        let parent = repo::target();
        std::fs::create_dir_all(&parent)?;
        let folder = tempfile::Builder::new().prefix("bench-").tempdir_in(parent)?;
        Ok(Self { binary, hold, folder, shared: None })
    }

    /// The folder of this run's data.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// An empty folder in it.
    fn subfolder(&self, name: &str) -> Result<PathBuf> {
        let folder = self.folder().join(name);
        std::fs::create_dir_all(&folder)?;
        Ok(folder)
    }

    /// The portal with members that several measures use.
    fn portal(&mut self) -> Result<(&Portal, &[Member])> {
        if self.shared.is_none() {
            let portal = Portal::start(&self.binary, &self.subfolder("portal")?, &[])?;
            let members = portal.register(MEMBERS)?;
            self.shared = Some((portal, members));
        }
        let (portal, members) = self.shared.as_ref().context("a portal")?;
        Ok((portal, members))
    }
}
