//! Refusals and warnings at start, with the real binary (`interface 1.2`).

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::json;

use crate::portal::{Portal, run};

/// What a refused start says: one line on stderr, exit code 1.
fn refusal(folder: &Path, variables: &[(&str, &str)]) -> String {
    let ended = run(folder, variables, &["serve"]);
    let said = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(1), "{said}");
    let lines: Vec<&str> = said.lines().filter(|line| !line.starts_with("warning: ")).collect();
    assert_eq!(lines.len(), 1, "one clear line: {said}");
    lines[0].to_owned()
}

/// A folder where a portal has run once on SQLite.
fn used_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let migrated = run(folder.path(), &[], &["migrate"]);
    assert!(migrated.status.success(), "{}", String::from_utf8_lossy(&migrated.stderr));
    folder
}

#[test]
fn without_a_secret_of_its_own_it_does_not_start() {
    let folder = tempfile::tempdir().unwrap();

    let unset = refusal(folder.path(), &[("JWT_SECRET", "")]);
    let sample = refusal(folder.path(), &[("JWT_SECRET", "your-secret-key")]);

    assert!(unset.contains("JWT_SECRET: is not set") && unset.contains("openssl rand -hex 32"), "{unset}");
    assert!(sample.contains("JWT_SECRET: is a known sample value"), "{sample}");
}

#[test]
fn a_malformed_admin_id_is_named() {
    let folder = tempfile::tempdir().unwrap();

    let line = refusal(folder.path(), &[("ADMIN_USER_IDS", "250100,25010")]);

    assert!(line.contains("ADMIN_USER_IDS") && line.contains("“25010”"), "{line}");
}

#[test]
fn a_value_that_could_never_work_is_named() {
    let folder = tempfile::tempdir().unwrap();
    for (name, value, fix) in [
        ("CORS_ORIGIN", "https://portal.example/app", "write scheme://host"),
        ("CORS_ORIGINS", "portal.example", "write scheme://host"),
        ("COHORT", "24级", "a year of entry like 2024 or 24"),
    ] {
        let line = refusal(folder.path(), &[(name, value)]);
        assert!(line.contains(&format!("{name}: “{value}” is not")) && line.contains(fix), "{line}");
    }
}

#[test]
fn data_inside_a_folder_for_everyone_is_refused() {
    let folder = tempfile::tempdir().unwrap();

    for root in ["PUBLIC_DIR", "RESOURCES_DIR"] {
        let line = refusal(folder.path(), &[(root, "site"), ("DB_PATH", "site/data/portal.db")]);
        assert!(
            line.contains(root) && line.contains("DB_PATH") && line.contains("would be published"),
            "{line}"
        );
    }
}

#[test]
fn a_file_that_is_no_database_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("portal.db");
    std::fs::write(&path, "not a database at all, but long enough").unwrap();

    let line = refusal(folder.path(), &[("DB_PATH", "portal.db")]);

    assert!(line.contains("portal.db is not a SQLite file"), "{line}");
    assert!(line.contains("no backup was found beside it"), "{line}");
    assert_eq!(std::fs::read_to_string(path).unwrap(), "not a database at all, but long enough");
}

#[test]
fn a_damaged_database_names_the_newest_backup() {
    let folder = used_folder();
    let data = folder.path().join("data");
    std::fs::copy(data.join("classportal.db"), data.join("classportal.bak-20260901T080000-v1.db")).unwrap();
    std::fs::write(data.join("classportal.db"), [b'x'; 4096]).unwrap();

    let line = refusal(folder.path(), &[]);

    assert!(
        line.contains("restore the newest backup") && line.contains("classportal.bak-20260901T080000-v1.db"),
        "{line}"
    );
}

#[test]
fn a_database_that_is_gone_after_setup_is_not_begun_anew() {
    let folder = used_folder();
    let data = folder.path().join("data");
    // What a completed set-up leaves beside the database.
    std::fs::write(data.join("classportal.initialised"), "").unwrap();
    std::fs::remove_file(data.join("classportal.db")).unwrap();

    let line = refusal(folder.path(), &[]);

    assert!(line.contains("is missing although this portal was set up"), "{line}");
    assert!(!data.join("classportal.db").exists());
}

#[test]
fn a_registration_alone_makes_a_missing_database_a_loss() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    std::fs::create_dir(&data).unwrap();
    let list = r#"{ "class01": [{ "real_name": "王小明", "user_id": "250101", "gender": "male" }] }"#;
    std::fs::write(data.join("pre-records.json"), list).unwrap();
    let portal = Portal::start(folder.path(), &[]);
    let password = "only 4 tests";
    let form = json!({ "net_name": "小明", "real_name": "王小明", "password": password, "confirm_password": password });
    let registered = portal.post("/api/auth/register", &form);
    assert!(registered.starts_with("HTTP/1.1 200"), "{registered}");
    drop(portal);
    std::fs::remove_file(data.join("classportal.db")).unwrap();

    let line = refusal(folder.path(), &[]);

    assert!(line.contains("is missing although this portal was set up"), "{line}");
    assert!(!data.join("classportal.db").exists());
}

#[test]
fn a_newer_schema_is_refused() {
    let folder = used_folder();
    kernel::testing::write_newer_schema(&folder.path().join("data/classportal.db"));

    let line = refusal(folder.path(), &[]);

    assert!(line.contains("schema version 9999") && line.contains("start the newer binary"), "{line}");
}

#[test]
fn a_port_that_is_taken_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();

    let line = refusal(folder.path(), &[("PORT", &port)]);

    assert!(line.contains("PORT: cannot open 127.0.0.1"), "{line}");
}

#[test]
fn a_name_that_looks_mistyped_is_warned_about() {
    let folder = tempfile::tempdir().unwrap();
    let variables = [("RATE_LIMIT_LOGN", "1/1"), ("BOT_SHINE", "1"), ("JWT_SECRET", "seventeen letters")];

    let ended = run(folder.path(), &variables, &["config"]);

    let said = String::from_utf8(ended.stderr).unwrap();
    assert!(ended.status.success(), "{said}");
    assert!(
        said.contains("RATE_LIMIT_LOGN is not a variable of this portal; did you mean RATE_LIMIT_LOGIN?"),
        "{said}"
    );
    assert!(said.contains("BOT_SHINE is not a variable of this portal and has no effect"), "{said}");
    assert!(said.contains("JWT_SECRET has 17 bytes"), "{said}");
}

#[test]
fn the_effective_configuration_shows_no_secret() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join(".env"),
        "PORT=4001\nTIMEZONE=Asia/Shanghai\nADMIN_CLAIM_CODE=hunter22\n",
    )
    .unwrap();
    let variables =
        [("DATABASE_URL", "postgres://portal:pa55word@db/portal"), ("PORT", "4002"), ("HTTPS", "1")];

    let ended = run(folder.path(), &variables, &["config"]);

    let shown = String::from_utf8(ended.stdout).unwrap();
    assert!(shown.contains("PORT=4002\n"), "the environment wins: {shown}");
    assert!(shown.contains("TIMEZONE=Asia/Shanghai\n"), "{shown}");
    assert!(shown.contains("PRE_RECORDS_PATH=data/pre-records.json\n"), "what holds: {shown}");
    assert!(shown.contains("SETUP_CODE_REQUIRED=1\n"), "under HTTPS: {shown}");
    assert!(shown.contains("ADMIN_CLAIM_CODE=***\n") && shown.contains("JWT_SECRET=***\n"), "{shown}");
    assert!(shown.contains("DATABASE_URL=postgres://portal:***@db/portal\n"), "{shown}");
    for secret in ["hunter22", "pa55word", crate::portal::SECRET] {
        assert!(!shown.contains(secret), "{shown}");
    }
}

#[test]
fn what_it_writes_only_its_owner_reads() {
    let folder = used_folder();

    let data = folder.path().join("data");
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&data), 0o700);
    for entry in std::fs::read_dir(&data).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(mode(&path), 0o600, "{}", path.display());
    }
}

#[test]
fn it_starts_answers_and_ends() {
    let folder = tempfile::tempdir().unwrap();
    let portal = Portal::start(folder.path(), &[]);

    let health = portal.get("/api/system/health");

    assert!(health.starts_with("HTTP/1.1 200 OK") && health.contains("\"status\":\"healthy\""), "{health}");
    portal.terminate();
    assert!(portal.ended_well());
}
