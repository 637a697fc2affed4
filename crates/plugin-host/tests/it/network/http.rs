//! The modules `http` and `https`.

use plugin_host::FetchError;
use serde_json::json;

use super::{handler, hello, start, value_of, value_with};
use crate::support::{text, until};

#[tokio::test]
async fn http_takes_its_arguments_as_node_does() {
    let got = value_of(
        "const seen = async (client, ...args) => { const got = JSON.parse(await collect(await asked(client, ...args))); return [got.method, got.url, got.headers]; };
         return [await seen(https, 'https://echo.test/a?b=1'), await seen(https, new URL('https://echo.test/u'), { method: 'PUT' }), await seen(https, { hostname: 'echo.test', host: 'ignored:1', path: '/o', headers: { 'X-A': 1, Cookie: ['a=1', 'b=2'] } }),
           await seen(https, { host: 'echo.test', auth: 'me:secret', method: 'delete', protocol: 'https:', agent: new https.Agent({ keepAlive: true }) }),
           await seen(https, 'https://you:word@echo.test/'), await new Promise((done) => https.get('https://echo.test/g', async (r) => done(JSON.parse(await collect(r)).url)))];",
    )
    .await;
    assert_eq!(
        got,
        json!([
            ["GET", "https://echo.test/a?b=1", {}],
            ["PUT", "https://echo.test/u", {}],
            ["GET", "https://echo.test/o", {"x-a": "1", "cookie": "a=1; b=2"}],
            ["DELETE", "https://echo.test/", {"authorization": "Basic bWU6c2VjcmV0"}],
            ["GET", "https://echo.test/", {"authorization": "Basic eW91OndvcmQ="}],
            "https://echo.test/g"
        ])
    );
    let ports = start(
        &handler("http.get({ hostname: '10.0.0.1', port: 8080, path: 'x' }).on('error', () => {}); http.get({ host: '::1' }).on('error', () => {}); http.get().on('error', () => {}); return 1;"),
        Vec::new(),
    )
    .await;
    ports.get("/x").await;
    let urls: Vec<_> =
        ports.portal.fetched.lock().unwrap().iter().map(|request| request.url.clone()).collect();
    assert_eq!(urls, ["http://10.0.0.1:8080/x", "http://[::1]/", "http://localhost/"]);
}

#[tokio::test]
async fn a_request_is_written_in_pieces_and_sent_at_its_end() {
    let got = value_of(
        "const order = []; const r = https.request({ host: 'echo.test', method: 'POST' });
         r.setHeader('X-A', 'a'); r.setHeader('X-Gone', '1'); r.removeHeader('x-gone'); const headers = [r.getHeader('x-A'), r.hasHeader('x-gone'), r.getHeaderNames()];
         r.on('finish', () => order.push('finish')); r.on('response', () => order.push('response')); r.on('close', () => order.push('close'));
         r.write('one '); r.write(Buffer.from('two ')); r.write('dGhyZWU=', 'base64'); const before = r.headersSent; r.end(' four', () => order.push('end callback'));
         const body = await collect(await new Promise((done) => r.on('response', done))); await new Promise((done) => setTimeout(done, 1));
         const got = JSON.parse(body);
         return [got.body, got.headers, headers, before, r.headersSent, thrown(() => r.setHeader('a', 'b'))[2], order, thrown(() => r.write({}))[2]];",
    )
    .await;
    assert_eq!(
        got,
        json!([
            "one two three four",
            {"x-a": "a"},
            ["a", false, ["x-a"]],
            false,
            true,
            "ERR_HTTP_HEADERS_SENT",
            ["finish", "end callback", "response", "close"],
            "ERR_INVALID_ARG_TYPE"
        ])
    );
}

#[tokio::test]
async fn a_response_is_a_stream() {
    let got = value_with(
        "const get = () => asked(https, 'https://a.test/hello'); const r = await get(); const order = []; r.setEncoding('utf8');
         r.on('data', (c) => order.push(c)).on('end', () => order.push('end')).on('close', () => order.push('close')); await new Promise((done) => r.on('close', done));
         const paused = await get(); const pieces = []; paused.on('data', (c) => { pieces.push(c.length); paused.pause(); }); let ended = false; paused.on('end', () => { ended = true; });
         await new Promise((done) => setTimeout(done, 1)); const early = ended; paused.resume(); await new Promise((done) => paused.on('end', done));
         const loop = []; for await (const c of await get()) loop.push(c.toString());
         const quiet = await get(); quiet.resume(); await new Promise((done) => quiet.on('end', done));
         const readable = await get(); const read = await new Promise((done) => readable.on('readable', () => done(readable.read().toString())));
         return [r.statusCode, r.statusMessage, r.headers, r.rawHeaders, r.complete, order, pieces, early, ended, loop, read];",
        hello(),
    )
    .await;
    assert_eq!(
        got,
        json!([
            200,
            "OK",
            {"content-type": "text/plain"},
            ["content-type", "text/plain"],
            true,
            ["héllo", "end", "close"],
            [6],
            false,
            true,
            ["héllo"],
            "héllo"
        ])
    );
}

#[tokio::test]
async fn a_response_is_piped_into_the_answer_of_the_back_end() {
    let running = start(
        "router.get('/x', (req, res) => { require('https').get('https://a.test/hello', (r) => { res.writeHead(r.statusCode, { 'content-type': r.headers['content-type'] }); r.pipe(res); }); });",
        hello(),
    )
    .await;
    let answer = running.answer("GET", "/x").await;
    assert_eq!((answer.status, text(&answer).as_str()), (200, "héllo"));
}

#[tokio::test]
async fn errors_of_http_have_the_codes_of_node() {
    let got = value_with(
        "const seen = (url, then = () => {}) => new Promise((done) => { const order = []; const r = https.get(url, () => order.push('response')); r.on('error', (e) => order.push(e.code || e.name)); r.on('abort', () => order.push('abort')); r.on('timeout', () => order.push('timeout')); r.on('close', () => done(order.concat('close', r.destroyed))); then(r); });
         const silent = 'https://silent.test/'; const controller = new AbortController();
         return [await seen('https://unknown.test/'), await seen('https://a.test/late'), await seen('https://a.test/gone'), await seen(silent, (r) => r.destroy()), await seen(silent, (r) => r.abort()), await seen(silent, (r) => r.destroy(Object.assign(new Error('x'), { code: 'EMINE' }))),
           await seen(silent, (r) => r.setTimeout(5, () => r.destroy())), await seen(silent, (r) => r.on('socket', (s) => s.setTimeout(5, () => r.abort()))),
           await new Promise((done) => { https.get(silent, { signal: controller.signal }).on('error', (e) => done(e.name)); controller.abort(); })];",
        vec![
            ("https://a.test/late", Err(FetchError::TimedOut)),
            ("https://a.test/gone", Err(FetchError::Failed("reset".to_owned()))),
        ],
    )
    .await;
    assert_eq!(
        got,
        json!([
            ["ECONNREFUSED", "close", true],
            ["ETIMEDOUT", "close", true],
            ["ECONNRESET", "close", true],
            ["ECONNRESET", "close", true],
            ["abort", "ECONNRESET", "close", true],
            ["EMINE", "close", true],
            ["timeout", "ECONNRESET", "close", true],
            ["timeout", "abort", "ECONNRESET", "close", true],
            "AbortError"
        ])
    );
}

#[tokio::test]
async fn an_error_that_nobody_listens_for_is_in_the_log_and_fails_no_call() {
    let running = start(
        "router.get('/x', (req, res) => { require('http').get('http://unknown.test/'); require('http').get('http://unknown.test/' + 'x'.repeat(9000)); setTimeout(() => res.json('ok'), 5); });",
        Vec::new(),
    )
    .await;
    assert_eq!(running.get("/x").await, json!("ok"));
    until(|| running.log().contains("http://unknown.test/ is not a declared host")).await;
    assert!(running.log().contains("at most 8192 bytes"), "{}", running.log());
}

#[tokio::test]
async fn a_destroyed_response_gives_no_more() {
    let got = value_with(
        "const r = await asked(https, 'https://a.test/hello'); const order = []; r.on('data', () => order.push('data')).on('end', () => order.push('end')).on('close', () => order.push('close')).on('error', (e) => order.push(e.message));
         r.destroy(new Error('enough')); await new Promise((done) => setTimeout(done, 1));
         const seen = []; for await (const c of await asked(https, 'https://a.test/hello')) { seen.push(c.length); break; }
         return [order, r.destroyed, seen];",
        hello(),
    )
    .await;
    assert_eq!(got, json!([["enough", "close"], true, [6]]));
}
