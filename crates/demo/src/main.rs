//! `demo FOLDER`: makes the demo class in this folder, unless today's is there already.

use std::path::PathBuf;
use std::process::ExitCode;

use demo::folder::{self, Outcome};
use kernel::clock::Clock;

fn main() -> ExitCode {
    let mut words = std::env::args_os().skip(1);
    let (Some(folder), None) = (words.next().map(PathBuf::from), words.next()) else {
        eprintln!("usage: demo FOLDER");
        return ExitCode::FAILURE;
    };
    match folder::prepare(&folder, Clock::system().now()) {
        Ok(Outcome::Made) => println!("made the demo class in {}", folder.display()),
        Ok(Outcome::Kept) => println!("the demo class of today is in {}", folder.display()),
        Err(error) => {
            eprintln!("demo: {error:#}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
