//! Services: a stop ends what they hold, a failure begins them anew.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::net::{TcpListener, TcpStream};

use super::*;
use crate::error::ApiError;
use crate::tests::TestKernel;

fn status(kernel: &TestKernel, name: &str) -> Status {
    kernel.app.tasks.services().into_iter().find(|service| service.name == name).unwrap()
}

/// A service that holds a port, and the address of it.
fn spawn_listener(kernel: &TestKernel) -> Arc<Mutex<Option<SocketAddr>>> {
    let address = Arc::<Mutex<Option<SocketAddr>>>::default();
    let told = address.clone();
    kernel.app.tasks.service(&kernel.app, "port", Need::Optional, move |_, mut stop| {
        let told = told.clone();
        async move {
            let known = *told.lock().unwrap();
            let wanted = known.unwrap_or_else(|| "127.0.0.1:0".parse().unwrap());
            let listener = TcpListener::bind(wanted).await.map_err(ApiError::unavailable)?;
            *told.lock().unwrap() = listener.local_addr().ok();
            loop {
                tokio::select! {
                    () = stop.asked() => return Ok(()),
                    accepted = listener.accept() => drop(accepted),
                }
            }
        }
    });
    address
}

#[tokio::test]
async fn a_stop_ends_the_port_and_a_start_brings_it_back() {
    let kernel = TestKernel::new().await;
    let (tasks, clock) = (&kernel.app.tasks, &kernel.app.clock);
    let address = spawn_listener(&kernel);
    until(|| address.lock().unwrap().is_some()).await;
    let address = address.lock().unwrap().unwrap();
    assert!(TcpStream::connect(address).await.is_ok());

    clock.advance(Duration::from_secs(5));
    let stopped = tasks.stop_service(clock, "port").await.unwrap();
    assert_eq!((stopped.state, stopped.since), (State::Stopped, clock.now_ms()));
    assert!(TcpStream::connect(address).await.is_err(), "nobody listens");
    assert_eq!(tasks.stop_service(clock, "port").await.unwrap().state, State::Stopped);

    assert_eq!(tasks.start_service(clock, "port").await.unwrap().state, State::Running);
    let mut open = false;
    while !open {
        open = TcpStream::connect(address).await.is_ok();
        tokio::task::yield_now().await;
    }
    assert_eq!(tasks.restart_service(clock, "port").await.unwrap().state, State::Running);
    assert_eq!(status(&kernel, "port").restarts, 0, "only failures are counted");
    kernel.app.stop().await;
    assert!(TcpStream::connect(address).await.is_err(), "the server's end is the service's");
}

#[tokio::test]
async fn a_failure_is_counted_and_the_work_begins_anew_after_a_growing_pause() {
    let kernel = TestKernel::new().await;
    let begun = Arc::new(AtomicU64::new(0));
    let counting = begun.clone();
    kernel.app.tasks.service(&kernel.app, "shaky", Need::Optional, move |_, mut stop| {
        let turn = counting.fetch_add(1, Ordering::SeqCst);
        async move {
            match turn {
                0 => panic!("ours"),
                1 => Err(ApiError::unavailable("the port is taken")),
                2 => Ok(()),
                _ => {
                    stop.asked().await;
                    Ok(())
                }
            }
        }
    });
    let turns = || begun.load(Ordering::SeqCst);
    for (restarts, pause, error) in
        [(1, 1, "panic: ours"), (2, 2, "the port is taken"), (3, 4, "ended by itself")]
    {
        until(|| status(&kernel, "shaky").restarts == restarts).await;
        until(|| status(&kernel, "shaky").state == State::Waiting).await;
        idle().await;
        let now = status(&kernel, "shaky");
        assert_eq!((now.last_error.as_deref(), turns()), (Some(error), restarts));
        kernel.app.clock.advance(Duration::from_millis(pause * 1000 - 1));
        idle().await;
        assert_eq!(turns(), restarts, "not before the pause is over");
        kernel.app.clock.advance(Duration::from_millis(1));
    }
    until(|| turns() == 4).await;
    until(|| status(&kernel, "shaky").state == State::Running).await;
}

#[tokio::test]
async fn a_failed_service_is_started_at_once_by_hand_and_stays_stopped_when_told_so() {
    let kernel = TestKernel::new().await;
    let (tasks, clock) = (&kernel.app.tasks, &kernel.app.clock);
    tasks.service(&kernel.app, "broken", Need::Optional, |_, _| async { Err(ApiError::unavailable("no")) });
    until(|| status(&kernel, "broken").state == State::Waiting && status(&kernel, "broken").restarts == 1)
        .await;
    tasks.restart_service(clock, "broken").await.unwrap();
    until(|| status(&kernel, "broken").restarts == 2).await;
    tasks.stop_service(clock, "broken").await.unwrap();
    clock.advance(Duration::from_secs(600));
    idle().await;
    assert_eq!((status(&kernel, "broken").state, status(&kernel, "broken").restarts), (State::Stopped, 2));
}

#[tokio::test]
async fn work_that_does_not_end_is_cut_off() {
    let kernel = TestKernel::new().await;
    let held = Arc::new(());
    let inside = held.clone();
    kernel.app.tasks.service(&kernel.app, "stuck", Need::Optional, move |_, _| {
        let inside = inside.clone();
        async move {
            pending::<()>().await;
            drop(inside);
            Ok(())
        }
    });
    until(|| status(&kernel, "stuck").state == State::Running).await;
    idle().await;
    let mut stopping = pin!(kernel.app.tasks.stop_service(&kernel.app.clock, "stuck"));
    assert!(poll!(&mut stopping).is_pending());
    idle().await;
    kernel.app.clock.advance(STOP);
    assert_eq!(stopping.await.unwrap().state, State::Stopped);
    assert_eq!(Arc::strong_count(&held), 2, "the test's and the closure's; the work's is gone");
}

#[tokio::test]
async fn what_the_portal_needs_is_restarted_and_never_stopped() {
    let kernel = TestKernel::new().await;
    let (tasks, clock) = (&kernel.app.tasks, &kernel.app.clock);
    assert_eq!(tasks.stop_service(clock, "events").await.unwrap_err(), Refused::Essential);
    assert_eq!(tasks.stop_service(clock, "nothing").await.unwrap_err(), Refused::Unknown);
    assert_eq!(tasks.restart_service(clock, "events").await.unwrap().state, State::Running);
    // And it goes on where it was: every event is told, and told once.
    let writer = kernel.app.clone();
    let event = || crate::tests::event("test", "happened");
    kernel.app.db.write(move |tx| Ok(writer.events.append(tx, event()).map(drop)?)).await.unwrap();
    kernel.settle().await;
    assert_eq!(kernel.seen_events().len(), 1);
}
