//! The command line, with the real binary.

use std::path::Path;
use std::process::Output;

use serde_json::json;

use crate::portal::{Portal, command, run};

fn said(ended: &Output) -> (bool, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (ended.status.success(), text(&ended.stdout), text(&ended.stderr))
}

/// A portal with one member, 250101.
fn portal_with_a_member(folder: &Path) -> Portal {
    let portal = Portal::start(folder, &[("RATE_LIMIT_LOGIN", "0")]);
    let person = json!({ "real_name": "王小明", "user_id": "250101", "gender": "male" });
    let saved = portal.post("/api/setup/save", &json!({ "pre_records": { "class01": [person] } }));
    assert!(saved.starts_with("HTTP/1.1 200"), "{saved}");
    let password = "only 4 tests";
    let form = json!({ "net_name": "小明", "real_name": "王小明", "password": password, "confirm_password": password });
    let registered = portal.post("/api/auth/register", &form);
    assert!(registered.starts_with("HTTP/1.1 200"), "{registered}");
    portal
}

fn sign_in(portal: &Portal, password: &str) -> String {
    portal.post("/api/auth/login", &json!({ "account": "250101", "password": password }))
}

#[test]
fn the_operator_looks_after_members_beside_a_running_portal() {
    let folder = tempfile::tempdir().unwrap();
    let portal = portal_with_a_member(folder.path());
    // It signs nothing, so it needs no secret.
    let user = |arguments: &[&str]| {
        let all = [&["user"], arguments].concat();
        said(&run(folder.path(), &[("JWT_SECRET", "")], &all))
    };

    let (fine, list, _) = user(&["list"]);
    assert!(fine && list.contains("250101  user     active    王小明  小明"), "{list}");

    let (fine, words, _) = user(&["set-status", "250101", "disabled"]);
    assert!(fine && words == "250101 is disabled\n", "{words}");
    assert!(user(&["list"]).1.contains("disabled"));
    // The running portal follows within a second; a try takes a good part of a tenth.
    let refused = || sign_in(&portal, "only 4 tests").starts_with("HTTP/1.1 403");
    assert!((0..200).any(|_| refused()), "the running portal does not follow");
    assert!(user(&["set-status", "250101", "active"]).0);

    let opens = || sign_in(&portal, "only 4 tests").starts_with("HTTP/1.1 200");
    assert!((0..200).any(|_| opens()), "the running portal does not follow");
    let token = sign_in(&portal, "only 4 tests");
    let token = token.split("\"token\":\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    let profile = || portal.get(&format!("/api/user/profile?token={token}"));
    assert!(profile().starts_with("HTTP/1.1 200"));

    let (fine, words, _) = user(&["reset-password", "250101"]);
    assert!(words.contains("signed out everywhere"), "{words}");
    assert!(sign_in(&portal, "only 4 tests").starts_with("HTTP/1.1 401"), "at once");
    assert!((0..2000).any(|_| profile().starts_with("HTTP/1.1 401")), "the session goes on");
    let code = words.lines().next().unwrap_or_default();
    assert!(fine && !code.is_empty(), "{words}");
    let new = "quite another 1";
    let form = json!({ "account": "250101", "code": code, "new_password": new, "confirm_password": new });
    let reset = portal.post("/api/auth/reset-password", &form);
    assert!(reset.starts_with("HTTP/1.1 200"), "{reset}");
    assert!(
        (0..200).any(|_| sign_in(&portal, new).starts_with("HTTP/1.1 200")),
        "the new password opens nothing"
    );
}

#[test]
fn the_operator_learns_whether_the_log_is_as_it_was_written() {
    let folder = tempfile::tempdir().unwrap();
    drop(portal_with_a_member(folder.path()));
    for status in ["disabled", "active", "disabled"] {
        let change = ["user", "set-status", "250101", status];
        assert!(run(folder.path(), &[], &change).status.success());
    }
    let verify = || said(&run(folder.path(), &[("JWT_SECRET", "")], &["audit", "verify"]));

    let (fine, words, error) = verify();
    let last: Option<i64> = words.trim().rsplit(' ').next().and_then(|row| row.parse().ok());
    let last = last.unwrap_or_else(|| panic!("{words}{error}"));
    assert!(
        fine && last >= 3 && words == format!("the operation log is whole up to row {last}\n"),
        "{words}"
    );

    let edited = last - 1;
    kernel::testing::edit_logged_act(&folder.path().join("data/classportal.db"), edited);
    let (fine, words, error) = verify();
    let broken = format!(
        "classportal: the operation log is broken at row {edited}: it was changed, removed or moved\n"
    );
    assert_eq!((fine, words.as_str(), error), (false, "", broken));
}

#[test]
fn what_was_set_aside_is_shown_handled_again_or_discarded_beside_a_running_portal() {
    let folder = tempfile::tempdir().unwrap();
    let portal = portal_with_a_member(folder.path());
    let events = |arguments: &[&str]| {
        said(&run(folder.path(), &[("JWT_SECRET", "")], &[&["events"], arguments].concat()))
    };
    let set_aside = |seq| {
        let file = folder.path().join("data/classportal.db");
        kernel::testing::set_message_aside(&file, "level", seq, "250101");
    };
    let is_told = || portal.get("/api/system/health").contains("level has set events aside: 1 ");
    assert_eq!(events(&["failures"]).1, "nothing was set aside\n");
    assert!(!is_told());

    set_aside(7);
    assert!(is_told());
    let line = "level  7  chat.message_created  1970-01-01T00:00:00.000Z  made up\n";
    assert_eq!(events(&["failures"]), (true, line.to_owned(), String::new()));
    assert_eq!(events(&["retry", "--consumer", "search"]).1, "0 handled\n");
    assert_eq!(events(&["retry", "--consumer", "level"]).1, "1 handled\n");
    assert!(!is_told(), "the running portal sees it");
    let token = sign_in(&portal, "only 4 tests");
    let token = token.split("\"token\":\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    let level = portal.get(&format!("/api/level/info?token={token}"));
    assert!(level.contains("\"exp\":1,"), "{level}");

    set_aside(8);
    assert_eq!(events(&["discard", "--consumer", "level", "--event", "8"]).1, "1 discarded\n");
    let (fine, _, error) = events(&["discard", "--consumer", "level"]);
    let none = "level has set aside no such event; see `classportal events failures`";
    assert_eq!((fine, error), (false, format!("classportal: {none}\n")));

    kernel::testing::set_message_aside(&folder.path().join("data/classportal.db"), "gone", 9, "250101");
    let (fine, _, error) = events(&["retry"]);
    let again = "0 handled, 1 failed again; `classportal events failures` says why";
    assert_eq!((fine, error), (false, format!("classportal: {again}\n")));
}

#[test]
fn the_index_of_the_search_is_built_anew_beside_a_running_portal() {
    let folder = tempfile::tempdir().unwrap();
    let portal = portal_with_a_member(folder.path());
    let (fine, words, _) = said(&run(folder.path(), &[("JWT_SECRET", "")], &["search", "rebuild"]));
    assert!(fine && words.ends_with(" looked at; the index is built\n"), "{words}");
    let token = sign_in(&portal, "only 4 tests");
    let token = token.split("\"token\":\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    let found = portal.get(&format!("/api/search?q=250101&token={token}"));
    assert!(found.contains("\"kind\":\"member\"") && found.contains("\"building\":false"), "{found}");
}

#[test]
fn who_does_not_exist_is_named() {
    let folder = tempfile::tempdir().unwrap();

    let (fine, _, error) = said(&run(folder.path(), &[], &["user", "set-status", "250199", "disabled"]));
    assert!(!fine && error == "classportal: nobody with the user ID 250199 has registered\n", "{error}");
    let (fine, _, error) = said(&run(folder.path(), &[], &["user", "reset-password", "25"]));
    assert!(!fine && error == "classportal: 25 is not a user ID: write its six digits\n", "{error}");
}

#[test]
fn trying_it_out_needs_no_secret_and_keeps_the_one_it_makes() {
    let folder = tempfile::tempdir().unwrap();
    let dev = || Portal::run(&mut command(folder.path(), &[("JWT_SECRET", "")], &["serve", "--dev"]));

    let portal = dev();
    let secret = std::fs::read_to_string(folder.path().join("data/jwt.secret")).unwrap();
    portal.terminate();
    assert!(portal.ended_well());
    drop(dev());

    assert_eq!(std::fs::read_to_string(folder.path().join("data/jwt.secret")).unwrap(), secret);
}

#[test]
fn the_document_can_be_printed_anywhere() {
    let folder = tempfile::tempdir().unwrap();

    let (fine, printed, _) = said(&run(folder.path(), &[("JWT_SECRET", "")], &["openapi"]));

    let wanted = serde_json::to_string_pretty(&server::document(&server::FEATURES)).unwrap();
    assert!(fine && printed == wanted + "\n");
}
