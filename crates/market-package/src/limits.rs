//! How large a package may be.

/// Limits of a package. The installer takes more per file than an author may submit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many files.
    pub files: usize,
    /// Bytes of one file.
    pub file_bytes: u64,
    /// Bytes of all files together.
    pub total_bytes: u64,
}

impl Limits {
    /// What the installer takes.
    pub const INSTALL: Self = Self { files: 300, file_bytes: 15 * MIB, total_bytes: 80 * MIB };
    /// What an author may submit: `lint` and `pack` refuse larger files.
    pub const AUTHOR: Self = Self { files: 300, file_bytes: 500 * 1024, total_bytes: 80 * MIB };
}

const MIB: u64 = 1024 * 1024;

/// A number of bytes for people.
pub(crate) fn size_text(bytes: u64) -> String {
    if bytes >= MIB { format!("{} MB", bytes / MIB) } else { format!("{} KB", bytes / 1024) }
}
