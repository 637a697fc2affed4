//! Routers behave as Express routers do.

use serde_json::json;

use crate::support::{TestBackEnd, json as body, package, request, start};

#[tokio::test]
async fn methods_and_parameters_choose_the_handler() {
    let running = start(
        "router.get('/rooms/:code', (req, res) => res.json({ got: req.params.code }));
         router.delete('/rooms/:code', (req, res) => res.json({ deleted: req.params.code }));
         router.put('/rooms/:code/seats/:seat', (req, res) => res.json(req.params));
         router.patch('/rooms', (req, res) => res.json('patched'));
         router.all('/any', (req, res) => res.json(req.method));",
    )
    .await;
    assert_eq!(running.get("/rooms/A1").await, json!({"got": "A1"}));
    assert_eq!(body(&running.answer("DELETE", "/rooms/A%20b").await), json!({"deleted": "A b"}));
    assert_eq!(body(&running.answer("PUT", "/rooms/x/seats/2").await), json!({"code": "x", "seat": "2"}));
    assert_eq!(body(&running.answer("PATCH", "/rooms").await), json!("patched"));
    assert_eq!(body(&running.answer("PROPFIND", "/any").await), json!("PROPFIND"));
    assert_eq!(running.answer("GET", "/rooms/").await.status, 404);
    assert_eq!(running.answer("HEAD", "/rooms/A1").await.status, 200);
}

#[tokio::test]
async fn patterns_know_optional_parts_expressions_wildcards_and_lists() {
    let running = start(
        "router.get('/day/:id(\\\\d+)', (req, res) => res.json(['number', req.params.id]));
         router.get('/page/:name?', (req, res) => res.json(['page', req.params.name || null]));
         router.get('/files/*', (req, res) => res.json(['file', req.params[0]]));
         router.get(['/a', '/b'], (req, res) => res.json('a or b'));
         router.get(/^\\/re(g+)$/, (req, res) => res.json(['re', req.params[0]]));
         router.get('/v1.0/x', (req, res) => res.json('dot'));",
    )
    .await;
    assert_eq!(running.get("/day/12").await, json!(["number", "12"]));
    assert_eq!(running.answer("GET", "/day/x").await.status, 404);
    assert_eq!(running.get("/page").await, json!(["page", null]));
    assert_eq!(running.get("/page/two").await, json!(["page", "two"]));
    assert_eq!(running.get("/files/a/b.txt").await, json!(["file", "a/b.txt"]));
    assert_eq!(running.get("/b").await, json!("a or b"));
    assert_eq!(running.get("/reggg").await, json!(["re", "ggg"]));
    assert_eq!(running.get("/v1.0/x").await, json!("dot"));
    assert_eq!(running.answer("GET", "/v1x0/x").await.status, 404);
}

#[tokio::test]
async fn a_plain_pattern_takes_a_last_slash_and_any_case_unless_the_router_is_exact() {
    let running = start(
        "const { Router } = require('express');
         const exact = Router({ strict: true, caseSensitive: true });
         exact.get('/Plain', (req, res) => res.json('exact'));
         router.use('/exact', exact);
         router.use('/inner', (req, res) => res.json([req.baseUrl, req.url]));
         router.get('/Plain/path', (req, res) => res.json('loose'));",
    )
    .await;
    for path in ["/Plain/path", "/plain/PATH", "/Plain/path/", "/Plain/path?a=1"] {
        assert_eq!(running.get(path).await, json!("loose"), "{path}");
    }
    assert_eq!(running.get("/exact/Plain").await, json!("exact"));
    assert_eq!(running.get("/INNER/a/b").await, json!(["/INNER", "/a/b"]));
    assert_eq!(running.get("/inner").await, json!(["/inner", "/"]));
    for path in [
        "/Plain/path//",
        "/Plain/pathx",
        "/Plain/path/x",
        "/exact/plain",
        "/exact/Plain/",
        "/innerx",
        "/inne",
    ] {
        assert_eq!(running.answer("GET", path).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn a_parameter_that_is_no_text_is_refused() {
    let running = start("router.get('/x/:id', (req, res) => res.json(req.params));").await;
    assert_eq!(running.answer("GET", "/x/%ff").await.status, 400);
    assert_eq!(running.get("/x/ok").await, json!({"id": "ok"}));
}

#[tokio::test]
async fn middleware_runs_in_its_order_and_hands_on_what_it_sets() {
    let running = start(
        "router.use((req, res, next) => { req.trail = ['first']; next(); });
         router.use('/deep', (req, res, next) => { req.trail.push(req.url, req.baseUrl); next(); });
         const step = (name) => (req, res, next) => { req.trail.push(name); next(); };
         router.get('/deep/down', step('a'), [step('b'), step('c')], (req, res) => res.json(req.trail.concat(req.url)));",
    )
    .await;
    assert_eq!(
        running.get("/deep/down").await,
        json!(["first", "/down", "/deep", "a", "b", "c", "/deep/down"])
    );
}

#[tokio::test]
async fn routers_are_nested_and_merge_parameters_when_asked() {
    let running = start(
        "const inner = express.Router({ mergeParams: true });
         inner.get('/moves/:n', (req, res) => res.json([req.params, req.url, req.baseUrl, req.originalUrl]));
         const plain = express.Router();
         plain.get('/moves/:n', (req, res) => res.json(req.params));
         router.use('/rooms/:code', inner);
         router.use('/plain/:code', plain);
         router.get('/rooms/:code/moves/:n/after', (req, res) => res.json(['after', req.url]));",
    )
    .await;
    let got = running.get("/rooms/R/moves/3?x=1").await;
    assert_eq!(
        got,
        json!([{"code": "R", "n": "3"}, "/moves/3?x=1", "/rooms/R", "/api/sample/rooms/R/moves/3?x=1"])
    );
    assert_eq!(running.get("/plain/R/moves/3").await, json!({"n": "3"}));
    assert_eq!(running.get("/rooms/R/moves/3/after").await, json!(["after", "/rooms/R/moves/3/after"]));
}

#[tokio::test]
async fn next_route_skips_the_rest_of_a_route() {
    let running = start(
        "router.get('/x', (req, res, next) => next(req.query.skip ? 'route' : undefined), (req, res) => res.json(1));
         router.get('/x', (req, res) => res.json(2));",
    )
    .await;
    assert_eq!(running.get("/x").await, json!(1));
    assert_eq!(running.get("/x?skip=1").await, json!(2));
}

#[tokio::test]
async fn route_chains_methods_and_param_loads_what_a_parameter_names() {
    let running = start(
        "router.param('id', (req, res, next, id) => { if (id === '0') return next(new Error('zero')); req.item = 'item ' + id; next(); });
         router.route('/items/:id')
           .get((req, res) => res.json(req.item))
           .post((req, res) => res.status(201).json(req.item));",
    )
    .await;
    assert_eq!(running.get("/items/7").await, json!("item 7"));
    assert_eq!(running.answer("POST", "/items/7").await.status, 201);
    assert_eq!(running.answer("GET", "/items/0").await.status, 500);
}

#[tokio::test]
async fn errors_of_every_kind_reach_the_handler_of_errors() {
    let running = start(
        "router.get('/throws', () => { throw new Error('thrown'); });
         router.get('/next', (req, res, next) => next(new Error('nexted')));
         router.get('/rejects', async () => { throw new Error('rejected'); });
         router.get('/later', (req, res, next) => setTimeout(() => next(new Error('late')), 5));
         router.use((error, req, res, next) => res.status(418).json(error.message));",
    )
    .await;
    for (path, message) in
        [("/throws", "thrown"), ("/next", "nexted"), ("/rejects", "rejected"), ("/later", "late")]
    {
        let answer = running.answer("GET", path).await;
        assert_eq!((answer.status, body(&answer)), (418, json!(message)));
    }
}

#[tokio::test]
async fn an_error_that_nobody_handles_is_an_envelope_and_its_stack_goes_to_the_log() {
    let running = start(
        "router.get('/boom', async () => { throw new Error('secret detail'); });
         router.get('/mine', (req, res, next) => { const e = new Error('房间已满'); e.status = 409; next(e); });",
    )
    .await;
    let answer = running.answer("GET", "/boom").await;
    assert_eq!(answer.status, 500);
    assert_eq!(body(&answer), json!({"code": 500, "message": "服务器内部错误", "data": null}));
    let log = running.log();
    assert!(log.contains("secret detail") && log.contains("backend/routes.js:5"), "{log}");
    let answer = running.answer("GET", "/mine").await;
    assert_eq!(
        (answer.status, body(&answer)),
        (409, json!({"code": 409, "message": "房间已满", "data": null}))
    );
}

#[tokio::test]
async fn what_matches_nothing_is_a_404_envelope() {
    let running = start("router.get('/x', (req, res) => res.json(1));").await;
    let answer = running.answer("GET", "/y").await;
    assert_eq!((answer.status, body(&answer)["code"].clone()), (404, json!(404)));
}

#[tokio::test]
async fn an_app_is_a_router_too() {
    let code = "const app = require('express')(); app.use(require('express').json());
                app.get('/x', (req, res) => res.json(app.get('env'))); module.exports = app;";
    let running =
        TestBackEnd::start(package(&[("backend/routes.js", code)]), Default::default()).await.unwrap();
    assert_eq!(running.get("/x").await, json!("production"));
}

#[tokio::test]
async fn hundreds_of_routes_and_middleware_do_not_exhaust_the_stack() {
    let running = start(
        "for (let i = 0; i < 300; i++) router.use((req, res, next) => next());
         for (let i = 0; i < 500; i++) router.get('/r' + i, (req, res) => res.json(i));",
    )
    .await;
    assert_eq!(running.get("/r499").await, json!(499));
    assert_eq!(running.call(request("GET", "/none")).await.unwrap().status, 404);
}
