//! What the process of a back end takes from itself before it hears of a package. None of it can be undone.

use std::collections::BTreeMap;
use std::fs;

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreatedAttr, RulesetStatus, Scope,
};
use rustix::process::{DumpableBehavior, Resource, Rlimit, Signal};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
};

/// Descriptors that the process may have: the socket, two that lead nowhere, the files of the database, and those
/// that SQLite makes for large sorts.
const DESCRIPTORS: u64 = 64;

/// Bytes of the process that are neither the JavaScript heap nor pages: answers and results in several forms.
const WORK: u64 = 256 << 20;

/// Bytes of address space above [`WORK`]. Allocators reserve much that they never use.
const ADDRESSES: u64 = 8 << 30;

/// How much nicer than the portal: its processes get a processor before a back end does.
const NICENESS: i32 = 5;

/// Bounds that depend on the back end.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Bytes of the JavaScript heap.
    pub memory: u64,
    /// Bytes of the database.
    pub quota: u64,
}

/// Limits the process and the calling thread, and those that it starts afterwards. Answers what the kernel does
/// not offer, for the log.
///
/// The folder is the current one: no other file is opened from now on.
pub fn enter_folder(bounds: Bounds) -> Vec<String> {
    let mut missing = Vec::new();
    let mut note = |what: &str, failed: Option<String>| {
        if let Some(reason) = failed {
            missing.push(format!("{what} ({reason})"));
        }
    };
    let text = |error: rustix::io::Errno| error.to_string();
    // The process ends with the thread of the portal that started it, however that ends.
    note(
        "the signal of the parent's end",
        rustix::process::set_parent_process_death_signal(Some(Signal::KILL)).err().map(text),
    );
    note("no_new_privs", rustix::thread::set_no_new_privs(true).err().map(text));
    // No core dump, no debugger, and nobody of the same user looks into its memory.
    note("dumpable", rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable).err().map(text));
    // Not being allowed to be modest is no reason to fail.
    let _ = rustix::process::setpriority_process(None, NICENESS);
    for (name, resource, most) in limits(bounds) {
        let limit = Rlimit { current: Some(most), maximum: Some(most) };
        note(name, rustix::process::setrlimit(resource, limit).err().map(text));
    }
    note("Landlock", restrict_files().err());
    missing
}

fn limits(bounds: Bounds) -> [(&'static str, Resource, u64); 5] {
    let Bounds { memory, quota } = bounds;
    // The pages of a turn are in memory twice, and its log is longer than the database when pages change often.
    let bytes = memory.saturating_add(quota.saturating_mul(2)).saturating_add(WORK);
    [
        ("the limit of core dumps", Resource::Core, 0),
        ("the limit of descriptors", Resource::Nofile, DESCRIPTORS),
        ("the limit of files", Resource::Fsize, quota.saturating_mul(8).saturating_add(64 << 20)),
        ("the limit of memory", Resource::Data, bytes),
        ("the limit of addresses", Resource::As, bytes.saturating_add(ADDRESSES)),
    ]
}

/// Files of the current folder and nothing else: no other file is read or written, no address is bound or connected
/// to, no signal leaves.
fn restrict_files() -> Result<(), String> {
    let abi = ABI::V6;
    let within: BitFlags<AccessFs> = AccessFs::ReadFile
        | AccessFs::WriteFile
        | AccessFs::ReadDir
        | AccessFs::MakeReg
        | AccessFs::RemoveFile
        | AccessFs::Truncate;
    let restricted = || -> Result<_, Box<dyn std::error::Error>> {
        let ruleset = Ruleset::default()
            .handle_access(AccessFs::from_all(abi))?
            .handle_access(AccessNet::from_all(abi))?
            .scope(Scope::from_all(abi))?
            .create()?;
        Ok(ruleset.add_rule(PathBeneath::new(PathFd::new(".")?, within))?.restrict_self()?)
    };
    match restricted().map_err(|error| error.to_string())?.ruleset {
        RulesetStatus::NotEnforced => Err("the kernel has none".to_owned()),
        // An older kernel restricts less; opening files is in the oldest.
        RulesetStatus::FullyEnforced | RulesetStatus::PartiallyEnforced => Ok(()),
    }
}

/// Lets all threads of the process make only the system calls of `ALLOWED`. No thread and no process can be
/// started afterwards.
///
/// Others fail with `EPERM`. That is as safe as ending the process, because a call that fails does nothing, and a
/// libc that tries a call which this list does not know yet takes another way instead of dying for no visible reason.
pub fn restrict_calls() -> Result<(), String> {
    let _ = rustix::process::setrlimit(Resource::Nproc, Rlimit { current: Some(0), maximum: Some(0) });
    let program = filter().map_err(|error| error.to_string())?;
    seccompiler::apply_filter_all_threads(&program).map_err(|error| error.to_string())
}

fn filter() -> Result<BpfProgram, seccompiler::BackendError> {
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> = ALLOWED.iter().map(|call| (*call, Vec::new())).collect();
    let not_executable = || {
        let bit = libc::PROT_EXEC as u64;
        SeccompCondition::new(2, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(bit), 0)
    };
    for call in [libc::SYS_mmap, libc::SYS_mprotect] {
        rules.insert(call, vec![SeccompRule::new(vec![not_executable()?])?]);
    }
    let mut commands = Vec::new();
    for command in FILE_COMMANDS {
        let is_it = SeccompCondition::new(
            1,
            SeccompCmpArgLen::Dword,
            SeccompCmpOp::Eq,
            u64::from(command.unsigned_abs()),
        )?;
        commands.push(SeccompRule::new(vec![is_it])?);
    }
    rules.insert(libc::SYS_fcntl, commands);
    let refused = SeccompAction::Errno(libc::EPERM.unsigned_abs());
    SeccompFilter::new(rules, refused, SeccompAction::Allow, std::env::consts::ARCH.try_into()?)?.try_into()
}

/// Commands of `fcntl`: flags and locks, nothing that sends signals.
const FILE_COMMANDS: [i32; 8] = [
    libc::F_GETFD,
    libc::F_SETFD,
    libc::F_GETFL,
    libc::F_SETFL,
    libc::F_GETLK,
    libc::F_SETLK,
    libc::F_SETLKW,
    libc::F_DUPFD_CLOEXEC,
];

/// What the engine, SQLite, the allocators and the standard library call: bytes of open files, files of the folder,
/// memory, waiting, time and chance. `mmap`, `mprotect` and `fcntl` have conditions and are not in this list.
const ALLOWED: &[i64] = &[
    // Open files.
    libc::SYS_read,
    libc::SYS_readv,
    libc::SYS_write,
    libc::SYS_writev,
    libc::SYS_pread64,
    libc::SYS_pwrite64,
    libc::SYS_lseek,
    libc::SYS_close,
    libc::SYS_fstat,
    libc::SYS_ftruncate,
    libc::SYS_fsync,
    libc::SYS_fdatasync,
    // Files of the folder; which ones, Landlock says.
    libc::SYS_openat,
    libc::SYS_unlinkat,
    libc::SYS_newfstatat,
    libc::SYS_statx,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_readlinkat,
    libc::SYS_getcwd,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_open,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_unlink,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_stat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lstat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_access,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_readlink,
    // Memory.
    libc::SYS_brk,
    libc::SYS_munmap,
    libc::SYS_mremap,
    libc::SYS_madvise,
    // Threads that run already.
    libc::SYS_futex,
    libc::SYS_sched_yield,
    libc::SYS_sched_getaffinity,
    libc::SYS_gettid,
    libc::SYS_getpid,
    libc::SYS_geteuid,
    libc::SYS_rseq,
    libc::SYS_set_robust_list,
    libc::SYS_sigaltstack,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigreturn,
    libc::SYS_restart_syscall,
    libc::SYS_exit,
    libc::SYS_exit_group,
    // Time and chance.
    libc::SYS_clock_gettime,
    libc::SYS_clock_getres,
    libc::SYS_clock_nanosleep,
    libc::SYS_nanosleep,
    libc::SYS_gettimeofday,
    libc::SYS_getrandom,
];

/// Whether the process has descriptors that its parent should have closed. A system without `/proc` does not say.
pub fn has_foreign_descriptors() -> bool {
    let Ok(listed) = fs::read_dir("/proc/self/fd") else { return false };
    let numbers = listed.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    // Standard input, output and error, and the one that reads this list.
    numbers.filter(|number| *number > 2).count() > 1
}
