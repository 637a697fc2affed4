//! The modules of Node.js and of the server that back ends ask for.

use plugin_host::Limits;
use serde_json::{Value, json};

use crate::support::{TestBackEnd, event_of, package, request, source, start, text};

/// Runs an expression in a handler.
async fn value_of(code: &str) -> Value {
    let running = start(&format!(
        "router.get('/x', async (req, res) => {{ res.json(await (async () => {{ {code} }})()); }});"
    ))
    .await;
    let answer = running.call(request("GET", "/x")).await.unwrap();
    assert_eq!(answer.status, 200, "{}\n{}", text(&answer), running.log());
    crate::support::json(&answer)
}

#[tokio::test]
async fn modules_of_the_server_are_found_by_both_spellings() {
    let got = value_of(
        "const path = require('path'); const near = '../../../server/src/';
         const far = (name) => path.resolve(process.cwd(), 'src/' + name);
         return ['utils/db', 'middleware/auth', 'utils/realtime-bus', 'utils/relay-bus', 'config', 'utils/time', 'utils/cache']
           .map((name) => require(near + name) === require(far(name)) && require(near + name) === require(far(name) + '.js'));",
    )
    .await;
    assert_eq!(got, json!([true, true, true, true, true, true, true]));
    let errors =
        value_of("const e = require('../../_sdk/backend/errors'); return e.notFound('没有').status;").await;
    assert_eq!(errors, json!(404));
}

#[tokio::test]
async fn files_of_the_package_are_modules() {
    let running = TestBackEnd::start(
        package(&[
            ("backend/routes.js", "const a = require('./lib/a'); const express = require('express'); const r = express.Router();
               r.get('/x', (req, res) => res.json([a.name, a.b(), require('./data.json').n, require('./lib') === a.index, __dirname, __filename, module.id === __filename]));
               module.exports = r;"),
            ("backend/lib/a.js", "#!/usr/bin/env node\nexports.name = 'a'; exports.b = () => require('./b').value; exports.index = require('.');"),
            ("backend/lib/b.js", "const a = require('./a'); exports.value = a.name + 'b';"),
            ("backend/lib/index.js", "module.exports = { i: 1 };"),
            ("backend/data.json", "{\"n\": 5}"),
        ]),
        Limits::default(),
    )
    .await
    .unwrap();
    assert_eq!(
        running.get("/x").await,
        json!([
            "a",
            "ab",
            5,
            true,
            "/portal/apps/sample/backend",
            "/portal/apps/sample/backend/routes.js",
            true
        ])
    );
}

#[tokio::test]
async fn what_does_not_exist_or_does_not_parse_stops_the_start_with_a_text_for_the_author() {
    for (code, expected) in [
        ("require('left-pad')", "Cannot find module 'left-pad'"),
        ("require('./none')", "Cannot find module './none'"),
        ("require('/etc/passwd')", "Cannot find module '/etc/passwd'"),
        ("require('../../../../../../etc/passwd')", "Cannot find module"),
        ("let x = ;", "backend/routes.js"),
        ("throw new Error('no table')", "no table"),
        ("module.exports = 5;", "must be an Express router"),
        ("while (true) {}", "too long"),
        ("const all = []; while (true) all.push(new Array(10000).fill(1));", "memory"),
    ] {
        let limits = Limits { start: std::time::Duration::from_millis(800), ..Limits::default() };
        let error = TestBackEnd::start(source(code), limits).await.err().expect(code);
        assert!(error.0.contains(expected), "{code}: {}", error.0);
    }
    let missing = TestBackEnd::start(package(&[("other.js", "")]), Limits::default()).await.err().unwrap();
    assert!(missing.0.contains("backend.entry"), "{}", missing.0);
}

#[tokio::test]
async fn buffers_convert_join_compare_and_hold_numbers() {
    let got = value_of(
        "const b = Buffer.from('周a'); const n = Buffer.alloc(16);
         n.writeUInt16BE(258, 0); n.writeInt32LE(-5, 2); n.writeDoubleBE(1.5, 6); n.writeUIntBE(0x123456, 0, 3);
         const shared = b.slice(0, 3); shared[0] = 0xe5;
         return [b.toString('hex'), b.toString('base64'), b.toString('base64url'), Buffer.from('5pGo', 'base64').toString(), Buffer.from('zz00', 'hex').length,
           Buffer.concat([b, Buffer.from([33])]).toString(), b.equals(Buffer.from('周a')), Buffer.compare(Buffer.from('a'), Buffer.from('b')),
           n.readUIntBE(0, 3), n.readDoubleBE(6), b.length, Buffer.byteLength('周'), Buffer.from('é', 'latin1').toString('hex'), Buffer.from([255]).toString('latin1'),
           b.indexOf('a'), b.includes('z'), Buffer.isBuffer(b), Buffer.isBuffer(new Uint8Array(1)), b.slice(3).toString(), JSON.stringify(Buffer.from('hi')),
           Buffer.from(Buffer.from('copy')).toString(), Buffer.from('ab').fill('xy').toString(), b instanceof Uint8Array, b instanceof Buffer, new Buffer('old').toString(), Buffer.from('\\ud800x').toString('hex')];",
    )
    .await;
    assert_eq!(
        got,
        json!([
            "e591a861",
            "5ZGoYQ==",
            "5ZGoYQ",
            "摨",
            0,
            "周a!",
            true,
            -1,
            0x123456,
            1.5,
            4,
            3,
            "e9",
            "ÿ",
            3,
            false,
            true,
            false,
            "a",
            "{\"type\":\"Buffer\",\"data\":[104,105]}",
            "copy",
            "xy",
            true,
            true,
            "old",
            "efbfbd78"
        ])
    );
}

#[tokio::test]
async fn digests_are_those_of_the_standards() {
    let got = value_of(
        "const crypto = require('crypto'); const h = (a) => crypto.createHash(a).update('abc').digest('hex');
         return [h('md5'), h('sha1'), h('sha256'), h('sha512').slice(0, 16), crypto.createHmac('sha256', 'key').update('The quick brown fox ').update('jumps over the lazy dog').digest('hex'),
           crypto.randomBytes(8).length, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(crypto.randomUUID()),
           crypto.randomInt(3, 4), crypto.timingSafeEqual(Buffer.from('a'), Buffer.from('a')), crypto.timingSafeEqual(Buffer.from('a'), Buffer.from('b')),
           crypto.randomBytes(4).toString('hex') === crypto.randomBytes(4).toString('hex')];",
    )
    .await;
    assert_eq!(
        got,
        json!([
            "900150983cd24fb0d6963f7d28e17f72",
            "a9993e364706816aba3e25717850c26c9cd0d89d",
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            "ddaf35a193617aba",
            "f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8",
            8,
            true,
            3,
            true,
            false,
            false
        ])
    );
}

#[tokio::test]
async fn urls_and_queries_are_parsed_and_written() {
    let got = value_of(
        "const u = new URL('/a/../b?x=1&y=%20#h', 'https://user:pw@例子.com:8443/'); u.searchParams.append('z', 'a b&'); u.pathname = '/c';
         const p = new URLSearchParams({ a: '1', b: '2' }); p.append('a', '3'); p.delete('b');
         const url = require('url'); const qs = require('querystring'); let bad; try { new URL('nope'); } catch (e) { bad = e instanceof TypeError; }
         return [u.href, u.host, u.searchParams.get('z'), [...p], String(p), bad, url.parse('http://h:1/p?q=1').pathname, url.parse('/p?q=1', true).query.q,
           qs.stringify({ a: [1, 2], b: '周' }), qs.parse('a=1&a=2').a, url.resolve('/one/two', 'three')];",
    )
    .await;
    assert_eq!(
        got,
        json!([
            "https://user:pw@xn--fsqu00a.com:8443/c?x=1&y=+&z=a+b%26#h",
            "xn--fsqu00a.com:8443",
            "a b&",
            [["a", "1"], ["a", "3"]],
            "a=1&a=3",
            true,
            "/p",
            "1",
            "a=1&a=2&b=%E5%91%A8",
            ["1", "2"],
            "/one/three"
        ])
    );
}

#[tokio::test]
async fn emitters_utilities_and_assertions_work() {
    let got = value_of(
        "const EventEmitter = require('events'); const util = require('util'); const assert = require('assert'); const seen = [];
         function Old() { EventEmitter.call(this); } util.inherits(Old, EventEmitter);
         const e = new Old(); e.once('a', (x) => seen.push('once' + x)); const f = (x) => seen.push('on' + x); e.on('a', f); e.emit('a', 1); e.emit('a', 2); e.off('a', f);
         class New extends EventEmitter {} const n = new New(); let threw; try { n.emit('error', new Error('e')); } catch (x) { threw = x.message; }
         const later = util.promisify((x, done) => setTimeout(() => done(null, x + 1), 1));
         assert.deepStrictEqual({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }); assert.throws(() => assert.strictEqual(1, 2), /===/);
         return [seen, e.listenerCount('a'), threw, await later(1), util.format('%s is %d %j', 'x', 2, { a: 1 }, 'y'), util.inspect({ a: [1, 'b'], c: new Map([[1, 2]]) }),
           new TextDecoder().decode(new TextEncoder().encode('周')), e instanceof EventEmitter];",
    )
    .await;
    assert_eq!(
        got,
        json!([
            ["once1", "on1", "on2"],
            0,
            "e",
            2,
            "x is 2 {\"a\":1} y",
            "{ a: [ 1, 'b' ], c: Map(1) { 1 => 2 } }",
            "周",
            true
        ])
    );
}

#[tokio::test]
async fn paths_are_joined_and_taken_apart() {
    let got = value_of(
        "const path = require('path'); return [path.join('a', '..', 'b', './c'), path.resolve('/x', 'y', '../z'), path.basename('/a/b.js', '.js'), path.dirname('/a/b/c'),
           path.extname('x.tar.gz'), path.relative('/a/b', '/a/c/d'), path.normalize('/a//b/../c/'), path.isAbsolute('a'), path.parse('/d/f.txt').name, path.sep];",
    )
    .await;
    assert_eq!(got, json!(["b/c", "/x/z", "b", "/a/b", ".gz", "../c/d", "/a/c/", false, "f", "/"]));
}

#[tokio::test]
async fn own_files_can_be_read_and_nothing_can_be_written() {
    let got = value_of(
        "const fs = require('fs'); const path = require('path'); const own = path.join(__dirname, 'routes.js');
         const code = (f) => { try { f(); return null; } catch (e) { return e.code; } };
         return [fs.existsSync(own), fs.existsSync('/etc/passwd'), fs.readFileSync(own, 'utf8').includes('express'), fs.readFileSync(own).length > 10,
           code(() => fs.readFileSync('/etc/passwd')), code(() => fs.readFileSync(path.join(__dirname, '../../../../etc/passwd'))), code(() => fs.writeFileSync(own, 'x')),
           code(() => fs.mkdirSync('/tmp/x')), code(() => fs.createWriteStream(own)), fs.readdirSync(__dirname), fs.statSync(own).isFile(),
           await fs.promises.writeFile(own, 'x').catch((e) => e.code), await new Promise((done) => fs.readFile('/none', (e) => done(e.code)))];",
    )
    .await;
    assert_eq!(
        got,
        json!([
            true,
            false,
            true,
            true,
            "ENOENT",
            "ENOENT",
            "EACCES",
            "EACCES",
            "EACCES",
            ["routes.js"],
            true,
            "EACCES",
            "ENOENT"
        ])
    );
}

#[tokio::test]
async fn there_are_no_programs_no_network_and_no_environment() {
    let got = value_of(
        "const { spawn, spawnSync } = require('child_process'); const http = require('http'); const https = require('https');
         const child = spawn('stockfish', ['x']); child.stdin.write('uci'); const order = []; order.push('sync');
         const error = await new Promise((done) => child.on('error', (e) => { order.push('async'); done(e); }));
         const refused = (client, where) => new Promise((done) => client.get(where, () => done('answered')).on('error', (e) => done([e.code, e.message])));
         return [error.code, order, spawnSync('ls').error.code, await refused(http, 'http://127.0.0.1:9001/'), (await refused(https, { hostname: 'example.com' }))[0],
           await fetch('http://10.0.0.1').catch((e) => e.cause.code), Object.keys(process.env), typeof process.exit, (() => { try { process.exit(); } catch (e) { return 'refused'; } })(), process.cwd()];",
    )
    .await;
    assert_eq!(got[0], "ENOENT");
    assert_eq!(got[1], json!(["sync", "async"]));
    assert_eq!(got[2], "ENOENT");
    assert_eq!(got[3][0], "ECONNREFUSED");
    assert!(got[3][1].as_str().unwrap().contains("not a declared host"), "{got}");
    assert_eq!(
        got.as_array().unwrap()[4..],
        json!(["ECONNREFUSED", "ECONNREFUSED", [], "function", "refused", "/portal/server"])
            .as_array()
            .unwrap()[..]
    );
}

#[tokio::test]
async fn settings_of_the_package_are_its_environment_and_configuration() {
    let mut source = source(&crate::support::routes(
        "const config = require('../../../server/src/config');
         router.get('/x', (req, res) => res.json([process.env.API_URL, config.API_URL, config.relay.enabled]));",
    ));
    source.settings.insert("API_URL".to_owned(), "https://x".to_owned());
    let running = TestBackEnd::start(source, Limits::default()).await.unwrap();
    assert_eq!(running.get("/x").await, json!(["https://x", "https://x", false]));
}

#[tokio::test]
async fn events_are_published_to_members_and_presence_is_asked() {
    let running = start(
        "const bus = require('../../../server/src/utils/realtime-bus'); const relay = require('../../../server/src/utils/relay-bus');
         relay.register('x', () => {});
         router.post('/x', (req, res) => { bus.publishToUsers(['250101', 250102], { type: 'sample.changed', n: 1 }); res.json([bus.isRegistered(250101), bus.isRegistered('9')]); });
         router.get('/relay', relay.relayOnly, (req, res) => res.json('never'));",
    )
    .await;
    running.portal.registered.lock().unwrap().push("250101".to_owned());
    let (_, seen) = running.post("/x", json!({}), None).await;
    assert_eq!(seen, json!([true, false]));
    let published = running.store.published.lock().unwrap().clone();
    assert_eq!(published.len(), 1);
    assert_eq!(published[0].user_ids, ["250101", "250102"]);
    assert_eq!(event_of(&published[0]), json!({"type": "sample.changed", "n": 1}));
    assert_eq!(running.answer("GET", "/relay").await.status, 404);
}

#[tokio::test]
async fn the_console_writes_to_the_log_with_its_levels() {
    let running = start(
        "router.get('/x', (req, res) => { console.log('plain', { a: 1 }); console.warn('careful'); console.error(new Error('broken')); Promise.reject(new Error('nobody', { cause: new Error('why') })); res.json(1); });",
    )
    .await;
    running.get("/x").await;
    let log = running.log();
    for line in [
        "Info plain { a: 1 }",
        "Warn careful",
        "Error Error: broken",
        "unhandled rejection: Error: nobody",
        "caused by Error: why",
    ] {
        assert!(log.contains(line), "{line} is not in\n{log}");
    }
}

#[tokio::test]
async fn timers_repeat_stop_and_can_be_cleared_by_number() {
    let running = start(
        "let n = 0; const every = setInterval(() => { n++; if (n % 10 === 3) clearInterval(every); }, 2); every.unref().ref();
         const never = setTimeout(() => { n = 100; }, 5); clearTimeout(+never); const late = setTimeout((a, b) => { n += a + b; }, 30, 10, 20);
         router.get('/n', (req, res) => res.json([n, every.hasRef(), typeof +late]));",
    )
    .await;
    let mut seen = running.get("/n").await;
    for _ in 0..1000 {
        if seen[0] == 33 {
            break;
        }
        crate::support::pause(10).await;
        seen = running.get("/n").await;
    }
    assert_eq!(seen, json!([33, true, "number"]));
}
