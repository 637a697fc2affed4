//! What one owner has: the list, the bytes that count, and whether the store is there at all.

use std::path::Path;
use std::sync::atomic::Ordering;

use super::{DAY, Files};
use crate::db::{DbResult, Read};
use crate::feature::Health;
use crate::user::UserId;
use crate::{p, record, statements};

/// Below this much free space, in bytes, health warns: two or three of the largest uploads fill it.
const LITTLE_SPACE: u64 = 512 << 20;

statements! {
    /// The files one owner refers to, the latest first; of several references the latest counts.
    OWN = "select f.hash, f.size, f.mime, f.width, f.height, max(r.name),
                  cast(max(case when r.feature = 'upload' then 0 else 1 end) as bigint), max(r.created_at)
           from file_refs r join files f on f.hash = r.hash
           where r.owner_id = $1 and (r.feature <> 'upload' or r.created_at > $2)
           group by f.hash, f.size, f.mime, f.width, f.height
           order by max(r.created_at) desc, f.hash limit $3 offset $4";
    /// How many files one owner refers to and how large they are, each once, but for one of them.
    USED = "select count(*), cast(coalesce(sum(size), 0) as bigint) from files
            where hash <> $3 and hash in (select hash from file_refs
                where owner_id = $1 and (feature <> 'upload' or created_at > $2))";
}

record! {
    /// A file as one of its owners has it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct OwnFile {
        /// SHA-256 of the bytes, lower-case hex.
        pub hash: String,
        /// In bytes.
        pub size: i64,
        /// What the bytes say they are.
        pub mime: String,
        /// In pixels, of an image whose header tells.
        pub width: Option<i64>,
        /// In pixels.
        pub height: Option<i64>,
        /// What the owner calls it; empty for no name.
        pub name: String,
        /// Whether anything refers to it beside the fresh upload.
        pub kept: bool,
        /// When the owner last referred to it, in milliseconds since the epoch.
        pub at: i64,
    }
}

/// What an owner takes of the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// Files.
    pub files: i64,
    /// Their bytes, each file counted once however often the owner refers to it.
    pub bytes: i64,
}

/// All files of one owner, the latest first; for what they take along.
///
/// # Errors
/// When the statement fails.
pub fn owned_by(read: &mut Read, owner: &UserId) -> DbResult<Vec<OwnFile>> {
    read.all(&OWN, p![owner, 0_i64, i64::from(u32::MAX), 0_i64])
}

impl Files {
    /// The files of one owner, the latest first: references of every feature, and fresh uploads.
    ///
    /// # Errors
    /// When the statement fails.
    pub fn owned(&self, read: &mut Read, owner: &UserId, limit: i64, offset: i64) -> DbResult<Vec<OwnFile>> {
        read.all(&OWN, p![owner, self.a_day_ago(), limit, offset])
    }

    /// What one owner takes, but for the file `without` (empty for all).
    ///
    /// # Errors
    /// When the statement fails.
    pub fn used(&self, read: &mut Read, owner: &UserId, without: &str) -> DbResult<Use> {
        let (files, bytes) = read.one(&USED, p![owner, self.a_day_ago(), without])?;
        Ok(Use { files, bytes })
    }

    /// Until when a fresh upload of that time is kept, in milliseconds since the epoch.
    #[must_use]
    pub fn kept_until(at: i64) -> i64 {
        at + DAY
    }

    /// The store's line in the health answer.
    #[must_use]
    pub fn health(&self) -> Health {
        let folder = &self.0.folder;
        // Before the first upload there is only the folder it will be made in.
        let there =
            folder.is_dir() || (!folder.exists() && folder.parent().is_some_and(|data| data.is_dir()));
        let little_space = folder.parent().and_then(free_space).is_some_and(|free| free < LITTLE_SPACE);
        let (status, details) = match (there, self.0.refused.load(Ordering::Relaxed), little_space) {
            (false, _, _) => ("error", Some("the folder of files is away")),
            (true, true, _) => ("warning", Some("the disk refused the last upload")),
            (true, false, true) => ("warning", Some("less than 512 MiB of the data folder's disk are free")),
            (true, false, false) => ("ok", None),
        };
        Health { name: "files", status, details: details.map(ToOwned::to_owned) }
    }
}

/// What a folder's disk has left for this service, in bytes; `None` where the file system does not say.
pub(crate) fn free_space(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    (disk.f_blocks > 0).then(|| disk.f_bavail.saturating_mul(disk.f_frsize))
}
