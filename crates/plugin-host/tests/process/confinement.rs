//! What the process of a back end cannot do.

use std::fs;
use std::process::Command;

use serde_json::json;

use crate::support::{command, start};

/// The lines that the probe prints from within the confinement.
fn probe(extent: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let scratch = folder.path().join("scratch");
    fs::create_dir(&scratch).unwrap();
    let probe = command(&["probe", extent]);
    let output = Command::new(probe.program).args(probe.arguments).current_dir(&scratch).output().unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{lines}{}", String::from_utf8_lossy(&output.stderr));
    assert!(lines.contains("open a file of the folder: works\n"), "{lines}");
    assert!(lines.contains("remove a file of the folder: works\n"), "{lines}");
    lines
}

/// Says that something was not checked. Where the suite has to be whole (`CI` is set) that is a failure.
#[expect(clippy::disallowed_methods, reason = "it is the machine's, not the portal's")]
fn skipped(what: &str) {
    eprintln!("SKIPPED: {what}");
    assert!(std::env::var_os("CI").is_none_or(|value| value.is_empty()), "not checked: {what}");
}

fn works(lines: &str) -> Vec<&str> {
    lines.lines().filter_map(|line| line.strip_suffix(": works")).collect()
}

#[test]
fn the_confined_process_does_nothing_but_work_on_its_files() {
    let lines = probe("");
    // A kernel without them says so, and that is what the log says.
    let without = |what: &str| lines.contains(&format!("missing: {what}"));
    if without("seccomp") || without("Landlock") {
        skipped(&format!("the whole confinement, because the kernel offers less: {lines}"));
    } else {
        assert_eq!(works(&lines), ["open a file of the folder", "remove a file of the folder"], "{lines}");
    }
    if !without("seccomp") {
        for what in ["make a socket", "make a pair of sockets", "start a program", "start a thread"] {
            assert!(lines.contains(&format!("{what}: fails\n")), "{what}: {lines}");
        }
    }
}

#[test]
fn without_the_confinement_all_of_it_works() {
    let lines = probe("nothing");
    assert_eq!(works(&lines).len(), lines.lines().count(), "{lines}");
}

#[test]
fn files_outside_of_the_folder_are_closed_without_a_filter_of_calls_too() {
    let lines = probe("files");
    if lines.contains("missing: Landlock") {
        skipped("files outside of the folder, because the kernel has no Landlock");
        return;
    }
    for what in
        ["open /etc/passwd", "open its own program", "write beside the folder", "list /", "start a program"]
    {
        assert!(lines.contains(&format!("{what}: fails\n")), "{what}: {lines}");
    }
}

#[tokio::test]
async fn the_process_of_a_back_end_is_confined_and_has_no_descriptor_of_the_portal() {
    // A file that a library opened without thinking of other processes.
    let leaked = fs::File::open("/etc/hostname").or_else(|_| fs::File::open("/proc/version")).unwrap();
    rustix::io::fcntl_setfd(&leaked, rustix::io::FdFlags::empty()).unwrap();
    let running =
        start("router.get('/x', (req, res) => res.json(db.prepare('SELECT 1').pluck().get()));").await;
    assert_eq!(running.get("/x").await, json!(1));
    let folder = format!("/proc/{}", running.back_end.process_id().unwrap());
    let read = |file: &str| fs::read_to_string(format!("{folder}/{file}")).unwrap();
    let status = read("status");
    let missing = running.log();
    assert!(status.contains("NoNewPrivs:\t1"), "{status}");
    match missing.contains("seccomp") {
        true => skipped("the filter of system calls, because the kernel has no seccomp"),
        false => assert!(status.contains("Seccomp:\t2"), "{status}"),
    }
    assert!(status.contains("Threads:\t3"), "{status}");
    let limits = read("limits");
    let limit = |name: &str| {
        let line = limits.lines().find(|line| line.starts_with(name)).unwrap();
        line[name.len()..].split_whitespace().take(2).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(limit("Max core file size"), ["0", "0"]);
    assert_eq!(limit("Max open files"), ["64", "64"]);
    assert_eq!(limit("Max processes"), ["0", "0"]);
    assert!(limit("Max data size")[1].parse::<u64>().unwrap() < 1 << 30);
    assert!(limit("Max file size")[1].parse::<u64>().unwrap() < 1 << 30);
    // Nobody but root may look into a process that gives no dumps.
    let Ok(descriptors) = fs::read_dir(format!("{folder}/fd")) else {
        return skipped("the descriptors and the environment of a process, which only root may read");
    };
    let mut environment: Vec<_> = read("environ").split_terminator('\0').map(str::to_owned).collect();
    environment.sort();
    assert_eq!(environment, ["MIMALLOC_ARENA_RESERVE=8MiB", "SQLITE_TMPDIR=."]);
    for descriptor in descriptors {
        let path = fs::read_link(descriptor.unwrap().path()).unwrap();
        let path = path.to_string_lossy();
        let own = path.starts_with(&*running.folder().to_string_lossy());
        assert!(own || path.starts_with("socket:") || path == "/dev/null", "{path}");
    }
}

#[tokio::test]
async fn sorts_that_do_not_fit_into_memory_go_into_the_folder() {
    let running = start(
        "db.exec('CREATE TABLE t (a)');
         db.transaction(() => { const put = db.prepare('INSERT INTO t VALUES (hex(randomblob(1000)))'); for (let i = 0; i < 3000; i++) put.run(); })();
         router.get('/sorted', (req, res) => res.json(db.prepare('SELECT a FROM t ORDER BY a').all().length));",
    )
    .await;
    assert_eq!(running.get("/sorted").await, json!(3000));
}
