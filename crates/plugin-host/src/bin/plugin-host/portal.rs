//! A portal with one back end in a process, which a test kills.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use plugin_host::{
    BackEnd, FetchReply, FetchRequest, Limits, LogLevel, Portal, ProcessCommand, PublicUser, Source,
};

struct Nobody;

impl Portal for Nobody {
    fn users_revision(&self) -> u64 {
        0
    }

    fn users(&self) -> Vec<PublicUser> {
        Vec::new()
    }

    fn is_registered(&self, _: &str) -> bool {
        false
    }

    fn fetch(&self, _: FetchRequest, _: FetchReply) {}

    fn log(&self, _: LogLevel, _: &str) {}
}

/// Starts a back end, prints the number of its process and never ends.
pub fn run(folder: &str) -> ExitCode {
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else {
        return ExitCode::FAILURE;
    };
    let code = b"module.exports = require('express').Router();";
    let source = Source {
        name: "sample".to_owned(),
        entry: "backend/routes.js".to_owned(),
        files: [("backend/routes.js".to_owned(), code.to_vec())].into(),
        ..Source::default()
    };
    let start = BackEnd::start_process(
        ProcessCommand::of("/proc/self/exe".into()),
        source,
        Limits::default(),
        [],
        1 << 20,
        Path::new(folder).join("own"),
        Arc::new(Nobody),
    );
    let (back_end, _turns) = match runtime.block_on(start) {
        Ok(started) => started,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    println!("{}", back_end.process_id().unwrap_or(0));
    runtime.block_on(std::future::pending())
}
