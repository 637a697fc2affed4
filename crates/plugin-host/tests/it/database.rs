//! The database as better-sqlite3 has it, and the members in it.

use std::sync::atomic::Ordering;

use plugin_host::PublicUser;
use serde_json::{Value, json};

use crate::support::{TestBackEnd, start};

/// Runs code with an empty table `t` and answers what it returns.
async fn value_of(code: &str) -> Value {
    let (_, value) = running_and_value(code).await;
    value
}

async fn running_and_value(code: &str) -> (TestBackEnd, Value) {
    let running = start(&format!(
        "db.exec('CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, n REAL, data BLOB)');
         const failure = (work) => {{ try {{ work(); return null; }} catch (e) {{ return [e.name, e.code || null, e.message]; }} }};
         router.get('/x', (req, res) => res.json((() => {{ {code} }})()));"
    ))
    .await;
    let value = running.get("/x").await;
    (running, value)
}

#[tokio::test]
async fn statements_answer_rows_in_the_order_of_their_columns() {
    let got = value_of(
        "const add = db.prepare('INSERT INTO t (name, n) VALUES (?, ?)'); const one = add.run('a', 1.5); const two = add.run(['b', null]);
         const find = db.prepare('SELECT name, id, n FROM t WHERE name = ?');
         return [one, two, find.get('a'), find.get('z') === undefined, find.all('b'), db.prepare('SELECT count(*) FROM t').pluck().get(),
           db.prepare('SELECT id, name FROM t ORDER BY id').raw().all(), [...db.prepare('SELECT id FROM t').iterate()].length, JSON.stringify(find.get('a'))];",
    )
    .await;
    assert_eq!(
        got,
        json!([{"changes": 1, "lastInsertRowid": 1}, {"changes": 1, "lastInsertRowid": 2}, {"name": "a", "id": 1, "n": 1.5}, true,
               [{"name": "b", "id": 2, "n": null}], 2, [[1, "a"], [2, "b"]], 2, "{\"name\":\"a\",\"id\":1,\"n\":1.5}"])
    );
}

#[tokio::test]
async fn parameters_are_bound_by_place_and_by_name() {
    let got = value_of(
        "const named = db.prepare('INSERT INTO t (name, n) VALUES (@name, $n)'); named.run({ name: 'a', n: 2 });
         const run = db.prepare('INSERT INTO t (name, n) VALUES (?, ?)').run; const s = db.prepare('INSERT INTO t (name, n) VALUES (?, ?)'); s.run.apply(s, ['b', 3]);
         const bound = db.prepare('SELECT name FROM t WHERE n = ?').bind(3);
         return [bound.get(), db.prepare('SELECT n FROM t WHERE name = :x').get({ x: 'a' }), failure(() => s.run('c')), failure(() => s.run('c', 1, 2)), failure(() => named.run({ name: 'x' })),
           failure(() => s.run('c', true)), failure(() => s.run('c', {})) !== null, db.prepare('SELECT ? AS big').get(9007199254740993n)];",
    )
    .await;
    assert_eq!(got[0], json!({"name": "b"}));
    assert_eq!(got[1], json!({"n": 2}));
    assert_eq!(got[2], json!(["RangeError", null, "Too few parameter values were provided"]));
    assert_eq!(got[3], json!(["RangeError", null, "Too many parameter values were provided"]));
    assert_eq!(got[4], json!(["RangeError", null, "Missing named parameter \"n\""]));
    assert_eq!(got[5][0], "TypeError");
    assert_eq!(got[6], true);
}

#[tokio::test]
async fn bytes_go_in_and_come_out_as_buffers() {
    let got = value_of(
        "db.prepare('INSERT INTO t (name, data) VALUES (?, ?)').run('a', Buffer.from([0, 255, 1]));
         const row = db.prepare('SELECT data FROM t').get(); return [Buffer.isBuffer(row.data), row.data.toString('hex'), db.prepare('SELECT hex(data) FROM t').pluck().get(), db.prepare('SELECT data FROM t').pluck().all()[0].length];",
    )
    .await;
    assert_eq!(got, json!([true, "00ff01", "00FF01", 3]));
}

#[tokio::test]
async fn errors_have_the_names_and_codes_of_better_sqlite3() {
    let got = value_of(
        "db.prepare('INSERT INTO t (name) VALUES (?)').run('a');
         return [failure(() => db.prepare('INSERT INTO t (name) VALUES (?)').run('a')), failure(() => db.prepare('SELEC 1')), failure(() => db.prepare('SELECT 1; SELECT 2')),
           failure(() => db.prepare('  ')), failure(() => db.prepare('SELECT 1').run()), failure(() => db.prepare('DELETE FROM t').get()), failure(() => db.exec('SELECT * FROM nowhere'))];",
    )
    .await;
    assert_eq!(
        got[0],
        json!(["SqliteError", "SQLITE_CONSTRAINT_UNIQUE", "UNIQUE constraint failed: t.name"])
    );
    assert_eq!((&got[1][0], &got[1][1]), (&json!("SqliteError"), &json!("SQLITE_ERROR")));
    assert!(got[2][2].as_str().unwrap().contains("more than one statement"), "{got}");
    assert_eq!(got[3][0], "RangeError");
    assert_eq!(got[4][0], "TypeError");
    assert_eq!(got[5][0], "TypeError");
    assert!(got[6][2].as_str().unwrap().contains("no such table"), "{got}");
}

#[tokio::test]
async fn transactions_commit_roll_back_and_nest() {
    let got = value_of(
        "const add = db.prepare('INSERT INTO t (name) VALUES (?)'); const count = () => db.prepare('SELECT count(*) FROM t').pluck().get();
         const both = db.transaction((one, two) => { add.run(one); if (two) add.run(two); return db.inTransaction; }); const seen = [both('a', 'b'), count(), db.inTransaction];
         seen.push(failure(() => db.transaction(() => { add.run('c'); throw new Error('undo'); })()), count());
         const outer = db.transaction(() => { add.run('d'); try { db.transaction(() => { add.run('e'); throw new Error('inner'); })(); } catch (e) {} add.run('f'); }); outer.immediate();
         seen.push(db.prepare('SELECT name FROM t ORDER BY id').pluck().all()); seen.push(failure(() => db.transaction(async () => {})()), db.inTransaction);
         return seen;",
    )
    .await;
    assert_eq!((&got[0], &got[1], &got[2]), (&json!(true), &json!(2), &json!(false)));
    assert_eq!((&got[3][2], &got[4]), (&json!("undo"), &json!(2)));
    assert_eq!(got[5], json!(["a", "b", "d", "f"]));
    assert_eq!((&got[6][0], &got[7]), (&json!("TypeError"), &json!(false)));
}

#[tokio::test]
async fn columns_are_added_as_games_do_it() {
    let got = value_of(
        "const columns = () => db.prepare('PRAGMA table_info(t)').all().map((c) => c.name); const before = columns();
         if (!before.includes('mode')) db.exec(\"ALTER TABLE t ADD COLUMN mode TEXT NOT NULL DEFAULT 'normal'\");
         db.exec('ALTER TABLE t RENAME COLUMN mode TO kind; ALTER TABLE t DROP COLUMN kind; CREATE INDEX i ON t (n); ALTER TABLE t RENAME TO u; ALTER TABLE u RENAME TO t');
         return [before, columns(), db.pragma('journal_mode = WAL'), db.pragma('journal_mode', { simple: true }), db.pragma('foreign_keys', { simple: true }), db.pragma('synchronous = NORMAL'), db.pragma('user_version = 3'), db.pragma('user_version', { simple: true }), db.pragma('table_info(t)').length];",
    )
    .await;
    assert_eq!(
        got,
        json!([["id", "name", "n", "data"], ["id", "name", "n", "data"], [{"journal_mode": "wal"}], "wal", 1, [], [], 3, 4])
    );
}

#[tokio::test]
async fn full_text_search_and_json_are_there() {
    let got = value_of(
        "db.exec(\"CREATE VIRTUAL TABLE words USING fts5(text); INSERT INTO words VALUES ('the quick fox'), ('a slow dog')\");
         return [db.prepare('SELECT text FROM words WHERE words MATCH ?').pluck().all('quick'), db.prepare(\"SELECT value FROM json_each('[1,2]')\").pluck().all(), db.prepare(\"SELECT json_extract('{\\\"a\\\":7}', '$.a')\").pluck().get()];",
    )
    .await;
    assert_eq!(got, json!([["the quick fox"], [1, 2], 7]));
}

#[tokio::test]
async fn members_are_a_table_that_follows_the_portal() {
    let running = start(
        "db.exec('CREATE TABLE seats (user_id TEXT REFERENCES users (user_id), n INTEGER)');
         router.get('/users', (req, res) => res.json(db.prepare('SELECT * FROM users ORDER BY user_id').all()));
         router.get('/seat/:id', (req, res) => { db.prepare('INSERT INTO seats VALUES (?, 1)').run(req.params.id);
           res.json(db.prepare('SELECT s.n, u.net_name FROM seats s JOIN users u ON u.user_id = s.user_id').all()); });",
    )
    .await;
    assert_eq!(running.get("/users").await, json!([]));
    let user = PublicUser {
        user_id: "250101".to_owned(),
        net_name: "狐".to_owned(),
        real_name: "周一".to_owned(),
        avatar: None,
        class: "01".to_owned(),
        role: "user".to_owned(),
    };
    running.portal.users.lock().unwrap().push(user);
    assert_eq!(running.get("/users").await, json!([]), "the revision is the same");
    running.portal.revision.fetch_add(1, Ordering::SeqCst);
    let row = json!([{"user_id": "250101", "net_name": "狐", "real_name": "周一", "avatar": null, "class": "01", "role": "user"}]);
    assert_eq!(running.get("/users").await, row);
    assert_eq!(running.get("/seat/250101").await, json!([{"n": 1, "net_name": "狐"}]));
    assert_eq!(running.answer("GET", "/seat/999").await.status, 500, "a foreign key holds");
    running.portal.users.lock().unwrap().clear();
    running.portal.revision.fetch_add(1, Ordering::SeqCst);
    assert_eq!(running.get("/users").await, json!([]));
}
