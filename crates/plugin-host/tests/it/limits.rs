//! A back end that takes too much costs its own request, or its own isolate, and nothing else.

use std::task::Poll;
use std::time::Duration;

use plugin_host::{Call, CallError, Limits};
use serde_json::json;

use crate::support::{TestBackEnd, now, request, start, start_with, until};

const HUNGRY: &str = "
    const kept = [];
    router.get('/ok', (req, res) => res.json('ok'));
    router.get('/loop', () => { while (true) {} });
    router.get('/catch', (req, res) => { for (;;) { try { while (true) {} } catch (e) {} finally { } } });
    router.get('/answered', (req, res) => { res.json('answered'); while (true) {} });
    router.get('/promises', async () => { while (true) await Promise.resolve(); });
    router.get('/chain', () => { const again = () => Promise.resolve().then(again); again(); });
    router.get('/fork', () => { const again = () => { Promise.resolve().then(again); Promise.resolve().then(() => {}); }; for (let i = 0; i < 50; i++) again(); });
    router.get('/regexp', (req, res) => res.json(/^(a+)+$/.test('a'.repeat(40) + 'b')));
    router.get('/never', () => {});
    router.get('/deep', (req, res) => { const f = (n) => f(n + 1) + 1; res.json(f(0)); });
    router.get('/json', (req, res) => { let x = []; for (let i = 0; i < 100000; i++) x = [x]; res.json(x); });
    router.get('/arrays', () => { const all = []; while (true) all.push(new Array(100000).fill(1)); });
    router.get('/bytes', (req, res) => res.json(new Uint8Array(500 * 1024 * 1024).length));
    router.get('/buffers', () => { const all = []; while (true) all.push(Buffer.from('ab'.repeat(500000), 'hex')); });
    router.get('/strings', () => { let s = 'x'; while (true) s += s; });
    router.get('/keep', (req, res) => { kept.push(new Array(100000).fill(1.5)); res.json(kept.length); });
    router.get('/caught', (req, res) => { try { const all = []; while (true) all.push(new Array(100000).fill(1)); } catch (e) { res.json('caught ' + e.message); } });";

async fn hungry() -> TestBackEnd {
    start(HUNGRY).await
}

#[tokio::test]
async fn an_endless_loop_ends_soon_after_its_slice_and_others_are_served() {
    let slice = Duration::from_millis(100);
    let running = start_with(HUNGRY, Limits { slice, ..Limits::default() }).await;
    for path in ["/loop", "/catch", "/regexp"] {
        let began = now();
        assert_eq!(running.call(request("GET", path)).await, Err(CallError::OverBudget), "{path}");
        let time = began.elapsed();
        // That it ends says the error: waiting for an answer would have timed out.
        assert!(time >= slice, "{path}: {time:?}");
        assert_eq!(running.get("/ok").await, json!("ok"));
    }
    assert_eq!(running.back_end.usage().strikes, 3);
    assert!(running.log().contains("cut off"));
}

#[tokio::test]
async fn an_answer_that_was_given_before_the_loop_is_an_answer() {
    let running = hungry().await;
    assert_eq!(running.get("/answered").await, json!("answered"));
    assert_eq!(running.get("/ok").await, json!("ok"));
}

#[tokio::test]
async fn a_loop_of_promises_is_cut_off_and_the_isolate_goes_on() {
    let running = hungry().await;
    assert_eq!(running.call(request("GET", "/promises")).await, Err(CallError::OverBudget));
    assert_eq!(running.get("/ok").await, json!("ok"));
}

#[tokio::test]
async fn promises_that_make_ever_new_ones_end_at_least_the_isolate() {
    for path in ["/chain", "/fork"] {
        // So much memory that their time is up first: with none left the engine may lose a continuation, and then
        // they end by themselves.
        let limits = Limits { memory: 512 << 20, ..Limits::default() };
        let mut running = start_with(HUNGRY, limits).await;
        let error = running.call(request("GET", path)).await.unwrap_err();
        assert_eq!(error, CallError::OverBudget, "{path}");
        assert_eq!(running.back_end.usage().strikes, 1);
        match running.back_end.ended() {
            Some(reason) => {
                assert_eq!(reason, error);
                assert!(running.turns.join_next().await.unwrap().unwrap().is_ok());
            }
            None => assert_eq!(running.get("/ok").await, json!("ok")),
        }
    }
}

#[tokio::test]
async fn a_call_that_is_never_answered_times_out_and_is_forgotten() {
    let answer_timeout = Duration::from_millis(300);
    let limits = Limits { start: Duration::from_secs(20), answer_timeout, ..Limits::default() };
    let running = start_with(HUNGRY, limits).await;
    assert_eq!(running.call(request("GET", "/never")).await, Err(CallError::TimedOut));
    assert_eq!(running.back_end.usage().failed, 1);
    // On a machine with much else to do, so short a time may not be enough.
    let mut answer = running.call(request("GET", "/ok")).await;
    while answer == Err(CallError::TimedOut) {
        answer = running.call(request("GET", "/ok")).await;
    }
    assert_eq!(answer.unwrap().status, 200);
}

#[tokio::test]
async fn recursion_without_end_is_an_error_of_the_request() {
    let running = hungry().await;
    for path in ["/deep", "/json"] {
        assert_eq!(running.answer("GET", path).await.status, 500, "{path}");
        assert_eq!(running.get("/ok").await, json!("ok"));
    }
}

#[tokio::test]
async fn a_back_end_without_memory_is_ended_and_counted() {
    for path in ["/arrays", "/bytes", "/buffers"] {
        // Filling a heap takes long on a machine with much else to do.
        let long = Duration::from_secs(120);
        let limits = Limits { slice: long, answer_timeout: long, ..Limits::default() };
        let mut running = start_with(HUNGRY, limits).await;
        assert_eq!(running.call(request("GET", path)).await, Err(CallError::OutOfMemory), "{path}");
        assert!(running.turns.join_next().await.unwrap().unwrap().is_ok());
        assert_eq!(running.back_end.ended(), Some(CallError::OutOfMemory));
        assert_eq!(running.back_end.usage().strikes, 1);
        assert_eq!(running.call(request("GET", "/ok")).await, Err(CallError::Stopped));
    }
}

/// Fills heaps of so many MiB in every way, again and again.
async fn fill_heaps(sizes: impl IntoIterator<Item = usize>) {
    for size in sizes {
        for path in ["/arrays", "/buffers", "/keep", "/caught", "/strings"] {
            let limits = Limits { memory: size << 20, slice: Duration::from_secs(5), ..Limits::default() };
            let Ok(running) =
                TestBackEnd::start(crate::support::source(&crate::support::routes(HUNGRY)), limits).await
            else {
                continue;
            };
            for _ in 0..20 {
                if running.call(request("GET", path)).await == Err(CallError::Stopped) {
                    break;
                }
            }
            running.stop().await;
        }
    }
}

#[tokio::test]
async fn running_out_of_memory_in_a_small_heap_again_and_again_harms_nobody_else() {
    fill_heaps([1, 2, 3, 5, 8]).await;
}

#[tokio::test]
#[ignore = "more of the same: cargo xtask torture"]
async fn torture_running_out_of_memory_in_a_heap_of_any_size_harms_nobody_else() {
    fill_heaps(1..=40).await;
}

#[tokio::test]
async fn a_heap_that_grows_from_call_to_call_ends_the_isolate() {
    let mut running = hungry().await;
    let mut last = Ok(());
    for _ in 0..200 {
        last = running.call(request("GET", "/keep")).await.map(|_| ());
        if last.is_err() {
            break;
        }
    }
    // Stopped, when a look at the heap came before the allocation that failed.
    assert!(matches!(last, Err(CallError::OutOfMemory | CallError::Stopped)), "{last:?}");
    assert_eq!(running.back_end.ended(), Some(CallError::OutOfMemory));
    assert!(running.turns.join_next().await.unwrap().unwrap().is_ok());
}

#[tokio::test]
async fn the_time_of_one_call_is_not_taken_from_another() {
    let limits = Limits { slice: Duration::from_millis(100), ..Limits::default() };
    let running = start_with(HUNGRY, limits).await;
    let busy = async {
        for _ in 0..5 {
            assert_eq!(running.call(request("GET", "/loop")).await, Err(CallError::OverBudget));
        }
    };
    let calm = async {
        for _ in 0..30 {
            assert_eq!(running.get("/ok").await, json!("ok"));
        }
    };
    tokio::join!(busy, calm);
}

#[tokio::test]
async fn too_many_calls_at_once_are_refused() {
    let limits = Limits { pending_calls: 3, ..Limits::default() };
    let running = start_with(HUNGRY, limits).await;
    let never = || running.call(request("GET", "/never"));
    let refused = tokio::select! {
        biased;
        answers = async { tokio::join!(never(), never(), never()) } => panic!("{answers:?}"),
        refused = never() => refused,
    };
    assert_eq!(refused, Err(CallError::Busy));
    // The three callers have gone, so there is room again.
    assert_eq!(running.get("/ok").await, json!("ok"));
}

#[tokio::test]
async fn answers_timers_events_and_lines_have_their_limits() {
    let limits =
        Limits { timers: 10, publications: 5, answer_bytes: 1000, log_lines: 20, ..Limits::default() };
    let running = start_with(
        "const bus = require('../../../server/src/utils/realtime-bus');
         router.get('/large', (req, res) => res.json('x'.repeat(2000)));
         router.get('/pieces', (req, res) => { for (let i = 0; i < 100; i++) res.write('x'.repeat(100)); res.end(); });
         router.get('/timers', (req, res) => { try { for (let i = 0; i < 100; i++) setTimeout(() => {}, 1e6); } catch (e) { res.json(e.name); } });
         router.get('/events', (req, res) => { let n = 0; try { for (;;) { bus.publishToUsers(['1'], { type: 'x' }); n++; } } catch (e) { res.json(n); } });
         router.get('/event', (req, res) => { try { bus.publishToUsers(['1'], { type: 'x', data: 'x'.repeat(100000) }); } catch (e) { res.json(e.name); } });
         router.get('/log', (req, res) => { for (let i = 0; i < 100; i++) console.log('x'.repeat(10000)); res.json(1); });",
        limits,
    )
    .await;
    assert_eq!(running.answer("GET", "/large").await.status, 500);
    assert_eq!(running.answer("GET", "/pieces").await.status, 500);
    assert_eq!(running.get("/timers").await, json!("RangeError"));
    assert_eq!(running.get("/events").await, json!(5));
    assert_eq!(running.get("/event").await, json!("RangeError"));
    running.get("/log").await;
    let log = running.portal.log.lock().unwrap();
    assert!(log.len() <= 20 && log.iter().all(|(_, text)| text.len() <= 4096), "{}", log.len());
}

#[tokio::test]
async fn the_events_of_one_turn_have_few_large_lists_of_recipients() {
    // Large lists take long without optimization; how long a turn may last is not asked here.
    let limits = Limits { slice: Duration::from_secs(30), ..Limits::default() };
    let running = start_with(
        "const bus = require('../../../server/src/utils/realtime-bus');
         const many = Array.from({ length: 25000 }, (_, i) => String(100000 + i)), few = many.slice(0, 500);
         const publish = (users) => { let n = 0; try { for (;;) { bus.publishToUsers(users, { type: 'x' }); n++; } } catch (e) { return [n, e.name, e.message]; } };
         router.get('/many', (req, res) => res.json(publish(many)));
         router.get('/few', (req, res) => res.json(publish(few)));
         router.get('/one', (req, res) => res.json(publish([...many, ...many])));",
        limits,
    )
    .await;
    let all = "the lists of those who get the events of one turn have at most 1048576 bytes";
    assert_eq!(running.get("/many").await, json!([4, "RangeError", all]));
    assert_eq!(running.get("/many").await, json!([4, "RangeError", all]), "the next turn has them anew");
    assert_eq!(running.get("/few").await, json!([200, "RangeError", "at most 200 events at once"]));
    let one = "the list of those who get an event has at most 262144 bytes";
    assert_eq!(running.get("/one").await, json!([0, "RangeError", one]));
    let (_, store) = running.stop().await;
    let published = store.published.lock().unwrap();
    let sizes = |size| published.iter().filter(|one| one.user_ids.len() == size).count();
    assert_eq!((sizes(25000), sizes(500)), (8, 200));
}

#[tokio::test]
async fn timers_that_work_all_the_time_leave_time_to_others() {
    let running = start(
        "let runs = 0; setInterval(() => { const end = Date.now() + 40; while (Date.now() < end) {} runs++; }, 1);
         router.get('/runs', (req, res) => res.json(runs));",
    )
    .await;
    let began = now();
    while running.get("/runs").await.as_u64().unwrap() < 4 {
        crate::support::pause(20).await;
    }
    // It rests three times as long as it ran.
    let (used, passed) = (running.back_end.usage().cpu_ms, began.elapsed().as_millis());
    assert!(u128::from(used) <= passed / 2 + 60, "{used} ms of {passed}");
}

#[tokio::test]
async fn a_timer_that_runs_too_long_is_cut_off_and_counted_without_any_call() {
    let running = start("setTimeout(() => { while (true) {} }, 10);").await;
    until(|| running.back_end.usage().strikes == 1).await;
    assert!(running.back_end.usage().cpu_ms > 0, "a busy machine may give it a part of its slice");
}

#[tokio::test]
async fn stopping_cuts_off_what_runs_and_answers_who_waits() {
    let limits = Limits { slice: Duration::from_secs(30), ..Limits::default() };
    let running = start_with(HUNGRY, limits).await;
    let calls =
        async { tokio::join!(running.call(request("GET", "/never")), running.call(request("GET", "/loop"))) };
    let stop = async {
        crate::support::pause(50).await;
        running.back_end.stop();
    };
    let ((never, looped), ()) = tokio::join!(calls, stop);
    assert_eq!((never, looped), (Err(CallError::Stopped), Err(CallError::Stopped)));
    assert_eq!(running.back_end.usage().strikes, 0);
}

#[tokio::test]
async fn nothing_of_the_machine_or_of_threads_is_reachable() {
    let running = start(
        "router.get('/globals', (req, res) => res.json(['Atomics', 'SharedArrayBuffer', 'std', 'os', 'host', 'print', 'Worker', 'scriptArgs', 'navigator', 'bjson']
           .filter((name) => name in globalThis)));
         router.get('/import', (req, res) => import('fs').then(() => res.json('loaded'), (e) => res.json('refused')));
         router.get('/function', (req, res) => res.json(typeof new Function('return this')().process));",
    )
    .await;
    let names = running.get("/globals").await;
    assert!(names.as_array().unwrap().iter().all(|name| name == "navigator"), "{names}");
    assert_eq!(running.get("/import").await, json!("refused"));
    assert_eq!(running.answer("GET", "/function").await.status, 200);
}

#[tokio::test]
async fn a_turn_that_commits_without_end_keeps_its_log_short() {
    let running = start_with(
        "db.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, data BLOB)');
         const put = db.prepare('INSERT OR REPLACE INTO t VALUES (?, randomblob(3000))');
         for (let i = 0; i < 100; i++) put.run(i);
         router.post('/rewrite', (req, res) => { for (let i = 0; i < 20000; i++) put.run(i % 100); res.json(db.prepare('SELECT count(*) FROM t').pluck().get()); });",
        Limits { slice: Duration::from_secs(60), answer_timeout: Duration::from_secs(60), ..Limits::default() },
    )
    .await;
    assert_eq!(running.post("/rewrite", json!({}), None).await.1, json!(100));
    let size = std::fs::metadata(running.folder().join("database.sqlite-wal")).unwrap().len();
    assert!(size < 20 << 20, "{size}");
    assert!(running.store.pages.lock().unwrap().len() < 300);
}

#[tokio::test]
async fn a_turn_cannot_answer_more_than_a_few_large_answers() {
    let limits = Limits { answer_bytes: 1000, ..Limits::default() };
    let running = start_with(
        "const all = []; router.get('/wait', (req, res) => { all.push(res); if (all.length === 10) for (const one of all) one.send('x'.repeat(900)); });",
        limits,
    )
    .await;
    let calls = (0..10).map(|_| running.call(request("GET", "/wait")));
    let answers = join_all(calls).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 4);
}

/// Waits for all; they run at the same time.
async fn join_all<F: Future>(futures: impl Iterator<Item = F>) -> Vec<F::Output> {
    let mut futures: Vec<_> = futures.map(Box::pin).collect();
    let mut outputs: Vec<_> = futures.iter().map(|_| None).collect();
    std::future::poll_fn(|context| {
        for (future, output) in futures.iter_mut().zip(&mut outputs) {
            if output.is_none()
                && let Poll::Ready(ready) = future.as_mut().poll(context)
            {
                *output = Some(ready);
            }
        }
        if outputs.iter().all(Option::is_some) { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
    outputs.into_iter().flatten().collect()
}

#[tokio::test]
async fn an_isolate_that_is_far_ahead_of_the_store_waits_for_it() {
    let running = start(
        "db.exec('CREATE TABLE t (data BLOB)'); let n = 0;
         router.post('/go', (req, res) => { const every = setInterval(() => { console.log(++n); db.exec('INSERT INTO t VALUES (1)'); if (n === 300) clearInterval(every); }, 1); res.json(1); });",
    )
    .await;
    running.post("/go", json!({}), None).await;
    running.store.waits.store(true, std::sync::atomic::Ordering::SeqCst);
    let lines = || running.portal.log.lock().unwrap().len();
    until(|| lines() >= 64).await;
    crate::support::pause(300).await;
    // Those that wait, those that are being stored, and the one that found no room.
    assert!(lines() <= 64 + 64 + 1, "{}", lines());
    running.store.waits.store(false, std::sync::atomic::Ordering::SeqCst);
    until(|| lines() == 300).await;
}

#[tokio::test]
async fn bodies_of_callers_that_have_gone_count_until_the_back_end_takes_them() {
    let long = Duration::from_secs(120);
    let limits = Limits { memory: 512 << 20, slice: long, answer_timeout: long, ..Limits::default() };
    let running = start_with(
        "const bus = require('../../../server/src/utils/realtime-bus');
         router.get('/long', (req, res) => { console.log('began'); while (!bus.isRegistered('000001')); res.json(1); });
         router.post('/body', (req, res) => res.json(1));",
        limits,
    )
    .await;
    let sending = || running.call(Call { body: vec![b'x'; 40 << 20], ..request("POST", "/body") });
    let others = async {
        until(|| running.log().contains("began")).await;
        let mut gone = Box::pin(sending());
        assert!(std::future::poll_fn(|context| Poll::Ready(gone.as_mut().poll(context))).await.is_pending());
        drop(gone);
        assert_eq!(sending().await, Err(CallError::Busy));
        running.portal.registered.lock().unwrap().push("000001".to_owned());
    };
    let (answer, ()) = tokio::join!(running.call(request("GET", "/long")), others);
    assert_eq!(answer.unwrap().status, 200);
    let mut answer = sending().await;
    while answer == Err(CallError::Busy) {
        crate::support::pause(5).await;
        answer = sending().await;
    }
    assert_eq!(answer.unwrap().status, 200);
}
