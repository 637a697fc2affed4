//! The module `zlib`.

use std::time::Duration;

use plugin_host::{CallError, Limits};
use serde_json::json;

use super::{handler, start_with, value_at_leisure, value_of};
use crate::support::request;

#[tokio::test]
async fn zlib_packs_and_unpacks_what_it_packed() {
    let got = value_of(
        "const zlib = require('zlib'); const { promisify } = require('util'); const text = 'text '.repeat(1000);
         const round = (pack, unpack) => { const packed = zlib[pack](text); return [packed.length < 200, zlib[unpack](packed).toString() === text]; };
         const two = Buffer.concat([zlib.gzipSync('one '), zlib.gzipSync('two')]);
         return [round('gzipSync', 'gunzipSync'), round('deflateSync', 'inflateSync'), round('deflateRawSync', 'inflateRawSync'), round('gzipSync', 'unzipSync'), round('deflateSync', 'unzipSync'), zlib.gunzipSync(two).toString(),
           (await promisify(zlib.gunzip)(await promisify(zlib.gzip)('async'))).toString(), thrown(() => zlib.gunzipSync('nonsense'))[2], thrown(() => zlib.gunzipSync(zlib.gzipSync(text).subarray(0, 20)))[2], thrown(() => zlib.inflateSync(Buffer.from([1, 2, 3, 4])))[2], thrown(() => zlib.gunzipSync(5))[2], Buffer.isBuffer(zlib.gzipSync(''))];",
    )
    .await;
    let both = json!([true, true]);
    assert_eq!(
        got,
        json!([
            both,
            both,
            both,
            both,
            both,
            "one two",
            "async",
            "Z_DATA_ERROR",
            "Z_BUF_ERROR",
            "Z_DATA_ERROR",
            "ERR_INVALID_ARG_TYPE",
            true
        ])
    );
}

#[tokio::test]
async fn what_unpacks_to_very_much_is_an_error() {
    let got = value_at_leisure(
        "const zlib = require('zlib'); const full = Buffer.alloc(8 << 20); const packed = zlib.gzipSync(full); const bomb = Buffer.concat([packed, zlib.gzipSync('x')]);
         return [zlib.gunzipSync(packed).length, thrown(() => zlib.gunzipSync(bomb))[2], thrown(() => zlib.gzipSync(Buffer.alloc((8 << 20) + 1)))[2]];",
        Vec::new(),
    )
    .await;
    assert_eq!(got, json!([8 << 20, "ERR_BUFFER_TOO_LARGE", "ERR_BUFFER_TOO_LARGE"]));
}

#[tokio::test]
async fn very_many_small_archives_are_cut_off_with_the_turn() {
    let limits = Limits { slice: Duration::from_millis(20), ..Limits::default() };
    let running = start_with(
        &handler(
            "const zlib = require('zlib'); const one = zlib.gzipSync(''); let all = one; while (all.length < (3 << 20)) all = Buffer.concat([all, all]);
             for (;;) zlib.gunzipSync(all);",
        ),
        Vec::new(),
        limits,
    )
    .await;
    // The turn has no time left, so its handler's own answer may come or not.
    match running.call(request("GET", "/x")).await {
        Ok(answer) => assert_eq!(answer.status, 500),
        result => assert_eq!(result, Err(CallError::OverBudget)),
    }
    assert_eq!(running.answer("GET", "/none").await.status, 404);
}
