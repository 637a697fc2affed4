//! `fetch` and the classes around it.

use std::sync::atomic::Ordering;

use plugin_host::{FetchError, Limits};
use serde_json::json;

use super::{HELLO, hello, value_of, value_with};
use crate::support::{TestBackEnd, found, package};

#[tokio::test]
async fn fetch_answers_what_the_other_host_said() {
    let got = value_with(
        "const r = await fetch('https://a.test/hello');
         return [r.status, r.ok, r.statusText, r.url, r.redirected, r.headers.get('Content-Type'), r.bodyUsed, await r.text(), r.bodyUsed, r instanceof Response];",
        hello(),
    )
    .await;
    assert_eq!(got, json!([200, true, "OK", HELLO, false, "text/plain", false, "héllo", true, true]));
}

#[tokio::test]
async fn a_body_is_read_once_in_any_form() {
    let url = "https://a.test/bytes";
    let answers = || {
        vec![
            (url, Ok(found(url, "x/y", &[0xff, 0, 1]))),
            ("https://a.test/json", Ok(found("https://a.test/json", "x/y", b"\xef\xbb\xbf{\"a\":[1]}"))),
        ]
    };
    let got = value_with(
        "const get = () => fetch('https://a.test/bytes');
         const once = await get(); const copy = once.clone(); await once.text();
         return [[...await (await get()).bytes()], [...new Uint8Array(await (await get()).arrayBuffer())], await (await get()).text(),
           await failing(once.text()), thrown(() => once.clone())[0], [...await copy.bytes()], await (await fetch('https://a.test/json')).json()];",
        answers(),
    )
    .await;
    assert_eq!(
        got,
        json!([
            [255, 0, 1],
            [255, 0, 1],
            "\u{fffd}\u{0}\u{1}",
            ["TypeError", "Body is unusable: Body has already been read", null],
            "TypeError",
            [255, 0, 1],
            {"a": [1]}
        ])
    );
    let pieces = value_with(
        "const all = []; for await (const piece of (await fetch('https://a.test/bytes')).body) all.push(piece.length);
         const reader = (await fetch('https://a.test/bytes')).body.getReader(); const first = await reader.read();
         return [all, first.value.length, (await reader.read()).done];",
        answers(),
    )
    .await;
    assert_eq!(pieces, json!([[3], 3, true]));
}

#[tokio::test]
async fn a_body_of_fetch_is_text_bytes_or_a_form() {
    let got = value_of(
        "const post = async (body, headers) => { const got = await (await fetch('https://echo.test/p', { method: 'post', body, headers })).json(); return [got.method, got.body, got.headers['content-type']]; };
         return [await post('tëxt'), await post(Buffer.from('buffer')), await post(new TextEncoder().encode('array').buffer), await post(new URLSearchParams({ a: '1 2', b: 'é' })),
           await post('{}', { 'Content-Type': 'application/json' }), await failing(fetch('https://echo.test/p', { method: 'POST', body: { a: 1 } })),
           await failing(fetch('https://echo.test/p', { body: 'x' })), await post(new Uint8Array([1, 65, 66, 2]).subarray(1, 3))];",
    )
    .await;
    assert_eq!(
        got.as_array().unwrap()[..5],
        [
            json!(["POST", "tëxt", "text/plain;charset=UTF-8"]),
            json!(["POST", "buffer", null]),
            json!(["POST", "array", null]),
            json!(["POST", "a=1+2&b=%C3%A9", "application/x-www-form-urlencoded;charset=UTF-8"]),
            json!(["POST", "{}", "application/json"]),
        ]
    );
    assert!(got[5][1].as_str().unwrap().contains("JSON.stringify"), "{got}");
    assert_eq!(got[6], json!(["TypeError", "Request with GET/HEAD method cannot have body.", null]));
    assert_eq!(got[7], json!(["POST", "AB", null]));
}

#[tokio::test]
async fn a_request_object_and_an_url_object_are_requests() {
    let got = value_of(
        "const first = new Request(new URL('https://echo.test/r?a=1#part'), { method: 'PUT', headers: [['x-a', '1']], body: 'b' });
         const one = await (await fetch(first.clone())).json(); const two = await (await fetch(first, { method: 'PATCH', headers: { 'X-B': '2' } })).json();
         return [one.method, one.url, one.headers['x-a'], one.body, two.method, two.headers['x-a'] || null, two.headers['x-b'], two.body, one.headers.accept];",
    )
    .await;
    assert_eq!(got, json!(["PUT", "https://echo.test/r?a=1", "1", "b", "PATCH", null, "2", "b", "*/*"]));
}

#[tokio::test]
async fn errors_of_fetch_say_what_happened_as_in_node() {
    let got = value_with(
        "return [await failing(fetch('https://unknown.test/')), await failing(fetch('https://a.test/late')), await failing(fetch('https://a.test/gone')), await failing(fetch('https://a.test/large')), await failing(fetch('https://a.test/nowhere')),
           await failing(fetch('nonsense')), await failing(fetch('ftp://a.test/')), await failing(fetch('https://u:p@a.test/')), (await fetch('https://unknown.test/').catch((e) => e)).cause.message];",
        vec![
            ("https://a.test/late", Err(FetchError::TimedOut)),
            ("https://a.test/gone", Err(FetchError::Failed("connection reset".to_owned()))),
            ("https://a.test/large", Err(FetchError::TooLarge)),
            ("https://a.test/nowhere", Err(FetchError::Unresolved("no address".to_owned()))),
        ],
    )
    .await;
    let codes = ["ECONNREFUSED", "ETIMEDOUT", "ECONNRESET", "EMSGSIZE", "ENOTFOUND"];
    for (index, code) in codes.into_iter().enumerate() {
        assert_eq!(got[index], json!(["TypeError", "fetch failed", code]));
    }
    for index in 5..8 {
        assert_eq!(got[index][0], "TypeError", "{got}");
    }
    assert_eq!(got[8], "connect ECONNREFUSED: https://unknown.test/ is not a declared host");
}

#[tokio::test]
async fn a_redirect_has_been_followed_and_other_wishes_are_refused() {
    let got = value_with(
        "const r = await fetch('https://a.test/old#x'); const plain = await asked(https, 'https://a.test/old');
         return [r.redirected, r.url, plain.statusCode, plain.responseUrl, (await failing(fetch('https://a.test/old', { redirect: 'manual' })))[1], (await failing(fetch('https://a.test/old', { redirect: 'error' })))[0]];",
        vec![("https://a.test/old", Ok(found("https://a.test/new", "text/plain", b"new")))],
    )
    .await;
    let refusal = "fetch: redirect is 'follow' for back ends, because the portal follows redirects itself";
    assert_eq!(got, json!([true, "https://a.test/new", 200, "https://a.test/new", refusal, "TypeError"]));
}

#[tokio::test]
async fn headers_are_those_of_the_standard() {
    let got = value_of(
        "const h = new Headers({ 'X-B': ' 2 ', 'x-a': '1' }); h.append('X-A', '3'); h.append('Set-Cookie', 'a=1, 2'); h.append('set-cookie', 'b=2'); h.set('x-c', '1'); h.delete('X-C');
         return [[...h], h.get('x-a'), h.get('none'), h.has('X-b'), h.getSetCookie(), [...h.keys()].length, new Headers(h).get('x-b'),
           thrown(() => h.set('a b', '1'))[0], thrown(() => h.set('a', '1\\r\\nhost: x'))[0], thrown(() => h.set('a', '中'))[0], thrown(() => new Headers([['a']]))[0]];",
    )
    .await;
    assert_eq!(
        got,
        json!([
            [["set-cookie", "a=1, 2"], ["set-cookie", "b=2"], ["x-a", "1, 3"], ["x-b", "2"]],
            "1, 3",
            null,
            true,
            ["a=1, 2", "b=2"],
            4,
            "2",
            "TypeError",
            "TypeError",
            "TypeError",
            "TypeError"
        ])
    );
}

#[tokio::test]
async fn cookies_of_another_host_reach_the_back_end_one_by_one() {
    let url = "https://a.test/login";
    let mut answer = found(url, "text/plain", b"");
    for value in ["a=1; Path=/, x", "b=2"] {
        answer.headers.push(("set-cookie".to_owned(), value.to_owned()));
    }
    let got = value_with(
        "const r = await fetch('https://a.test/login'); const i = await asked(https, 'https://a.test/login');
         return [r.headers.getSetCookie(), i.headers['set-cookie'], await r.text()];",
        vec![(url, Ok(answer))],
    )
    .await;
    assert_eq!(got, json!([["a=1; Path=/, x", "b=2"], ["a=1; Path=/, x", "b=2"], ""]));
}

#[tokio::test]
async fn a_response_that_the_back_end_makes_is_one_of_the_standard() {
    let got = value_of(
        "const r = Response.json({ a: 1 }, { status: 201 });
         return [r.status, r.ok, r.headers.get('content-type'), await r.json(), new Response('x', { status: 404 }).ok, thrown(() => new Response('', { status: 99 }))[0], new Response(null).body];",
    )
    .await;
    assert_eq!(got, json!([201, true, "application/json", {"a": 1}, false, "RangeError", null]));
}

#[tokio::test]
async fn an_aborted_fetch_rejects_with_the_reason_and_its_result_is_nobodys() {
    let got = value_of(
        "const gone = new AbortController(); gone.abort(); const later = new AbortController(); const order = [];
         later.signal.addEventListener('abort', () => order.push('listener')); later.signal.onabort = () => order.push('onabort');
         const silent = fetch('https://silent.test/', { signal: later.signal }).catch((e) => e); setTimeout(() => later.abort(), 5);
         const error = await silent; const own = await fetch('https://silent.test/', { signal: AbortSignal.abort('mine') }).catch((e) => e);
         const timed = await fetch('https://silent.test/', { signal: AbortSignal.timeout(5) }).catch((e) => e);
         const any = AbortSignal.any([new AbortController().signal, AbortSignal.abort(7)]);
         return [(await fetch('https://silent.test/', { signal: gone.signal }).catch((e) => e)).name, error.name, error.code, error instanceof Error, own, timed.name, order, any.aborted, any.reason, thrown(() => gone.signal.throwIfAborted())[0]];",
    )
    .await;
    assert_eq!(
        got,
        json!([
            "AbortError",
            "AbortError",
            20,
            true,
            "mine",
            "TimeoutError",
            ["onabort", "listener"],
            true,
            7,
            "AbortError"
        ])
    );
}

#[tokio::test]
async fn encodings_that_the_portal_leaves_are_undone_by_fetch_and_axios_but_not_by_http() {
    let url = "https://a.test/packed";
    let packed = value_of("return [...require('zlib').gzipSync('packed text')];").await;
    let packed: Vec<u8> = serde_json::from_value(packed).unwrap();
    let mut answer = found(url, "text/plain", &packed);
    answer.headers.push(("content-encoding".to_owned(), "gzip".to_owned()));
    let mut brotli = found(url, "text/plain", b"x");
    brotli.headers.push(("content-encoding".to_owned(), "br".to_owned()));
    let mut broken = answer.clone();
    broken.body.truncate(15);
    let got = value_with(
        "const zlib = require('zlib'); const raw = await asked(https, 'https://a.test/packed'); const piped = await asked(https, 'https://a.test/packed');
         const pieces = []; for await (const piece of raw) pieces.push(piece);
         const unpacked = await collect(piped.pipe(zlib.createGunzip()));
         return [await (await fetch('https://a.test/packed')).text(), (await require('axios').get('https://a.test/packed')).data, zlib.gunzipSync(Buffer.concat(pieces)).toString(), unpacked,
           (await failing(fetch('https://a.test/br')))[1], (await failing(fetch('https://a.test/broken')))[2]];",
        vec![(url, Ok(answer)), ("https://a.test/br", Ok(brotli)), ("https://a.test/broken", Ok(broken))],
    )
    .await;
    assert_eq!(
        got,
        json!(["packed text", "packed text", "packed text", "packed text", "fetch failed", "Z_BUF_ERROR"])
    );
}

#[tokio::test]
async fn files_of_a_package_take_the_classes_from_the_globals() {
    let files = [(
        "backend/routes.js",
        "const r = require('express').Router(); r.get('/x', (req, res) => res.json([fetch, Headers, Request, Response, AbortController, AbortSignal, DOMException].map((one) => typeof one))); module.exports = r;",
    )];
    let running = TestBackEnd::start(package(&files), Limits::default()).await.unwrap();
    assert_eq!(running.get("/x").await, json!(vec!["function"; 7]));
    assert_eq!(running.store.stores.load(Ordering::SeqCst), 0);
}
