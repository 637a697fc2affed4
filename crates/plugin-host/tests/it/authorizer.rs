//! SQL that reaches for more than the back end's own tables is refused, and the author reads why.

use serde_json::Value;

use crate::support::{TestBackEnd, start};

const ROUTES: &str = r#"
    db.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, data BLOB)');
    router.post('/sql', (req, res) => {
      try {
        const statement = db.prepare(req.body.sql);
        res.json(statement.reader ? statement.all() : statement.run());
      } catch (e) { res.status(400).json({ name: e.name, code: e.code, message: e.message }); }
    });
    router.post('/long', (req, res) => res.json(db.prepare("SELECT '" + 'x'.repeat(1100000) + "'").all().length));
    router.post('/exec', (req, res) => {
      try { db.exec(req.body.sql); res.json('done'); } catch (e) { res.status(400).json({ name: e.name, code: e.code, message: e.message }); }
    });"#;

async fn sql(running: &TestBackEnd, text: &str) -> (u16, Value) {
    running.post("/sql", serde_json::json!({ "sql": text }), None).await
}

#[tokio::test]
async fn statements_that_leave_the_own_tables_are_refused() {
    let running = start(ROUTES).await;
    for text in [
        "ATTACH '/etc/passwd' AS x",
        "ATTACH ':memory:' AS x",
        "ATTACH '/tmp/' || 'x' AS x",
        "DETACH main",
        "VACUUM",
        "VACUUM INTO '/tmp/copy.db'",
        "SELECT load_extension('/tmp/x.so')",
        "SELECT fts3_tokenizer('simple')",
        "SELECT sqlite_log(1, 'x')",
        "PRAGMA database_list",
        "SELECT * FROM pragma_database_list",
        "PRAGMA writable_schema = 1",
        "PRAGMA temp_store_directory = '/tmp'",
        "PRAGMA hard_heap_limit = 1",
        "PRAGMA soft_heap_limit = 1",
        "PRAGMA max_page_count = 1000000",
        "PRAGMA trusted_schema = 1",
        "PRAGMA cell_size_check = 0",
        "PRAGMA query_only = 0",
        "PRAGMA threads = 8",
        "PRAGMA module_list",
        "CREATE VIRTUAL TABLE v USING rtree(id, a, b)",
        "CREATE VIRTUAL TABLE v USING fts3(a)",
        "CREATE VIRTUAL TABLE v USING dbstat(main)",
        "SELECT * FROM dbstat",
        "CREATE TEMP TABLE x (a)",
        "CREATE TEMP VIEW x AS SELECT 1",
        "CREATE TEMP TRIGGER x AFTER INSERT ON t BEGIN SELECT 1; END",
        "UPDATE sqlite_master SET sql = 'x'",
        "INSERT INTO sqlite_master VALUES ('table', 'x', 'x', 2, 'x')",
        "INSERT INTO sqlite_temp_master VALUES ('table', 'x', 'x', 2, 'x')",
    ] {
        let (status, answer) = sql(&running, text).await;
        assert_eq!(status, 400, "{text}: {answer}");
    }
    assert_eq!(
        running.post("/sql", serde_json::json!({"sql": "SELECT count(*) AS n FROM t"}), None).await.1[0]["n"],
        0
    );
}

#[tokio::test]
async fn a_refusal_says_what_is_refused() {
    let running = start(ROUTES).await;
    let (_, answer) = sql(&running, "ATTACH 'x' AS y").await;
    assert_eq!(answer["code"], "SQLITE_AUTH");
    assert!(answer["message"].as_str().unwrap().contains("one database"), "{answer}");
    let (_, answer) = sql(&running, "PRAGMA database_list").await;
    assert!(answer["message"].as_str().unwrap().contains("database_list"), "{answer}");
}

#[tokio::test]
async fn a_text_of_several_statements_is_judged_as_each_of_them_is() {
    let running = start(ROUTES).await;
    let exec = async |text: &str| running.post("/exec", serde_json::json!({ "sql": text }), None).await;
    assert_eq!(exec("SELECT 1; CREATE TABLE u (a); INSERT INTO u VALUES (1)").await.0, 200);
    for text in [
        "SELECT 1; ATTACH 'x' AS y",
        "DELETE FROM u; DELETE FROM users",
        "SELECT 1; PRAGMA database_list; SELECT 2",
    ] {
        assert_eq!(exec(text).await.1["code"], "SQLITE_AUTH", "{text}");
    }
    // The same text as a statement of the host, which is allowed that: it is judged anew.
    let (_, answer) = exec(include_str!("../../src/sql/empty_users.sql")).await;
    assert_eq!(answer["code"], "SQLITE_AUTH");
    let (_, answer) = sql(&running, include_str!("../../src/sql/keep_user_ids.sql")).await;
    assert_eq!(answer["code"], "SQLITE_AUTH");
}

#[tokio::test]
async fn the_members_are_read_and_never_written() {
    let running = start(ROUTES).await;
    for text in [
        "INSERT INTO users (user_id) VALUES ('1')",
        "INSERT INTO main.users (user_id) VALUES ('1')",
        "INSERT OR REPLACE INTO temp.users VALUES ('1', 'a', 'b', NULL, '01', 'admin')",
        "UPDATE users SET role = 'admin'",
        "UPDATE temp.users SET role = 'admin'",
        "DELETE FROM users",
        "DELETE FROM main.users",
        "DROP TABLE users",
        "DROP TABLE main.users",
        "DROP TABLE temp.users",
        "ALTER TABLE users ADD COLUMN x",
        "ALTER TABLE main.users RENAME TO y",
        "CREATE TRIGGER x AFTER INSERT ON users BEGIN SELECT 1; END",
        "CREATE TRIGGER x AFTER INSERT ON main.users BEGIN DELETE FROM t; END",
        "CREATE INDEX x ON users (user_id)",
        "ALTER TABLE t RENAME TO users",
        "CREATE TABLE users (a)",
    ] {
        let (status, answer) = sql(&running, text).await;
        assert_eq!(status, 400, "{text}: {answer}");
    }
    assert_eq!(sql(&running, "SELECT * FROM users").await.0, 200);
    assert_eq!(sql(&running, "CREATE TABLE IF NOT EXISTS users (user_id TEXT)").await.0, 200);
}

#[tokio::test]
async fn the_schema_of_the_hosts_temporary_tables_is_not_read() {
    let running = start(ROUTES).await;
    for text in [
        "SELECT * FROM sqlite_temp_master",
        "SELECT * FROM temp.sqlite_master",
        "SELECT sql FROM sqlite_temp_schema",
    ] {
        let (status, answer) = sql(&running, text).await;
        assert_eq!(status, 200);
        assert!(!answer.to_string().contains("net_name"), "{text}: {answer}");
    }
    let (_, own) = sql(&running, "SELECT name FROM sqlite_master").await;
    assert!(own.to_string().contains("\"t\""));
}

#[tokio::test]
async fn a_result_without_end_is_cut_off_with_an_error() {
    let running = start(ROUTES).await;
    for (text, code) in [
        (
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i, hex(zeroblob(1000)) FROM n",
            "SQLITE_TOOBIG",
        ),
        (
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
            "SQLITE_INTERRUPT",
        ),
        ("SELECT zeroblob(1000000000)", "SQLITE_TOOBIG"),
        ("SELECT hex(zeroblob(8000000))", "SQLITE_TOOBIG"),
        ("SELECT printf('%.*c', 1000000000, 'x')", "SQLITE_TOOBIG"),
        (
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT group_concat(i) FROM n",
            "SQLITE_",
        ),
        (
            "WITH RECURSIVE n(i, b) AS MATERIALIZED (SELECT 1, zeroblob(4000000) UNION ALL SELECT i + 1, zeroblob(4000000) FROM n) SELECT count(b) FROM n ORDER BY 1",
            "SQLITE_",
        ),
    ] {
        let began = crate::support::now();
        // The turn of an interrupted query has no time left, so its handler's own answer may come or not.
        let result =
            running.call(crate::support::posting("/sql", serde_json::json!({ "sql": text }), None)).await;
        if let Ok(answer) = result {
            let answer = crate::support::json(&answer);
            assert!(answer["code"].as_str().unwrap_or_default().starts_with(code), "{text}: {answer}");
        }
        assert!(began.elapsed() < std::time::Duration::from_secs(10), "{text}");
    }
    assert_eq!(sql(&running, "SELECT 1").await.0, 200);
}

#[tokio::test]
async fn statements_have_a_size_and_a_depth() {
    let running = start(ROUTES).await;
    let deep = format!("SELECT {}1{}", "(".repeat(5000), ")".repeat(5000));
    let wide = format!("SELECT {}", vec!["1"; 3000].join(","));
    let joined = vec!["SELECT 1"; 500].join(" UNION ALL ");
    for text in [deep, wide, joined] {
        assert_eq!(sql(&running, &text).await.0, 400, "{}", &text[..40]);
    }
    assert_eq!(running.answer("POST", "/long").await.status, 500);
}

#[tokio::test]
async fn a_full_database_refuses_more_and_goes_on() {
    let running = start(ROUTES).await;
    let mut refused = None;
    for _ in 0..40 {
        let (status, answer) = sql(&running, "INSERT INTO t (data) VALUES (zeroblob(1000000))").await;
        if status != 200 {
            refused = Some(answer);
            break;
        }
    }
    assert_eq!(refused.unwrap()["code"], "SQLITE_FULL");
    assert_eq!(sql(&running, "SELECT count(*) AS n FROM t").await.0, 200);
    assert_eq!(sql(&running, "DELETE FROM t").await.0, 200);
    assert_eq!(sql(&running, "INSERT INTO t (data) VALUES (zeroblob(1000000))").await.0, 200);
    let stored: u64 = running.store.pages.lock().unwrap().len() as u64 * 4096;
    assert!(stored <= crate::support::QUOTA, "{stored}");
}
