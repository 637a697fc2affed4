//! The guides for authors: every step of `docs/first-app.md` is done as it stands there, against a running portal.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use serde_json::{Value, json};

use crate::durability::client::{Answer, Client};
use crate::durability::place::TestDir;
use crate::durability::server::{Account, PASSWORD, Server};

/// A block of a guide: what stands behind its fence, and its lines.
pub(crate) struct Block {
    pub info: String,
    pub text: String,
}

/// The blocks of a guide, in their order.
pub(crate) fn blocks(guide: &str) -> Vec<Block> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(guide);
    let text = std::fs::read_to_string(path).unwrap();
    let mut found: Vec<Block> = Vec::new();
    let mut is_inside = false;
    for line in text.lines() {
        match line.strip_prefix("```") {
            Some(_) if is_inside => is_inside = false,
            Some(info) => {
                is_inside = true;
                found.push(Block { info: info.to_owned(), text: String::new() });
            }
            None if is_inside => {
                let block = found.last_mut().unwrap();
                block.text.push_str(line);
                block.text.push('\n');
            }
            None => {}
        }
    }
    found
}

/// A portal in which the steps are done, and the folder of the author.
struct Author {
    server: Server,
    admin: Account,
    folder: tempfile::TempDir,
    _place: TestDir,
}

impl Author {
    fn new() -> Self {
        let place = TestDir::sqlite();
        let mut variables = place.variables();
        variables.push(("ADMIN_USER_IDS", "250101"));
        let server = Server::start(place.folder.path(), &variables, &[]);
        let admin = server.register(1).remove(0);
        Self { server, admin, folder: tempfile::tempdir().unwrap(), _place: place }
    }

    fn client(&self) -> Client {
        Client::connect(self.server.address, &self.admin.token).unwrap()
    }

    fn run(&self, line: &str) -> Output {
        let mut words = line.split_whitespace();
        assert_eq!(words.next(), Some("classportal"), "{line}");
        let mut command = self.command();
        command.args(words).output().unwrap()
    }

    fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_classportal"));
        command.current_dir(self.folder.path()).env_clear();
        command
    }

    /// `market serve` with this portal and this account instead of those of the guide.
    fn serving(&self, line: &str, more: &[&str]) -> Child {
        let (before, _) = line.split_once("--portal").unwrap();
        let portal = format!("http://{}", self.server.address);
        let mut command = self.command();
        command.args(before.split_whitespace().skip(1)).args(more);
        command.args(["--portal", &portal, "--account", &self.admin.net_name]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(format!("{PASSWORD}\n").as_bytes()).unwrap();
        child
    }

    /// The same, once.
    fn serve(&self, line: &str) -> Output {
        self.serving(line, &["--once"]).wait_with_output().unwrap()
    }

    /// A new app with a back end, and the file of its routes.
    fn new_app(&self) -> PathBuf {
        let new = self.run("classportal market new hello-class --backend");
        assert!(new.status.success(), "{}", String::from_utf8_lossy(&new.stderr));
        self.folder.path().join("hello-class/backend/routes.js")
    }

    /// Does a step; a packed zip is installed as the guide says.
    fn perform(&self, block: &Block) {
        let line = block.text.trim();
        if let Some((_, path)) = block.info.split_once("file=") {
            let path = self.folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, &block.text).unwrap();
        } else if block.info == "sh serve" {
            let ended = self.serve(line);
            assert!(ended.status.success(), "{line}: {}", String::from_utf8_lossy(&ended.stderr));
        } else if block.info == "sh run" {
            let ended = self.run(line);
            let said = String::from_utf8_lossy(&ended.stdout).into_owned();
            let errors = String::from_utf8_lossy(&ended.stderr);
            assert!(ended.status.success(), "{line}: {said}{errors}");
            if line.contains("market lint") {
                assert!(!said.contains("warning") && !said.contains("警告"), "{line}: {said}");
            }
            if line.contains("market pack") {
                self.install(&newest_zip(self.folder.path()));
            }
        } else {
            panic!("a block that nobody runs: {}", block.info);
        }
    }

    fn install(&self, zip: &Path) {
        let bytes = std::fs::read(zip).unwrap();
        let path = "/api/market/install-zip";
        self.client().send("POST", path, "application/octet-stream", &bytes).unwrap().ok();
    }

    fn installed(&self) -> Value {
        let listed = self.client().get("/api/market/installed").unwrap().ok();
        listed.data()["apps"][0].clone()
    }

    fn words(&self, words: &Value) -> Answer {
        self.client().call("POST", "/api/hello-class/words", words).unwrap()
    }
}

/// The command without the portal, which is one of the test.
const SERVE: &str = "classportal market serve hello-class --portal x";

/// A program that would go on, ended with its test.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Writes behind what a file has.
fn append(path: &Path, text: &str) {
    std::fs::File::options().append(true).open(path).unwrap().write_all(text.as_bytes()).unwrap();
}

fn newest_zip(folder: &Path) -> PathBuf {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    // Versions of one digit each.
    files.filter(|path| path.extension().is_some_and(|kind| kind == "zip")).max().unwrap()
}

#[test]
fn every_step_of_the_guide_works_as_it_stands_there() {
    let author = Author::new();
    for block in blocks("first-app.md") {
        author.perform(&block);
    }
    let app = author.installed();
    assert_eq!((&app["name"], &app["version"]), (&json!("hello-class"), &json!("1.3.0")));
    assert_eq!(app["previous_version"], json!("1.2.0"), "each step was an update");
    assert_eq!(app["frontend"]["widgets"][0]["id"], json!("hello-class-latest"));
    let said = author.words(&json!({ "words": "大家好" })).ok();
    assert_eq!(said.data()[0]["words"], json!("大家好"));
    assert_eq!(said.data()[0]["name"], json!(author.admin.net_name));
    let refused = author.words(&json!({ "words": "" }));
    assert_eq!((refused.status, &refused.envelope["message"]), (400, &json!("请写 1 到 40 个字")));
    let shown = author.client().get("/api/hello-class/words").unwrap().ok();
    assert_eq!(shown.data(), said.data());
}

#[test]
fn the_guide_has_the_same_steps_in_both_languages() {
    let steps = |guide| blocks(guide).into_iter().map(|block| (block.info, block.text)).collect::<Vec<_>>();
    assert_eq!(steps("first-app.md"), steps("first-app.zh.md"));
}

#[test]
fn what_is_served_anew_is_what_was_saved_last_and_a_mistake_is_told() {
    let author = Author::new();
    author.new_app();
    assert!(author.serve(SERVE).status.success());
    let before = author.installed();
    let entry = author.folder.path().join("hello-class/frontend/entry.js");
    let text = std::fs::read_to_string(&entry).unwrap();
    std::fs::write(&entry, format!("{text}// changed\n")).unwrap();
    assert!(author.serve(SERVE).status.success());
    let after = author.installed();
    assert_eq!(after["version"], before["version"], "a change needs no new version");
    assert!(after["updated_at"].as_i64() > before["updated_at"].as_i64(), "{after}");

    std::fs::write(&entry, "let broken = 1;").unwrap();
    let ended = author.serve(SERVE);
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(!ended.status.success() && said.contains("frontend/entry.js:1:1"), "{said}");
    assert_eq!(author.installed(), after);
}

#[test]
fn what_a_back_end_writes_while_it_is_loaded_and_why_it_does_not_start_is_shown() {
    let author = Author::new();
    let routes = author.new_app();
    append(&routes, "console.log('first look');");
    let ended = author.serve(SERVE);
    let said = String::from_utf8_lossy(&ended.stdout);
    assert!(ended.status.success() && said.contains("hello-class [info] first look"), "{said}");

    append(&routes, "throw new Error('at load');");
    let ended = author.serve(SERVE);
    let (said, errors) = (String::from_utf8_lossy(&ended.stdout), String::from_utf8_lossy(&ended.stderr));
    assert!(!ended.status.success(), "{said}{errors}");
    assert_eq!(said.matches("first look").count(), 1, "what it wrote before is not shown again: {said}");
    assert!(errors.contains("后端没有启动") && errors.contains("at load"), "{errors}");
    assert!(!said.contains("at load"), "once is enough: {said}");

    let again = author.serve(SERVE);
    let errors = String::from_utf8_lossy(&again.stderr);
    assert!(!again.status.success() && errors.contains("at load"), "it still does not start: {errors}");
}

#[test]
fn a_back_end_that_a_change_has_broken_is_told_while_the_folder_is_served() {
    let author = Author::new();
    let routes = author.new_app();
    let mut serving = Ended(author.serving(SERVE, &["--lang", "en"]));
    let mut lines = BufReader::new(serving.0.stdout.take().unwrap()).lines().map_while(Result::ok);
    assert!(lines.any(|line| line.ends_with(": installed")));
    append(&routes, "console.log('hey2');throw new Error('at load2');");
    let told: Vec<String> = lines.by_ref().take_while(|line| !line.contains("does not start")).collect();
    assert!(told.contains(&"hello-class [info] hey2".to_owned()), "{told:?}");

    let broken = std::fs::read_to_string(&routes).unwrap();
    std::fs::write(&routes, broken.replace("throw new Error('at load2');", "console.log('mended');"))
        .unwrap();
    assert!(lines.any(|line| line == "hello-class [info] mended"));
}

#[test]
fn a_setting_that_an_app_cannot_do_without_is_named_when_it_is_served() {
    let author = Author::new();
    author.new_app();
    let path = author.folder.path().join("hello-class/manifest.json");
    let mut manifest: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    manifest["config"] = json!([
        { "key": "API_KEY", "label": "密钥", "type": "secret", "required": true },
        { "key": "GREETING", "label": "问候", "type": "string" },
    ]);
    std::fs::write(&path, manifest.to_string()).unwrap();
    let ended = author.serve(SERVE);
    let said = String::from_utf8_lossy(&ended.stdout);
    assert!(ended.status.success() && said.contains("密钥（API_KEY）"), "{said}");
    assert!(!said.contains("GREETING"), "{said}");
}
