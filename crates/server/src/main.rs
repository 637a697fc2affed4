//! `classportal`: the one binary.

use std::process::ExitCode;

use mimalloc::MiMalloc;
use rustix::fs::Mode;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
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
