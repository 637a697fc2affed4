//! The module `axios`.

use plugin_host::FetchError;
use serde_json::json;

use super::{HELLO, value_of, value_with};
use crate::support::found;

#[tokio::test]
async fn axios_sends_and_answers_json() {
    let got = value_of(
        "const axios = require('axios'); const r = await axios.post('https://echo.test/p', { a: [1, 'é'] }, { params: { q: 'a b', list: [1, 2], none: null, deep: { x: 1 } } });
         const short = await axios('https://echo.test/s'); const config = await axios({ method: 'put', url: 'https://echo.test/c', data: new URLSearchParams({ a: 'b' }) });
         const form = await axios.post('https://echo.test/f', { a: 1 }, { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }); const bytes = await axios.patch('https://echo.test/b', Buffer.from('raw'));
         const gone = await axios.delete('https://echo.test/d', { data: { id: 1 } });
         return [r.status, r.statusText, r.headers['content-type'], r.headers.get('Content-Type'), r.data.method, r.data.url, r.data.body, r.data.headers['content-type'], short.data.method, short.data.headers.accept,
           config.data.body, config.data.method, form.data.body, bytes.data.body, gone.data.body, gone.data.method, (await axios.head('https://echo.test/h')).status, (await axios.options('https://echo.test/h')).data.method];",
    )
    .await;
    assert_eq!(
        got,
        json!([
            200,
            "OK",
            "application/json",
            "application/json",
            "POST",
            "https://echo.test/p?q=a+b&list[]=1&list[]=2&deep[x]=1",
            "{\"a\":[1,\"é\"]}",
            "application/json",
            "GET",
            "application/json, text/plain, */*",
            "a=b",
            "PUT",
            "a=1",
            "raw",
            "{\"id\":1}",
            "DELETE",
            200,
            "OPTIONS"
        ])
    );
}

#[tokio::test]
async fn an_instance_of_axios_has_defaults_of_its_own() {
    let got = value_of(
        "const axios = require('axios'); const api = axios.create({ baseURL: 'https://echo.test/v1/', headers: { 'X-Key': 'k', post: { 'X-Post': 'p' } }, params: { key: '1' }, auth: { username: 'u', password: 'p' } });
         api.defaults.headers.common['X-Late'] = 'l'; const get = (await api.get('/a', { params: { b: 2 }, headers: { 'x-key': 'own' } })).data; const post = (await api.post('b', {})).data; const away = (await api.get('https://echo.test/away')).data;
         return [get.url, get.headers['x-key'], get.headers['x-late'], get.headers['x-post'] || null, get.headers.authorization, post.headers['x-post'], post.url, away.url, api.getUri({ url: '/u' }), axios.defaults.headers.common['X-Late'] || null, require('axios').default === axios];",
    )
    .await;
    assert_eq!(
        got,
        json!([
            "https://echo.test/v1/a?key=1&b=2",
            "own",
            "l",
            null,
            "Basic dTpw",
            "p",
            "https://echo.test/v1/b?key=1",
            "https://echo.test/away?key=1",
            "https://echo.test/v1/u?key=1",
            null,
            true
        ])
    );
}

#[tokio::test]
async fn axios_gives_the_body_in_the_form_that_was_asked_for() {
    let url = "https://a.test/j";
    let got = value_with(
        "const axios = require('axios'); const get = async (responseType) => (await axios.get('https://a.test/j', { responseType })).data;
         const stream = await get('stream'); return [await get(), await get('json'), await get('text'), Buffer.isBuffer(await get('arraybuffer')), (await get('arraybuffer')).toString(), await collect(stream), (await axios.get('https://a.test/hello')).data,
           (await axios.get('https://a.test/j', { transformResponse: [(text) => text.length] })).data, await failing(get('blob'))];",
        vec![
            (url, Ok(found(url, "application/json", b"{\"a\":1}"))),
            (HELLO, Ok(found(HELLO, "text/plain", "héllo".as_bytes()))),
        ],
    )
    .await;
    assert_eq!(
        got,
        json!([
            {"a": 1},
            {"a": 1},
            "{\"a\":1}",
            true,
            "{\"a\":1}",
            "{\"a\":1}",
            "héllo",
            7,
            ["AxiosError", "responseType is json, text, arraybuffer or stream", "ERR_NOT_SUPPORT"]
        ])
    );
}

#[tokio::test]
async fn errors_of_axios_are_those_that_back_ends_look_at() {
    let answer = |status, body: &[u8]| {
        let mut answer = found("https://a.test/", "application/json", body);
        answer.status = status;
        Ok(answer)
    };
    let got = value_with(
        "const axios = require('axios'); const seen = (promise) => promise.then((r) => r.status, (e) => [e.name, e.code, e.isAxiosError && axios.isAxiosError(e), e.response ? [e.response.status, e.response.data] : null, axios.isCancel(e)]);
         const source = axios.CancelToken.source(); const controller = new AbortController(); setTimeout(() => { source.cancel('no more'); controller.abort(); }, 5);
         return [await seen(axios.get('https://a.test/404')), await seen(axios.get('https://a.test/500')), await seen(axios.get('https://a.test/404', { validateStatus: () => true })), await seen(axios.get('https://unknown.test/')), await seen(axios.get('https://a.test/late')),
           await seen(axios.get('https://silent.test/', { timeout: 5 })), await seen(axios.get('https://silent.test/', { signal: controller.signal })), await seen(axios.get('https://silent.test/', { cancelToken: source.token })), await seen(axios.get('/relative')), await seen(axios.get('https://a.test/404', { maxRedirects: 0 })),
           thrown(() => axios.interceptors.request.use(() => {}))[2], (await axios.get('https://a.test/404').catch((e) => e)).message, (await axios.get('https://silent.test/', { timeout: 5 }).catch((e) => e)).message];",
        vec![
            ("https://a.test/404", answer(404, b"{\"why\":\"gone\"}")),
            ("https://a.test/500", answer(500, b"broken")),
            ("https://a.test/late", Err(FetchError::TimedOut)),
        ],
    )
    .await;
    assert_eq!(
        got,
        json!([
            ["AxiosError", "ERR_BAD_REQUEST", true, [404, {"why": "gone"}], false],
            ["AxiosError", "ERR_BAD_RESPONSE", true, [500, "broken"], false],
            404,
            ["AxiosError", "ECONNREFUSED", true, null, false],
            ["AxiosError", "ETIMEDOUT", true, null, false],
            ["AxiosError", "ECONNABORTED", true, null, false],
            ["CanceledError", "ERR_CANCELED", true, null, true],
            ["CanceledError", "ERR_CANCELED", true, null, true],
            ["AxiosError", "ERR_INVALID_URL", true, null, false],
            ["AxiosError", "ERR_NOT_SUPPORT", true, null, false],
            "ERR_NOT_SUPPORT",
            "Request failed with status code 404",
            "timeout of 5ms exceeded"
        ])
    );
}
