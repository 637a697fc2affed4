//! Starts as the process of a back end does and then breaks a rule: what an engine that was taken over might send.

use std::io::{self, Read, Write};
use std::process::ExitCode;

use plugin_host::testing::{FrameReader, FromChild, MeterState, ToChild, decode, encode};
use plugin_host::{Answer, CallError, FetchRequest, LogLevel};

/// The socket to the portal.
struct Socket;

impl Read for Socket {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        Ok(rustix::io::read(rustix::stdio::stdin(), buffer)?)
    }
}

impl Write for Socket {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(rustix::io::write(rustix::stdio::stdin(), bytes)?)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The kind is the rule that is broken when a call comes.
pub fn run(kind: &str) -> ExitCode {
    match serve(kind) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn serve(kind: &str) -> io::Result<()> {
    let mut reader = FrameReader::new(Socket, 256 << 20);
    while let Some(frame) = reader.read_frame()? {
        match decode(frame)? {
            ToChild::Run => {
                send(&[FromChild::Opened(Ok(())), FromChild::Ready(Ok(()))])?;
            }
            ToChild::Call { id, .. } => misbehave(kind, id)?,
            ToChild::Fetched { id, result } => {
                send(&[FromChild::Log { level: LogLevel::Info, text: &format!("{id} {result:?}") }])?;
            }
            // Only the deaf one gives no sign of life.
            ToChild::Ping if kind != "deaf" => send(&[FromChild::Pong])?,
            ToChild::Stop if kind != "deaf" => return Ok(()),
            _ => {}
        }
    }
    Ok(())
}

fn send(frames: &[FromChild<'_>]) -> io::Result<()> {
    let mut bytes = Vec::new();
    for frame in frames {
        encode(&mut bytes, frame)?;
    }
    Socket.write_all(&bytes)
}

fn state() -> MeterState {
    MeterState { cpu_ns: 0, heap: 0, stored: 0, strikes: 0, ended: None }
}

fn answer(id: u32, body: usize) -> FromChild<'static> {
    let headers = [("Set-Cookie", "a=1"), ("X-Own", "yes"), ("X-Split", "a\r\nset-cookie: b=1")];
    let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    FromChild::Finished { id, result: Ok(Answer { status: 42, headers, body: vec![b'x'; body] }) }
}

fn asking(method: &str, headers: &[(&str, &str)]) -> FetchRequest {
    let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    FetchRequest {
        method: method.to_owned(),
        url: "https://example.org".to_owned(),
        headers,
        body: Vec::new(),
    }
}

fn event(recipients: usize, length: usize) -> FromChild<'static> {
    FromChild::Event { user_ids: vec!["x".repeat(length); recipients], event: "{}".to_owned() }
}

fn misbehave(kind: &str, id: u32) -> io::Result<()> {
    let turn = |page_count| FromChild::Turn { page_count, state: state() };
    let page = |number, bytes| FromChild::Page { number, bytes };
    let ended = |state| send(&[answer(id, 1), FromChild::Turn { page_count: None, state }]);
    let line = || FromChild::Log { level: LogLevel::Info, text: "line" };
    match kind {
        "length" => Socket.write_all(&[255; 4]),
        "noise" => Socket.write_all(&[4, 0, 0, 0, 99, 1, 2, 3]),
        "half" => Socket.write_all(&[4, 0, 0, 0, 1]).and(Err(io::ErrorKind::Other.into())),
        "high page" => send(&[page(1 << 30, &[0; 4096]), turn(Some(1 << 30)), answer(id, 1), turn(None)]),
        "odd page" => send(&[page(1, &[0; 100]), turn(Some(1)), answer(id, 1), turn(None)]),
        "same page" => send(&[page(1, &[0; 4096]), page(1, &[0; 4096]), answer(id, 1), turn(Some(1))]),
        "small count" => send(&[page(5, &[0; 4096]), answer(id, 1), turn(Some(1))]),
        "no count" => send(&[page(1, &[0; 4096]), answer(id, 1), turn(None)]),
        "large answer" => send(&[answer(id, (4 << 20) + 1), turn(None)]),
        "many answers" => {
            let answers: Vec<_> = (0..5).map(|_| answer(id, 4 << 20)).collect();
            send(&answers).and_then(|()| send(&[turn(None)]))
        }
        "event" => {
            let event = FromChild::Event { user_ids: Vec::new(), event: "{".to_owned() };
            send(&[event, answer(id, 1), turn(None)])
        }
        "events" => {
            let event = || FromChild::Event { user_ids: Vec::new(), event: "{}".to_owned() };
            let mut frames: Vec<_> = (0..1000).map(|_| event()).collect();
            frames.extend([answer(id, 1), turn(None)]);
            send(&frames)
        }
        "large headers" => {
            let headers = vec![("x-large".to_owned(), "x".repeat(8000)); 100];
            let result = Answer { status: 200, headers, body: Vec::new() };
            let answers: Vec<_> =
                (0..25).map(|_| FromChild::Finished { id, result: Ok(result.clone()) }).collect();
            send(&answers).and_then(|()| send(&[turn(None)]))
        }
        "strikes" => ended(MeterState { strikes: 1 << 36, ..state() }),
        "ended text" => {
            ended(MeterState { ended: Some(CallError::Failed("x".repeat((64 << 10) + 1))), ..state() })
        }
        "empty frames" => {
            let frames: Vec<_> = (0..4096).map(|_| turn(None)).collect();
            loop {
                send(&frames)?;
            }
        }
        "long line" => send(&[FromChild::Log { level: LogLevel::Info, text: &"x".repeat(5000) }]),
        "lines" => send(&(0..5000).map(|_| line()).collect::<Vec<_>>()),
        "pong" => send(&[FromChild::Pong]),
        // No rule, but nobody waits for these.
        "unknown" => send(&[answer(id ^ 0x8000, 1), answer(u32::MAX, 1), answer(id, 1), turn(None)]),
        _ => misbehave_in_events(kind, id),
    }
}

fn misbehave_in_events(kind: &str, id: u32) -> io::Result<()> {
    let turn = |ended| FromChild::Turn { page_count: None, state: MeterState { ended, ..state() } };
    match kind {
        "recipients" => send(&[event((256 << 10) / 3 + 1, 0), answer(id, 1), turn(None)]),
        "long recipients" => send(&[event(2, 200 << 10), answer(id, 1), turn(None)]),
        "all recipients" => {
            let mut frames: Vec<_> = (0..5).map(|_| event(1, 250 << 10)).collect();
            frames.extend([answer(id, 1), turn(None)]);
            send(&frames)
        }
        "empty recipients" => send(&[event(5_000_000, 0), answer(id, 1), turn(None)]),
        "second start" => send(&[FromChild::Ready(Err("")), answer(id, 1), turn(None)]),
        "second opening" => send(&[FromChild::Opened(Err("")), answer(id, 1), turn(None)]),
        // No rules, but ends that nobody asked for.
        "ended" => {
            let end = FromChild::Ended { reason: CallError::OutOfMemory, pending: vec![id], state: state() };
            send(&[end])
        }
        "ended turn" => send(&[answer(id, 1), turn(Some(CallError::OutOfMemory))]),
        _ => misbehave_in_requests(kind, id),
    }
}

fn misbehave_in_requests(kind: &str, id: u32) -> io::Result<()> {
    let turn = || FromChild::Turn { page_count: None, state: state() };
    let fetch = |request| send(&[FromChild::Fetch { id: 7, request }, answer(id, 1), turn()]);
    match kind {
        "fetch" => fetch(asking("get", &[("Host", "10.0.0.1"), ("X-Own", "yes")])),
        "large request" => {
            let request = FetchRequest { body: vec![0; (1 << 20) + 1], ..asking("GET", &[]) };
            send(&[FromChild::Fetch { id: 7, request }])
        }
        "many requests" => {
            let fetch = |id| FromChild::Fetch { id, request: asking("GET", &[]) };
            send(&(0..2000).map(fetch).collect::<Vec<_>>())
        }
        "request method" => fetch(asking("TRACE", &[])),
        "request headers" => fetch(asking("GET", &[("X-Own", "yes\r\nhost: 10.0.0.1")])),
        "request credentials" => {
            fetch(FetchRequest { url: "https://name:word@example.org".to_owned(), ..asking("GET", &[]) })
        }
        _ => Ok(()),
    }
}
