//! What a handler answers, and what of it leaves.

use serde_json::json;

use crate::support::{header, json as body, request, start, text};

#[tokio::test]
async fn every_status_of_the_games_and_bridges_leaves_as_it_is() {
    let running = start("router.get('/s/:code', (req, res) => res.status(Number(req.params.code)).json({ code: +req.params.code }));").await;
    for status in [200, 201, 206, 400, 401, 403, 404, 409, 413, 416, 429, 500, 502, 503] {
        assert_eq!(running.answer("GET", &format!("/s/{status}")).await.status, status);
    }
}

#[tokio::test]
async fn a_status_that_none_can_send_is_an_error_of_the_author_with_the_usual_answer() {
    let running = start(
        "router.get('/status/:code', (req, res) => res.status(Number(req.params.code)).json({ code: +req.params.code }));
         router.get('/set/:code', (req, res) => { res.statusCode = req.params.code; res.set('X-Own', '1').write('begun'); res.end(); });
         router.get('/head/:code', (req, res) => res.writeHead(req.params.code).end());
         router.get('/both/:code', (req, res) => res.sendStatus(req.params.code));",
    )
    .await;
    for way in ["status", "set", "head", "both"] {
        for nonsense in ["0", "99", "101", "600", "1000", "NaN", "-1", "65736"] {
            let answer = running.answer("GET", &format!("/{way}/{nonsense}")).await;
            assert_eq!(answer.status, 500, "{way} {nonsense}");
            let envelope = json!({ "code": 500, "message": "服务器内部错误", "data": null });
            assert_eq!(body(&answer), envelope, "{way} {nonsense}");
            assert_eq!(header(&answer, "x-own"), None);
        }
        assert_eq!(running.answer("GET", &format!("/{way}/404")).await.status, 404, "{way}");
    }
    assert!(running.log().contains("RangeError: Invalid status code: 65736"), "{}", running.log());
}

#[tokio::test]
async fn bodies_have_the_types_that_express_gives_them() {
    let running = start(
        "router.get('/json', (req, res) => res.json({ a: 1 }));
         router.get('/html', (req, res) => res.send('<p>周</p>'));
         router.get('/object', (req, res) => res.send([1]));
         router.get('/bytes', (req, res) => res.send(Buffer.from([0, 255, 128])));
         router.get('/typed', (req, res) => res.type('png').send(Buffer.from('x')));
         router.get('/own', (req, res) => { res.setHeader('Content-Type', 'text/csv'); res.send('a,b'); });
         router.get('/status', (req, res) => res.sendStatus(404));
         router.get('/empty', (req, res) => res.status(204).end());
         router.get('/undefined', (req, res) => res.json(undefined));
         router.get('/moved', (req, res) => res.redirect('/other'));",
    )
    .await;
    let typed = async |url: &str| {
        let answer = running.answer("GET", url).await;
        (header(&answer, "content-type").unwrap_or_default().to_owned(), answer.body)
    };
    assert_eq!(typed("/json").await, ("application/json; charset=utf-8".into(), b"{\"a\":1}".to_vec()));
    assert_eq!(typed("/html").await, ("text/html; charset=utf-8".into(), "<p>周</p>".into()));
    assert_eq!(typed("/object").await.0, "application/json; charset=utf-8");
    assert_eq!(typed("/bytes").await, ("application/octet-stream".into(), vec![0, 255, 128]));
    assert_eq!(typed("/typed").await.0, "image/png");
    assert_eq!(typed("/own").await.0, "text/csv");
    let answer = running.answer("GET", "/status").await;
    assert_eq!((answer.status, text(&answer)), (404, "Not Found".to_owned()));
    assert_eq!(running.answer("GET", "/empty").await.body, b"");
    assert_eq!(running.answer("GET", "/undefined").await.body, b"");
    let answer = running.answer("GET", "/moved").await;
    assert_eq!((answer.status, header(&answer, "location")), (302, Some("/other")));
}

#[tokio::test]
async fn write_head_and_pieces_become_one_answer() {
    let running = start(
        "router.get('/x', (req, res) => { res.writeHead(206, { 'Content-Range': 'bytes 0-3/9', 'X-Many': ['a', 'b'] });
           res.write('ab'); res.write(Buffer.from('c')); res.end('ZA==', 'base64'); });",
    )
    .await;
    let answer = running.answer("GET", "/x").await;
    assert_eq!((answer.status, text(&answer)), (206, "abcd".to_owned()));
    assert_eq!(header(&answer, "content-range"), Some("bytes 0-3/9"));
    assert_eq!(answer.headers.iter().filter(|(name, _)| name == "x-many").count(), 2);
}

#[tokio::test]
async fn res_json_can_be_wrapped_and_the_original_called() {
    let running = start(
        "router.use((req, res, next) => { const original = res.json;
           res.json = function (body) { body.wrapped = true; return original.call(this, body); }; next(); });
         router.get('/x', (req, res) => res.status(201).json({ code: 200 }));",
    )
    .await;
    let answer = running.answer("GET", "/x").await;
    assert_eq!((answer.status, body(&answer)), (201, json!({"code": 200, "wrapped": true})));
}

#[tokio::test]
async fn headers_can_be_read_changed_and_removed_until_they_are_sent() {
    let running = start(
        "router.get('/x', (req, res) => { res.set({ 'X-A': '1', 'X-B': '2' }).append('X-A', '3'); res.removeHeader('x-b');
           const seen = [res.getHeader('x-a'), res.get('X-A'), res.headersSent];
           res.json(seen); let late = null; try { res.setHeader('x', '1'); } catch (e) { late = e.code; }
           console.log('late ' + late + ' ' + res.headersSent + res.writableEnded); });",
    )
    .await;
    let answer = running.answer("GET", "/x").await;
    assert_eq!(body(&answer), json!([["1", "3"], ["1", "3"], false]));
    assert_eq!(header(&answer, "x-b"), None);
    assert!(running.log().contains("late ERR_HTTP_HEADERS_SENT truetrue"));
}

#[tokio::test]
async fn an_answer_never_sets_what_belongs_to_the_portal() {
    let running = start(
        "router.get('/x', (req, res) => { res.cookie('a', '1'); res.setHeader('Set-Cookie', ['token=x', 'b=2']);
           res.setHeader('Clear-Site-Data', '*'); res.setHeader('Transfer-Encoding', 'chunked'); res.setHeader('Connection', 'close');
           res.setHeader('Access-Control-Allow-Origin', '*'); res.setHeader('Service-Worker-Allowed', '/');
           res.setHeader('X-Split', 'a\\r\\nset-cookie: c=1'); res.setHeader('X-Fine', '1'); res.json(1); });",
    )
    .await;
    let answer = running.answer("GET", "/x").await;
    let names: Vec<_> = answer.headers.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["x-fine", "content-type"]);
    assert!(running.log().contains("set-cookie"), "the author reads why");
}

#[tokio::test]
async fn answers_come_from_timers_and_promises_too() {
    let running = start(
        "router.get('/timer', (req, res) => setTimeout(() => res.json('timer'), 10));
         router.get('/immediate', (req, res) => setImmediate((x) => res.json(x), 'immediate'));
         router.get('/promise', async (req, res) => { await new Promise((done) => setTimeout(done, 5)); res.json('promise'); });
         router.get('/tick', (req, res) => process.nextTick((x) => res.json(x), 'tick'));
         let flight = null;
         router.get('/shared', async (req, res) => { flight = flight || new Promise((done) => setTimeout(() => done(Math.random()), 20)); res.json(await flight); });",
    )
    .await;
    for url in ["/timer", "/immediate", "/promise", "/tick"] {
        assert_eq!(running.get(url).await, json!(url[1..]));
    }
    let (one, two) = tokio::join!(running.get("/shared"), running.get("/shared"));
    assert_eq!(one, two);
}

#[tokio::test]
async fn a_second_answer_is_an_error_of_the_author_alone() {
    let running = start(
        "router.get('/x', (req, res) => { res.json(1); res.json(2); });
         router.get('/late', async (req, res) => { res.json(1); throw new Error('after the answer'); });
         router.get('/finish', (req, res) => { res.on('finish', () => console.log('finished ' + res.statusCode)); res.status(201).end(); });",
    )
    .await;
    assert_eq!(running.get("/x").await, json!(1));
    assert_eq!(running.get("/late").await, json!(1));
    assert_eq!(running.call(request("GET", "/finish")).await.unwrap().status, 201);
    let log = running.log();
    assert!(
        log.contains("Cannot set headers")
            && log.contains("after the answer")
            && log.contains("finished 201"),
        "{log}"
    );
}
