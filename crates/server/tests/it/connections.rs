//! One address without an account that holds all the connections it gets: the others are served.
#![expect(
    clippy::disallowed_methods,
    reason = "a client outside the server ends what hangs by the machine's own time"
)]

use std::ffi::OsString;
use std::io::{ErrorKind, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use socket2::{Domain, Socket, Type};

use crate::durability::client::Client;
use crate::durability::place::TestDir;
use crate::durability::server::Server;
use crate::durability::{program, skip};

/// Whoever attacks, and someone else.
const ATTACKER: [u8; 4] = [127, 0, 0, 7];
const OTHER: [u8; 4] = [127, 0, 0, 9];
/// The attacker's surplus is closed within this time, on a machine as busy as it may be.
const TRIMMED: Duration = Duration::from_secs(60);
/// Of one address without an answered request, in steady state.
const UNPROVEN: usize = 256;
/// The attacker's connections that are opened between two requests of another.
const BURST: usize = 200;

/// A login whose body never ends.
const SLOW_LOGIN: &[u8] =
    b"POST /api/auth/login HTTP/1.1\r\nHost: portal\r\nContent-Type: application/json\r\n\
    Content-Length: 1000\r\n\r\n{";

#[test]
fn slow_bodies_of_one_address_harm_nobody_at_a_thousand_descriptors() {
    attack("slow_bodies_of_one_address_harm_nobody_at_a_thousand_descriptors", 1024, 1010);
}

#[test]
fn slow_bodies_of_one_address_harm_nobody_at_twenty_thousand_descriptors() {
    // More than the half that one address gets.
    attack("slow_bodies_of_one_address_harm_nobody_at_twenty_thousand_descriptors", 20_000, 10_500);
}

fn attack(test: &str, descriptors: usize, connections: usize) {
    kernel::http::raise_file_limit();
    let (Some(prlimit), true) = (program("prlimit"), has_files(connections + 100)) else {
        return skip(test, "no prlimit (Debian: util-linux), or too few open files for the attacker");
    };
    let Some(place) = TestDir::of_this_run(test) else { return };
    let limit = OsString::from(format!("--nofile={descriptors}:{descriptors}"));
    let mut server =
        Server::start(place.folder.path(), &place.variables(), &[prlimit.into_os_string(), limit]);
    let account = server.register(1).remove(0);
    // A connection that has not asked for anything would have ten seconds for its first request.
    let mut member = Client::connect(server.address, &account.token).unwrap();
    assert_eq!(member.get("/api/user/profile").unwrap().status, 200);

    let mut held = Vec::new();
    for number in 0..connections {
        // A refusal is what it may get; the connection itself comes about in any case.
        let mut stream = connect(ATTACKER, server.address).unwrap();
        let _ = stream.write_all(SLOW_LOGIN);
        held.push(stream);
        if number % BURST == 0 {
            assert!(answers(OTHER, server.address), "someone else is not served at {number} connections");
        }
    }
    println!("{} of {connections} connections were kept at first", keep_open(&mut held));
    // One byte each keeps them from being silent; the portal closes all but a few all the same.
    let since = Instant::now();
    while keep_open(&mut held) > UNPROVEN {
        assert!(since.elapsed() < TRIMMED, "{} connections are kept", held.len());
        assert!(answers(OTHER, server.address), "someone else is not served");
        std::thread::sleep(Duration::from_millis(50));
    }
    // Someone who was there before goes on, and the attacker's neighbours at the same address are served.
    assert_eq!(member.get("/api/user/profile").unwrap().status, 200);
    assert!(answers(ATTACKER, server.address));
    assert!(server.runs());
}

fn has_files(wanted: usize) -> bool {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    limit.is_none_or(|limit| limit >= wanted as u64)
}

fn connect(from: [u8; 4], to: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
    socket.bind(&SocketAddr::new(IpAddr::from(from), 0).into())?;
    socket.connect(&to.into())?;
    let stream = TcpStream::from(socket);
    stream.set_read_timeout(Some(Duration::from_secs(20)))?;
    Ok(stream)
}

/// Sends one byte on each, forgets those that are closed, and counts the others.
fn keep_open(held: &mut Vec<TcpStream>) -> usize {
    held.retain_mut(|stream| {
        stream.set_nonblocking(true).unwrap();
        let is_open = stream.read(&mut [0; 512]).is_err_and(|error| error.kind() == ErrorKind::WouldBlock);
        is_open && stream.write_all(b" ").is_ok()
    });
    held.len()
}

/// Whether an address gets an answer on a new connection; without one the wait ends after 20 seconds.
fn answers(from: [u8; 4], address: SocketAddr) -> bool {
    let mut stream = connect(from, address).unwrap();
    stream
        .write_all(b"GET /api/system/heartbeat HTTP/1.1\r\nHost: portal\r\nConnection: close\r\n\r\n")
        .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).is_ok() && answer.starts_with("HTTP/1.1 200")
}
