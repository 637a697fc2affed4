//! Whether a client that is slow takes anything at all.
//!
//! The system takes megabytes of what a socket is sent, and says that it has room again only after a third
//! of them: who takes a few kilobytes a second would look like one who takes nothing. What the client's
//! system has not acknowledged shrinks with each packet.

use tokio::net::TcpStream;

/// How many bytes of what was sent the client's system has not acknowledged; `None` where that cannot be
/// known.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "no crate of the workspace has a safe call for SIOCOUTQ (tcp(7))")]
pub(super) fn unacknowledged(stream: &TcpStream) -> Option<i32> {
    use rustix::ioctl::{Getter, Opcode, ioctl};

    /// `SIOCOUTQ`, which is `TIOCOUTQ`.
    const OUTQ: Opcode = 0x5411;
    // SAFETY: of a TCP socket this call writes one `int` to the address that the getter gives it, and
    // touches nothing else.
    unsafe { ioctl(stream, Getter::<OUTQ, i32>::new()) }.ok()
}

/// The same where the system does not say it.
#[cfg(not(target_os = "linux"))]
pub(super) fn unacknowledged(_: &TcpStream) -> Option<i32> {
    None
}
