//! Local time of back ends: the portal's, whatever the zone of the process.

use plugin_host::{Limits, Source};
use serde_json::{Value, json};

use crate::support::{TestBackEnd, request, routes, source, text};

/// China: one offset.
fn shanghai() -> Vec<(i64, i32)> {
    vec![(i64::MIN, 480)]
}

/// Central Europe in 2026: summer time from 2026-03-29T01:00Z to 2026-10-25T01:00Z.
fn berlin() -> Vec<(i64, i32)> {
    vec![(i64::MIN, 60), (1_774_746_000_000, 120), (1_792_890_000_000, 60)]
}

/// What statements return in a handler of a back end with these offsets.
async fn value_of(offsets: Vec<(i64, i32)>, code: &str) -> Value {
    let handler = format!("router.get('/x', (req, res) => {{ res.json((() => {{ {code} }})()); }});");
    let source = Source { offsets, ..source(&routes(&handler)) };
    let running = TestBackEnd::start(source, Limits::default()).await.unwrap();
    let answer = running.call(request("GET", "/x")).await.unwrap();
    assert_eq!(answer.status, 200, "{}\n{}", text(&answer), running.log());
    crate::support::json(&answer)
}

#[tokio::test]
async fn today_is_the_schools_day_just_after_local_midnight() {
    let code = "const time = require('../../../server/src/utils/time');
         const before = new Date('2026-11-26T15:59:59Z'), after = new Date('2026-11-26T16:00:01Z');
         return [time.today(before), time.today(after), time.format(after), time.format(after.getTime()),
           (() => { const first = time.format(new Date()), now = time.now(); return first <= now && now <= time.format(); })()];";
    let got = value_of(shanghai(), code).await;
    let after = "2026-11-27 00:00:01";
    assert_eq!(got, json!(["2026-11-26", "2026-11-27", after, after, true]));
    let got = value_of(vec![], code).await;
    assert_eq!(got[2], json!("2026-11-26 16:00:01"), "without offsets local time is UTC");
}

#[tokio::test]
async fn getters_are_local_and_their_utc_kin_are_not() {
    let got = value_of(
        shanghai(),
        "const d = new Date(Date.UTC(2026, 11, 31, 20, 5, 6, 7));
         return [d.getFullYear(), d.getYear(), d.getMonth(), d.getDate(), d.getDay(), d.getHours(), d.getMinutes(),
           d.getSeconds(), d.getMilliseconds(), d.getTimezoneOffset(), d.getUTCFullYear(), d.getUTCHours(), d.toISOString()];",
    )
    .await;
    let iso = "2026-12-31T20:05:06.007Z";
    assert_eq!(got, json!([2027, 127, 0, 1, 5, 4, 5, 6, 7, -480, 2026, 20, iso]));
}

#[tokio::test]
async fn getters_follow_the_changes_of_summer_time() {
    let got = value_of(
        berlin(),
        "return ['2026-03-29T00:59:59Z', '2026-03-29T01:00:00Z', '2026-10-25T00:59:59Z', '2026-10-25T01:00:00Z',
           '1970-01-01T00:00:00Z', '2100-07-01T00:00:00Z'].map((at) => {
             const d = new Date(at); return [d.getDate(), d.getHours(), d.getTimezoneOffset()]; });",
    )
    .await;
    let expected = [[29, 1, -60], [29, 3, -120], [25, 2, -120], [25, 2, -60], [1, 1, -60], [1, 1, -60]];
    assert_eq!(got, json!(expected));
}

#[tokio::test]
async fn the_first_offset_holds_before_its_moment_too() {
    let got = value_of(
        vec![(1_774_746_000_000, 120), (1_792_890_000_000, 60)],
        "return [new Date(0).getHours(), new Date(1970, 0, 1).toISOString(), new Date(2026, 10, 1).toISOString()];",
    )
    .await;
    assert_eq!(got, json!([2, "1969-12-31T22:00:00.000Z", "2026-10-31T23:00:00.000Z"]));
}

#[tokio::test]
async fn components_are_local_also_where_local_time_jumps_or_repeats() {
    let got = value_of(
        berlin(),
        "const at = (...parts) => new Date(...parts).toISOString();
         return [at(2026, 2, 29, 1, 59), at(2026, 2, 29, 2, 0), at(2026, 2, 29, 2, 59), at(2026, 2, 29, 3, 0),
           at(2026, 9, 25, 1, 59), at(2026, 9, 25, 2, 30), at(2026, 9, 25, 2, 59, 59, 999), at(2026, 9, 25, 3, 0),
           at(99, 0), at(2026, 12, 1, 0, 0, 0, 5)];",
    )
    .await;
    assert_eq!(
        got,
        json!([
            "2026-03-29T00:59:00.000Z",
            // The hour that is left out is taken with the offset of before.
            "2026-03-29T01:00:00.000Z",
            "2026-03-29T01:59:00.000Z",
            "2026-03-29T01:00:00.000Z",
            "2026-10-24T23:59:00.000Z",
            // The hour that comes twice is its first.
            "2026-10-25T00:30:00.000Z",
            "2026-10-25T00:59:59.999Z",
            "2026-10-25T02:00:00.000Z",
            "1998-12-31T23:00:00.000Z",
            "2026-12-31T23:00:00.005Z"
        ])
    );
}

#[tokio::test]
async fn setters_are_local_and_answer_the_time() {
    let got = value_of(
        berlin(),
        "const set = (name, ...values) => {
           const d = new Date('2026-03-28T11:22:33.444Z'); const time = d[name](...values);
           return time === d.getTime() ? d.toISOString() : 'answered ' + time; };
         return [set('setFullYear', 2027), set('setFullYear', 2026, 6, 1), set('setYear', 97), set('setMonth', 6),
           set('setMonth', 6, 31), set('setDate', 29), set('setHours', 0), set('setHours', 1, 2, 3, 4), set('setHours', 26, 30),
           set('setMinutes', 5, 6, 7), set('setSeconds', 61), set('setMilliseconds', 1), set('setUTCHours', 0)];",
    )
    .await;
    assert_eq!(
        got,
        json!([
            "2027-03-28T11:22:33.444Z",
            "2026-07-01T10:22:33.444Z",
            "1997-03-28T11:22:33.444Z",
            "2026-07-28T10:22:33.444Z",
            "2026-07-31T10:22:33.444Z",
            "2026-03-29T10:22:33.444Z",
            "2026-03-27T23:22:33.444Z",
            "2026-03-28T00:02:03.004Z",
            "2026-03-29T01:30:33.444Z",
            "2026-03-28T11:05:06.007Z",
            "2026-03-28T11:23:01.444Z",
            "2026-03-28T11:22:33.001Z",
            "2026-03-28T00:22:33.444Z"
        ])
    );
}

#[tokio::test]
async fn setters_make_an_invalid_date_of_what_is_no_number_and_the_year_makes_a_date_of_one() {
    let got = value_of(
        shanghai(),
        "const d = new Date(0); d.setHours('x'); const e = new Date(NaN); e.setFullYear(2026);
         const f = new Date(0); f.setMinutes();
         return [isNaN(d), e.toISOString(), isNaN(f), isNaN(new Date(NaN).setDate(1)), Date.prototype.setHours.length];",
    )
    .await;
    assert_eq!(got, json!([true, "2025-12-31T16:00:00.000Z", true, true, 4]));
}

#[tokio::test]
async fn texts_without_a_zone_are_local_except_dates_of_iso() {
    let local = "2026-01-02T03:04:05.000Z";
    let midnight = "2026-01-01T16:00:00.000Z";
    for (written, expected) in [
        ("2026-01-02", "2026-01-02T00:00:00.000Z"),
        ("2026-01", "2026-01-01T00:00:00.000Z"),
        ("2026-01-02T11:04:05", local),
        ("2026-01-02T11:04:05.000", local),
        ("2026-01-02 11:04:05", local),
        ("2026/01/02 11:04:05", local),
        ("2026/1/2", midnight),
        ("2026-1-2", midnight),
        ("Jan 2, 2026", midnight),
        ("Fri Jan 02 2026", midnight),
        ("Jan 2 2026 11:04:05 AM", local),
        ("1/2/2026, 11:04:05 AM", local),
        ("2026-01-02T03:04:05Z", local),
        ("2026-01-02T05:04:05+02:00", local),
        ("2026-01-01T22:04:05-0500", local),
        ("2026-01-02 05:04:05+02:00", local),
        ("2026-01-01 22:04:05-05:00", local),
        ("2026-01-01 22:04:05 -0500", local),
        ("Fri, 02 Jan 2026 03:04:05 GMT", local),
        ("Fri Jan 02 2026 11:04:05 GMT+0800 (China Standard Time)", local),
        ("Jan 2 2026 03:04:05 UTC", local),
        ("Jan 1 2026 22:04:05 EST", local),
    ] {
        let code = format!(
            "return [new Date('{written}').toISOString(), new Date(Date.parse('{written}')).toISOString()];"
        );
        assert_eq!(value_of(shanghai(), &code).await, json!([expected, expected]), "{written}");
    }
    let got = value_of(
        shanghai(),
        "return ['', 'nonsense', '2026-13-01', '2026-01-02T25:00', '(GMT'].map((t) => isNaN(Date.parse(t)));",
    )
    .await;
    assert_eq!(got, json!([true, true, true, true, true]));
}

#[tokio::test]
async fn texts_name_the_local_time_and_its_offset_and_are_read_again() {
    let got = value_of(
        berlin(),
        "const d = new Date('2026-07-04T22:03:09Z');
         return [String(d), d.toDateString(), d.toTimeString(), d.toLocaleString(), d.toLocaleDateString('zh-CN'),
           d.toLocaleTimeString(), String(new Date('2026-01-04T11:00:00Z')), d.toUTCString(), JSON.stringify(d),
           new Date(String(d)).getTime() === d.getTime(), String(new Date(NaN)), new Date(NaN).toLocaleString()];",
    )
    .await;
    assert_eq!(
        got,
        json!([
            "Sun Jul 05 2026 00:03:09 GMT+0200",
            "Sun Jul 05 2026",
            "00:03:09 GMT+0200",
            "07/05/2026, 12:03:09 AM",
            "07/05/2026",
            "12:03:09 AM",
            "Sun Jan 04 2026 12:00:00 GMT+0100",
            "Sat, 04 Jul 2026 22:03:09 GMT",
            "\"2026-07-04T22:03:09.000Z\"",
            true,
            "Invalid Date",
            "Invalid Date"
        ])
    );
    let got =
        value_of(vec![(0, -210)], "return [String(new Date(0)), new Date(0).getTimezoneOffset()];").await;
    assert_eq!(got, json!(["Wed Dec 31 1969 20:30:00 GMT-0330", 210]));
    let got =
        value_of(vec![], "return [String(new Date(0)), Object.is(new Date(0).getTimezoneOffset(), 0)];")
            .await;
    assert_eq!(got, json!(["Thu Jan 01 1970 00:00:00 GMT+0000", true]));
}

#[tokio::test]
async fn the_constructor_takes_what_that_of_the_language_takes() {
    let got = value_of(
        shanghai(),
        "const time = (value) => new Date(value).getTime();
         const before = Date.now(), now = time(new Date()), made = new Date().getTime(), after = Date.now();
         let thrown = []; for (const value of [Symbol(), 1n, { valueOf: 0, toString: 0 }]) {
           try { new Date(value); thrown.push('none'); } catch (error) { thrown.push(error.name); } }
         return [before <= now && now <= made && made <= after, time(5.9), time('5000-01-01'), time(null), time(true),
           isNaN(time(undefined)), isNaN(time(9e15)), time({ valueOf: () => 7 }), time({ [Symbol.toPrimitive]: () => '1970-01-01T08:00' }),
           time(new String('1970-01-01')), thrown, typeof Date(), Date().length, isNaN(new Date(2026, NaN)), Date.UTC(1970, 0, 2)];",
    )
    .await;
    let errors = json!(["TypeError", "TypeError", "TypeError"]);
    let expected = json!([
        true,
        5,
        95_617_584_000_000_i64,
        0,
        1,
        true,
        true,
        7,
        0,
        0,
        errors,
        "string",
        33,
        true,
        86_400_000
    ]);
    assert_eq!(got, expected);
}

#[tokio::test]
async fn it_is_one_date_with_one_prototype_also_for_subclasses() {
    let got = value_of(
        shanghai(),
        "class Day extends Date { constructor(...parts) { super(...parts); } next() { return this.getDate() + 1; } }
         const day = new Day(2026, 0, 31);
         return [day instanceof Day, day instanceof Date, day.next(), day.toISOString(), new Date() instanceof Date,
           Date.length, Date.name, Date.prototype.constructor === Date, new Date(0).constructor === Date,
           new Date(day).getTime() === day.getTime(), require('util').types.isDate(day), Object.keys(Date.prototype), Object.keys(Date),
           Object.keys(globalThis).includes('Date'), Date.prototype.getHours.name, typeof (day + 1), day - day];",
    )
    .await;
    let iso = "2026-01-30T16:00:00.000Z";
    let expected = json!([
        true,
        true,
        32,
        iso,
        true,
        7,
        "Date",
        true,
        true,
        true,
        true,
        [],
        [],
        false,
        "getHours",
        "string",
        0
    ]);
    assert_eq!(got, expected);
}

#[tokio::test]
async fn methods_refuse_what_is_no_date() {
    let got = value_of(
        shanghai(),
        "return ['getHours', 'setHours', 'toString', 'toLocaleString', 'getTimezoneOffset', 'getYear', 'setYear'].map((name) => {
           try { return Date.prototype[name].call({}, 1); } catch (error) { return error.name; } });",
    )
    .await;
    assert_eq!(got, json!(vec!["TypeError"; 7]));
}

#[tokio::test]
async fn the_ends_of_time_are_dates() {
    let got = value_of(
        shanghai(),
        "return [new Date(8.64e15).getFullYear(), new Date(-8.64e15).getFullYear(), String(new Date(8.64e15)) !== 'Invalid Date'];",
    )
    .await;
    assert_eq!(got, json!([275_760, -271_821, true]));
}
