//! The process of one back end without a portal around it, and processes that tests need: one that tries to get out
//! of the confinement, one that breaks the rules of the socket, and a portal that can be killed.

mod impostor;
mod portal;
mod probe;

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let mut next = || arguments.next().unwrap_or_default();
    match (next().as_str(), next()) {
        ("probe", extent) => probe::run(&extent),
        ("impostor", kind) => impostor::run(&kind),
        ("portal", folder) => portal::run(&folder),
        _ => plugin_host::run_process(),
    }
}
