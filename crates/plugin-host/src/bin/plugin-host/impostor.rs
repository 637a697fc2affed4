//! Starts as the process of a back end does and then breaks a rule: what an engine that was taken over might send.

use std::io::{self, Read, Write};
use std::process::ExitCode;

use plugin_host::testing::{FrameReader, FromChild, MeterState, ToChild, decode, encode};
use plugin_host::{Answer, FetchRequest, LogLevel};

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

fn misbehave(kind: &str, id: u32) -> io::Result<()> {
    let turn = |page_count| FromChild::Turn { page_count, state: state() };
    let page = |number, bytes| FromChild::Page { number, bytes };
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
        "long line" => send(&[FromChild::Log { level: LogLevel::Info, text: &"x".repeat(5000) }]),
        "lines" => send(&(0..5000).map(|_| line()).collect::<Vec<_>>()),
        "pong" => send(&[FromChild::Pong]),
        "fetch" => {
            let request = FetchRequest { url: "https://example.org".to_owned(), ..FetchRequest::default() };
            send(&[FromChild::Fetch { id: 7, request }, answer(id, 1), turn(None)])
        }
        "large request" => {
            let request = FetchRequest { body: vec![0; (1 << 20) + 1], ..FetchRequest::default() };
            send(&[FromChild::Fetch { id: 7, request }])
        }
        "many requests" => {
            let fetch = |id| FromChild::Fetch { id, request: FetchRequest::default() };
            send(&(0..2000).map(fetch).collect::<Vec<_>>())
        }
        // No rule, but nobody waits for these.
        "unknown" => send(&[answer(id ^ 0x8000, 1), answer(u32::MAX, 1), answer(id, 1), turn(None)]),
        _ => Ok(()),
    }
}
