//! `demo FOLDER`: makes the demo class in this folder, unless today's is there already, and prints who can
//! sign in.

use std::path::PathBuf;
use std::process::ExitCode;

use demo::folder::{self, Outcome};
use demo::{ADMIN, PASSWORD, PUPIL, TEACHER};
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
    println!("{}", accounts());
    ExitCode::SUCCESS
}

/// How to sign in, for those who try the demo.
fn accounts() -> String {
    format!(
        "
  示例班级已就绪 · The demo class is ready

    密码 password    {PASSWORD}
    学生 pupil       {PUPIL}   (桌面最满 · the fullest desktop)
    班主任 teacher   {TEACHER}   (班级管理台 · the class console)
    管理员 admin     {ADMIN}   (全站管理 · the whole portal)"
    )
}
