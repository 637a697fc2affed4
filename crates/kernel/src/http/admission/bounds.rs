//! How many connections the limit of open files leaves room for.

/// Connections at once, however many descriptors there are.
const MAX_CONNECTIONS: u64 = 20_000;
/// An eighth of the descriptors, within these bounds, stays for files, the database, calls to other servers
/// and the refusal of a connection too many.
const RESERVED: (u64, u64) = (64, 512);
/// Two thousand members behind their desktops: a socket and a request each. Below this the start warns.
const EXPECTED: u64 = 4096;
/// Of one address, without a finished request or a signed-in member.
const UNPROVEN_OF_ADDRESS: usize = 256;
/// The same for the moment in which whole classes come: more are refused before they cost anything.
const BURST: usize = 4 * UNPROVEN_OF_ADDRESS;

/// How many connections there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) all: usize,
    /// Of one address in all.
    pub(super) of_address: usize,
    /// Of one address, waiting for their client without an answered request or a session.
    pub(super) unproven: usize,
    /// Of one address, without an answered request or a session, at any moment.
    pub(super) burst: usize,
}

/// Raises the number of files that this process may open to what the system allows, and says so when that
/// is too few. The usual soft limit of 1,024 is less than one school's sockets.
pub fn raise_file_limit() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    if let Err(error) = setrlimit(Resource::Nofile, limit) {
        tracing::warn!(%error, "limit of open files not raised");
    }
    let bounds = Bounds::of_process();
    if (bounds.all as u64) < EXPECTED {
        tracing::warn!(
            connections = bounds.all,
            "limit of open files is low; raise the hard limit (LimitNOFILE) to {} or more",
            EXPECTED + RESERVED.1
        );
    }
}

fn open_files() -> u64 {
    rustix::process::getrlimit(rustix::process::Resource::Nofile).current.unwrap_or(u64::MAX)
}

impl Bounds {
    /// By the descriptors that this process may have now.
    pub(super) fn of_process() -> Self {
        Self::within(open_files())
    }

    pub(super) fn within(open_files: u64) -> Self {
        let reserved = (open_files / 8).clamp(RESERVED.0, RESERVED.1);
        let all =
            usize::try_from(open_files.saturating_sub(reserved).min(MAX_CONNECTIONS)).unwrap_or(usize::MAX);
        let of_address = all / 2;
        let unproven = UNPROVEN_OF_ADDRESS.min(of_address);
        Self { all, of_address, unproven, burst: BURST.min(of_address) }
    }
}
