//! `classportal`: the one binary.

use std::process::ExitCode;

use mimalloc::MiMalloc;
use rustix::fs::Mode;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    // The portal starts this for back ends that may reach other hosts. Nothing of the portal may be in that process.
    if std::env::args_os().nth(1).is_some_and(|command| command == "plugin-host") {
        return market::run_process();
    }
    // Whatever is written from here on is the operator's alone: lists, keys, backups.
    rustix::process::umask(Mode::RWXG | Mode::RWXO);
    match server::cli::main() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("classportal: {error:#}");
            ExitCode::FAILURE
        }
    }
}
