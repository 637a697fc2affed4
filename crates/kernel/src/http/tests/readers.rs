//! Clients that take their answer slowly, or not at all.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{Context, Poll};

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use futures_util::Stream;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::http::{HttpApp, Listener};
use crate::tests::{TestKernel, idle};

/// Far more than all buffers on the way hold.
const PIECES: usize = 1000;
const PIECE: usize = 64 * 1024;

/// A long answer, and how much of it has been asked for.
#[derive(Clone, Default)]
struct Answer {
    taken: Arc<AtomicUsize>,
    is_gone: Arc<AtomicBool>,
}

struct Pieces(Answer);

impl Stream for Pieces {
    type Item = std::io::Result<Bytes>;

    fn poll_next(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let taken = self.0.taken.fetch_add(1, Ordering::SeqCst);
        Poll::Ready((taken < PIECES).then(|| Ok(Bytes::from_static(&[b'x'; PIECE]))))
    }
}

impl Drop for Pieces {
    fn drop(&mut self) {
        self.0.is_gone.store(true, Ordering::SeqCst);
    }
}

impl Answer {
    fn taken(&self) -> usize {
        self.taken.load(Ordering::SeqCst)
    }

    fn is_gone(&self) -> bool {
        self.is_gone.load(Ordering::SeqCst)
    }

    /// A client of this answer that has asked for it and read nothing.
    async fn client(&self, kernel: &TestKernel) -> TcpStream {
        let answer = self.clone();
        let router = axum::Router::new()
            .fallback(move || async move { Response::new(Body::from_stream(Pieces(answer.clone()))) });
        let http = HttpApp::new(kernel.app.clone(), router);
        let listener = Listener::bind(([127, 0, 0, 1], 0).into()).await.unwrap();
        let address = listener.address().unwrap();
        let stopping = kernel.app.tasks.stopping();
        kernel.app.tasks.spawn("listener", |_| listener.serve(http, stopping));
        // Small, so that little is on the way.
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(16 << 10).unwrap();
        let mut stream = socket.connect(address).await.unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nHost: portal\r\nConnection: close\r\n\r\n").await.unwrap();
        stream
    }
}

#[tokio::test]
async fn a_client_that_takes_nothing_for_half_a_minute_is_cut_off() {
    let kernel = TestKernel::new().await;
    let answer = Answer::default();
    let mut client = answer.client(&kernel).await;
    client.read_u8().await.unwrap();
    let mut waited = 0;
    while !answer.is_gone() {
        assert!(waited < 120, "still served");
        idle().await;
        kernel.advance(1);
        waited += 1;
    }
    assert!(waited > 30, "cut off after {waited} s");
    assert!(answer.taken() < PIECES);
    // What was on the way still arrives, and it is not mistaken for the whole.
    let mut rest = Vec::new();
    let _ = client.read_to_end(&mut rest).await;
    assert!(rest.len() < PIECES * PIECE && !rest.ends_with(b"0\r\n\r\n"));
}

#[tokio::test]
async fn a_client_that_takes_little_but_something_is_kept() {
    let kernel = TestKernel::new().await;
    let answer = Answer::default();
    let mut client = answer.client(&kernel).await;
    let mut buffer = vec![0; PIECE];
    let mut read = 0;
    // Eight minutes, with a piece now and then.
    for _ in 0..20 {
        let before = answer.taken();
        while answer.taken() == before {
            read += client.read(&mut buffer).await.unwrap();
        }
        idle().await;
        kernel.advance(24);
        idle().await;
        assert!(!answer.is_gone());
    }
    loop {
        match client.read(&mut buffer).await.unwrap() {
            0 => break,
            some => read += some,
        }
    }
    assert!(read > PIECES * PIECE, "all of it came: {read}");
}
