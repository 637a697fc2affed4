//! What a handler sees of a request.

use plugin_host::Call;
use serde_json::json;

use crate::support::{json as body, member, posting, request, start, text};

#[tokio::test]
async fn the_request_has_path_query_headers_and_address() {
    let running = start(
        "router.get('/x/y', (req, res) => res.json([req.method, req.path, req.query, req.get('X-Room'), req.header('accept'),
           req.headers['x-room'], req.ip, req.originalUrl, req.url, req.params]));",
    )
    .await;
    let headers = vec![("X-Room".to_owned(), "7".to_owned()), ("Accept".to_owned(), "text/html".to_owned())];
    let answer = running
        .call(Call { headers, ..request("GET", "/x/y?a=1&a=2&user[name]=%E5%91%A8&b=") })
        .await
        .unwrap();
    assert_eq!(
        body(&answer),
        json!(["GET", "/x/y", {"a": ["1", "2"], "user": {"name": "周"}, "b": ""}, "7", "text/html", "7",
               "192.0.2.7", "/api/sample/x/y?a=1&a=2&user[name]=%E5%91%A8&b=",
               "/x/y?a=1&a=2&user[name]=%E5%91%A8&b=", {}])
    );
}

#[tokio::test]
async fn headers_of_one_name_are_joined_whatever_their_name_is() {
    let running = start(
        "router.get('/', (req, res) => res.json(['x-a', '__proto__', 'constructor'].map((name) => req.get(name)).concat(
           Object.getPrototypeOf(req.headers) === Object.prototype)));",
    )
    .await;
    let names = ["X-A", "__proto__", "constructor", "x-a", "__proto__"];
    let headers = names.iter().enumerate().map(|(at, name)| ((*name).to_owned(), at.to_string())).collect();
    let answer = running.call(Call { headers, ..request("GET", "/") }).await.unwrap();
    assert_eq!(body(&answer), json!(["0, 3", "1, 4", "2", true]));
}

#[tokio::test]
async fn credentials_of_the_member_are_not_in_the_request() {
    let running = start(
        "router.get('/x', (req, res) => res.json([req.headers, req.rawHeaders, req.cookies, req.get('authorization') || null]));",
    )
    .await;
    let headers =
        [("Cookie", "token=secret"), ("Authorization", "Bearer secret"), ("Proxy-Authorization", "secret")];
    let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    let answer = running.call(Call { headers, ..request("GET", "/x") }).await.unwrap();
    assert_eq!(body(&answer), json!([{}, [], {}, null]));
}

#[tokio::test]
async fn json_and_forms_are_parsed_and_broken_ones_refused() {
    let running = start("router.post('/x', (req, res) => res.json(req.body));").await;
    assert_eq!(
        running.post("/x", json!({"a": [1, {"b": "ü"}]}), None).await.1,
        json!({"a": [1, {"b": "ü"}]})
    );
    let form = Call {
        headers: vec![(
            "content-type".to_owned(),
            "application/x-www-form-urlencoded; charset=utf-8".to_owned(),
        )],
        body: b"name=%E5%91%A8+x&seats[]=1&seats[]=2&deep[a][b]=c".to_vec(),
        ..request("POST", "/x")
    };
    let got = body(&running.call(form).await.unwrap());
    assert_eq!(got, json!({"name": "周 x", "seats": ["1", "2"], "deep": {"a": {"b": "c"}}}));
    let broken = Call { body: b"{\"a\":".to_vec(), ..posting("/x", json!(null), None) };
    assert_eq!(running.call(broken).await.unwrap().status, 400);
    let large = Call { body: vec![b' '; (1 << 20) + 1], ..posting("/x", json!(null), None) };
    assert_eq!(running.call(large).await.unwrap().status, 413);
    assert_eq!(body(&running.answer("POST", "/x").await), json!({}));
}

#[tokio::test]
async fn names_of_a_form_never_reach_the_prototype_of_objects() {
    let running = start(
        "router.all('/x', (req, res) => res.json([({}).polluted || null, req.query.__proto__ === Object.prototype, Object.keys(req.body)]));",
    )
    .await;
    let form = Call {
        headers: vec![("content-type".to_owned(), "application/x-www-form-urlencoded".to_owned())],
        body: b"__proto__[polluted]=1&constructor[prototype][polluted]=1&a[__proto__][polluted]=1".to_vec(),
        ..request("POST", "/x?__proto__[polluted]=1&__proto__=2")
    };
    assert_eq!(body(&running.call(form).await.unwrap()), json!([null, true, []]));
    let raw = Call { body: br#"{"__proto__":{"polluted":1}}"#.to_vec(), ..posting("/x", json!(null), None) };
    assert_eq!(body(&running.call(raw).await.unwrap()), json!([null, true, ["__proto__"]]));
}

#[tokio::test]
async fn what_one_call_puts_on_its_request_no_other_sees() {
    let running = start(
        "router.use((req, res, next) => { req.seen = (req.seen || 0) + 1; res.locals.n = (res.locals.n || 0) + 1; next(); });
         router.get('/x', (req, res) => res.json([req.seen, res.locals.n]));",
    )
    .await;
    for _ in 0..3 {
        assert_eq!(running.get("/x").await, json!([1, 1]));
    }
}

#[tokio::test]
async fn other_bodies_are_read_as_a_stream_or_by_a_parser() {
    let running = start(
        "router.post('/events', (req, res) => { let text = ''; req.setEncoding('utf8');
           req.on('data', (piece) => { text += piece; }); req.on('end', () => res.json(JSON.parse(text))); });
         router.post('/bytes', (req, res) => { const all = []; req.on('data', (piece) => all.push(piece));
           req.on('end', () => res.json([all.length, Buffer.concat(all).length, Buffer.isBuffer(all[0])])); });
         router.post('/iterate', async (req, res) => { let n = 0; for await (const piece of req) n += piece.length; res.json(n); });
         router.post('/text', express.text(), (req, res) => res.json(req.body));",
    )
    .await;
    let plain = |url: &str, body: Vec<u8>| Call {
        headers: vec![("content-type".to_owned(), "text/plain".to_owned())],
        body,
        ..request("POST", url)
    };
    let got = running.call(plain("/events", "{\"a\":\"周\"}".into())).await.unwrap();
    assert_eq!(body(&got), json!({"a": "周"}));
    let got = running.call(plain("/bytes", vec![255; 200_000])).await.unwrap();
    assert_eq!(body(&got), json!([4, 200_000, true]));
    assert_eq!(text(&running.call(plain("/iterate", vec![1; 70_000])).await.unwrap()), "70000");
    assert_eq!(body(&running.call(plain("/text", "hello".into())).await.unwrap()), json!("hello"));
    assert_eq!(body(&running.call(plain("/bytes", Vec::new())).await.unwrap())[0], json!(0));
}

#[tokio::test]
async fn the_host_says_who_calls_and_routes_choose_who_may() {
    let running = start(
        "router.get('/me', auth.requireAuth, (req, res) => res.json(req.user));
         router.get('/admin', auth.requireAdmin, (req, res) => res.json('in'));
         router.get('/open', auth.optionalAuth, (req, res) => res.json(req.user ? req.user.user_id : null));
         router.get('/raw', (req, res) => res.json(req.user || null));",
    )
    .await;
    let answer = running.answer("GET", "/me").await;
    assert_eq!(
        (answer.status, body(&answer)),
        (401, json!({"code": 401, "message": "未登录", "data": null}))
    );
    let me = |url: &str| Call { user: Some(member("250107")), ..request("GET", url) };
    let user = body(&running.call(me("/me")).await.unwrap());
    assert_eq!(
        (&user["user_id"], &user["is_admin"], &user["class"]),
        (&json!("250107"), &json!(0), &json!("01"))
    );
    let answer = running.call(me("/admin")).await.unwrap();
    assert_eq!(
        (answer.status, body(&answer)),
        (403, json!({"code": 403, "message": "无权限执行此操作", "data": null}))
    );
    let mut admin = me("/admin");
    admin.user.as_mut().unwrap().class_admin = true;
    assert_eq!(running.call(admin).await.unwrap().status, 200);
    assert_eq!(body(&running.call(me("/open")).await.unwrap()), json!("250107"));
    assert_eq!(running.get("/open").await, json!(null));
    assert_eq!(body(&running.call(me("/raw")).await.unwrap()), json!(null));
}
