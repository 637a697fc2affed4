//! Enters the confinement of a back end and prints what then still works, a line each.

use std::fs::{self, File};
use std::net::{TcpListener, UdpSocket};
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixStream;
use std::process::{Command, ExitCode};
use std::thread;

use plugin_host::testing::{Bounds, enter_folder, restrict_calls};

/// The extent is `nothing`, `files` for what needs no filter of system calls, or everything.
pub fn run(extent: &str) -> ExitCode {
    let (waiting, waits) = std::sync::mpsc::channel::<()>();
    let parent = rustix::process::getppid();
    let bounds = Bounds { memory: 64 << 20, quota: 16 << 20 };
    let mut missing = if extent == "nothing" { Vec::new() } else { enter_folder(bounds) };
    let early = move || waits.recv().is_ok() && File::open("/etc/passwd").is_ok();
    let Ok(early) = thread::Builder::new().spawn(early) else { return ExitCode::FAILURE };
    if extent.is_empty()
        && let Err(reason) = restrict_calls()
    {
        missing.push(format!("seccomp ({reason})"));
    }
    let line = |what: &str, works: bool| println!("{what}: {}", if works { "works" } else { "fails" });
    for what in missing {
        println!("missing: {what}");
    }
    line("open a file of the folder", File::create("own").and_then(|_| File::open("own")).is_ok());
    line("remove a file of the folder", fs::remove_file("own").is_ok());
    line("open /etc/passwd", File::open("/etc/passwd").is_ok());
    line("open its own program", File::open("/proc/self/exe").is_ok());
    line("write beside the folder", File::create("../beside").is_ok());
    line("list /", fs::read_dir("/").is_ok());
    line("make a folder", fs::create_dir("folder").is_ok());
    line("make a link", symlink("/etc", "link").is_ok());
    line("bind a port", TcpListener::bind("127.0.0.1:0").is_ok());
    line("make a socket", UdpSocket::bind("127.0.0.1:0").is_ok());
    line("make a pair of sockets", UnixStream::pair().is_ok());
    line("start a program", Command::new("/bin/true").spawn().is_ok());
    line("start a thread", thread::Builder::new().spawn(|| ()).is_ok());
    line(
        "signal its parent",
        parent.is_some_and(|parent| rustix::process::test_kill_process(parent).is_ok()),
    );
    let _ = waiting.send(());
    line("open /etc/passwd in a thread of before", early.join().unwrap_or(true));
    ExitCode::SUCCESS
}
