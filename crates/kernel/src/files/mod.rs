//! Files: bytes by their SHA-256, and the references that decide who may read them
//! (`interface 4.13`).
//!
//! An [`Upload`] goes to a temporary file, is hashed on the way, and becomes an object on
//! [`Upload::finish`]; the same bytes become the same object. Features refer to a file with
//! [`Files::add_ref`]. One may read a file if one may see any of its references; knowing a hash
//! grants nothing, so adding a reference needs the right to read too. What nobody refers to is
//! swept after a day.
//!
//! Absent on purpose: folders (they are the drive's), decoding of any content.

mod kind;
mod name;
mod owner_files;
mod sweep;
#[cfg(test)]
#[cfg(feature = "testing")]
mod tests;
mod upload;

use std::ops::Range;
use std::os::unix::fs::DirBuilderExt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bytes::Bytes;
use futures_util::StreamExt;
use futures_util::stream::BoxStream;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{GetOptions, ObjectStore};
use tokio::sync::OnceCell;

pub use kind::{Kind, orientation};
pub use name::file_name;
pub(crate) use owner_files::STATEMENTS as OWN_STATEMENTS;
pub(crate) use owner_files::free_space;
pub use owner_files::{OwnFile, Use, owned_by};
pub(crate) use sweep::spawn_sweep;
pub use upload::Upload;

use crate::clock::Clock;
use crate::config::Config;
use crate::db::{Db, DbResult, Read, Tx};
use crate::error::{ApiError, Result};
use crate::events::Memberships;
use crate::user::UserId;
use crate::{p, record, statements};

/// How long a fresh upload and a file without references are kept, in milliseconds.
const DAY: i64 = 86_400_000;
/// The feature of fresh uploads, which stand there without a `ref_id`.
pub const UPLOAD: &str = "upload";
/// Folder of unfinished uploads, inside the store's own so that finishing is a rename.
const PARTIAL: &str = "tmp";

statements! {
    /// A file by its hash.
    FIND = "select hash, size, mime, width, height, created_at, generation from files where hash = $1";
    /// Stores a file, or keeps a known one, whose object stays its own, from being swept.
    STORE = "insert into files (hash, size, mime, width, height, created_at, touched_at, generation)
             values ($1, $2, $3, $4, $5, $6, $6, $7)
             on conflict (hash) do update set mime = excluded.mime, width = excluded.width,
                 height = excluded.height, touched_at = excluded.touched_at
             returning hash, size, mime, width, height, created_at, generation";
    /// Keeps a file from being swept; locks its row against the sweep until the commit.
    TOUCH = "update files set touched_at = $2 where hash = $1";
    /// Adds a reference, or changes who may see it.
    REFER = "insert into file_refs (hash, feature, ref_id, owner_id, audience, name, created_at)
             values ($1, $2, $3, $4, $5, $6, $7)
             on conflict (hash, feature, ref_id, owner_id)
             do update set audience = excluded.audience, name = excluded.name,
                 created_at = excluded.created_at";
    /// Removes one reference.
    FORGET = "delete from file_refs where hash = $1 and feature = $2 and ref_id = $3 and owner_id = $4";
    /// Removes every reference of one thing.
    FORGET_ALL = "delete from file_refs where feature = $1 and ref_id = $2";
    /// Removes every reference of one owner in one feature.
    FORGET_OWNER = "delete from file_refs where feature = $1 and owner_id = $2";
    /// Who may see a file: audiences, a name given to them, and the reader's own name of it when one
    /// of the references there is theirs.
    AUDIENCES = "select audience, max(name), max(case when owner_id = $2 then name end)
                 from file_refs where hash = $1 and (feature <> 'upload' or created_at > $3)
                 group by audience";
    /// Ends the day of fresh uploads.
    EXPIRE = "delete from file_refs where feature = 'upload' and created_at <= $1";
    /// Files that nobody refers to.
    IDLE = "select hash from files where touched_at <= $1 and hash > $2
            and not exists (select 1 from file_refs where file_refs.hash = files.hash)
            order by hash limit $3";
    /// Drops a file that is still idle. `touched_at` is asked again because PostgreSQL judges the
    /// row anew after waiting for it, but not the references.
    DROP = "delete from files where hash = $1 and touched_at <= $2
            and not exists (select 1 from file_refs where file_refs.hash = files.hash)
            returning generation";
}

record! {
    /// A stored file.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct StoredFile {
        /// SHA-256 of the bytes, lower-case hex.
        pub hash: String,
        /// In bytes.
        pub size: i64,
        /// What the bytes say they are; see [`Kind`].
        pub mime: String,
        /// In pixels, of an image whose header tells.
        pub width: Option<i64>,
        /// In pixels.
        pub height: Option<i64>,
        /// Milliseconds since the epoch.
        pub created_at: i64,
        /// Tells its object from one of the same bytes that was swept before.
        pub generation: String,
    }
}

/// What a feature does with a file, and who may see that.
#[derive(Clone, Copy, Debug)]
pub struct Reference<'a> {
    /// The feature.
    pub feature: &'a str,
    /// What in the feature: a note, a message.
    pub ref_id: &'a str,
    /// Whose it is: the owner may always read it, and has it in their list and their quota. `None` for what a feature keeps
    /// for others than whoever wrote it.
    pub owner: Option<UserId>,
    /// Who else, as [`crate::events::Audience::to_key`] spells it.
    pub audience: &'a str,
    /// What the owner calls it, by [`file_name`]; empty for no name.
    pub name: &'a str,
}

/// Who wants to read.
#[derive(Clone, Debug)]
pub struct Reader {
    /// The user.
    pub user: UserId,
    /// Every audience the user belongs to.
    pub memberships: Memberships,
}

/// The bytes of a file, or of a part of it.
pub type Content = BoxStream<'static, std::io::Result<Bytes>>;

/// The store of files; cheap to clone.
#[derive(Clone)]
pub struct Files(Arc<Inner>);

struct Inner {
    folder: PathBuf,
    db: Db,
    clock: Clock,
    store: OnceCell<Arc<dyn ObjectStore>>,
    /// The disk has refused an upload, and none has come through since.
    refused: AtomicBool,
}

impl Files {
    /// Touches no disk yet.
    #[must_use]
    pub fn new(config: &Config, db: &Db, clock: &Clock) -> Self {
        Self(Arc::new(Inner {
            folder: config.data_dir.join("files"),
            db: db.clone(),
            clock: clock.clone(),
            store: OnceCell::new(),
            refused: AtomicBool::new(false),
        }))
    }

    /// A file by its hash, whoever asks.
    ///
    /// # Errors
    /// When the statement fails.
    pub fn find(&self, read: &mut Read, hash: &str) -> DbResult<Option<StoredFile>> {
        read.opt(&FIND, p![hash])
    }

    /// Whether someone may read a file. Where not, answer as if it were absent (404).
    ///
    /// # Errors
    /// When the statement fails.
    pub fn may_read(&self, read: &mut Read, hash: &str, reader: &Reader) -> DbResult<bool> {
        self.name_for(read, hash, reader).map(|name| name.is_some())
    }

    /// What a file is called for someone, by their own reference if they have one; empty without a
    /// name, `None` when they may not read it.
    ///
    /// # Errors
    /// When the statement fails.
    pub fn name_for(&self, read: &mut Read, hash: &str, reader: &Reader) -> DbResult<Option<String>> {
        type Row = (String, String, Option<String>);
        let seen: Vec<Row> = read.all(&AUDIENCES, p![hash, reader.user, self.a_day_ago()])?;
        let (mut given, mut own) = (None, None);
        for (audience, name, mine) in seen {
            if reader.memberships.are_among(&audience) {
                given = given.max(Some(name));
            }
            own = own.max(mine);
        }
        Ok(own.filter(|own| !own.is_empty() || given.is_none()).or(given))
    }

    /// Refers to a file as part of a transaction; a second time changes the audience.
    ///
    /// # Errors
    /// 404 when `reader` may not read the file, so that nobody gains it by naming its hash.
    pub fn add_ref(&self, tx: &mut Tx, reader: &Reader, hash: &str, reference: &Reference<'_>) -> Result<()> {
        let now = self.0.clock.now_ms();
        // First the lock, then the look: afterwards the sweep could be in between.
        if tx.exec(&TOUCH, p![hash, now])? == 0 || !self.may_read(tx, hash, reader)? {
            return Err(ApiError::not_found());
        }
        Ok(refer(tx, hash, reference, now)?)
    }

    /// Removes one owner's reference; another owner's stays. False when there is none.
    ///
    /// # Errors
    /// When the statement fails.
    pub fn remove_ref(
        &self,
        tx: &mut Tx,
        hash: &str,
        feature: &str,
        ref_id: &str,
        owner: UserId,
    ) -> DbResult<bool> {
        Ok(tx.exec(&FORGET, p![hash, feature, ref_id, owner])? > 0)
    }

    /// Removes every reference of a thing that is deleted.
    ///
    /// # Errors
    /// When the statement fails.
    pub fn remove_refs(&self, tx: &mut Tx, feature: &str, ref_id: &str) -> DbResult<()> {
        remove_refs(tx, feature, ref_id)
    }

    /// The bytes, or those in `range`, which ends at the file's size at most.
    ///
    /// # Errors
    /// 404 when there is no such object; a range of nothing is a mistake of ours.
    pub async fn open(&self, file: &StoredFile, range: Option<Range<u64>>) -> Result<Content> {
        let object = object(&file.hash, &file.generation).ok_or_else(ApiError::not_found)?;
        let options = GetOptions { range: range.map(Into::into), ..GetOptions::default() };
        let found = self.store().await?.get_opts(&object, options).await.map_err(failure)?;
        Ok(found.into_stream().map(|piece| piece.map_err(Into::into)).boxed())
    }

    fn a_day_ago(&self) -> i64 {
        self.0.clock.now_ms() - DAY
    }

    /// The objects, with their folders made on first use.
    async fn store(&self) -> Result<&dyn ObjectStore> {
        let make = || async {
            let folder = self.0.folder.clone();
            let made = tokio::task::spawn_blocking(move || {
                let partial = folder.join(PARTIAL);
                std::fs::DirBuilder::new().recursive(true).mode(0o700).create(partial)?;
                // Renames reach the disk before an upload is answered.
                Ok::<_, std::io::Error>(LocalFileSystem::new_with_prefix(folder)?.with_fsync(true))
            });
            let store = made.await.map_err(ApiError::internal)?.map_err(ApiError::unavailable)?;
            Ok::<_, ApiError>(Arc::new(store) as Arc<dyn ObjectStore>)
        };
        self.0.store.get_or_try_init(make).await.map(|store| &**store)
    }
}

/// Removes every reference of someone who is erased, in one feature.
///
/// # Errors
/// When the statement fails.
pub fn forget_owner(tx: &mut Tx, feature: &str, owner: &UserId) -> DbResult<()> {
    tx.exec(&FORGET_OWNER, p![feature, owner]).map(drop)
}

/// Removes every reference of a thing, where there is no [`Files`] at hand.
///
/// # Errors
/// When the statement fails.
pub fn remove_refs(tx: &mut Tx, feature: &str, ref_id: &str) -> DbResult<()> {
    tx.exec(&FORGET_ALL, p![feature, ref_id]).map(drop)
}

fn refer(tx: &mut Tx, hash: &str, to: &Reference<'_>, now: i64) -> DbResult<()> {
    let owner = to.owner.map(|owner| owner.to_string()).unwrap_or_default();
    tx.exec(&REFER, p![hash, to.feature, to.ref_id, owner, to.audience, to.name, now]).map(drop)
}

/// Where an object lies: `xx/<hash>.<generation>`, before there were generations `xx/<hash>`. `None` for
/// what is no hash or generation, which thus never becomes a path.
///
/// Each row has an object of its own, never used again: the sweep drops the row and then deletes the
/// object of that row, while the same bytes, uploaded in between on whichever node, lie elsewhere. So
/// nothing needs a lock that all nodes share (decision 0146).
fn object(hash: &str, generation: &str) -> Option<Path> {
    let digits = hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let plain = generation.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let dot = if generation.is_empty() { "" } else { "." };
    (hash.len() == 64 && digits && plain)
        .then(|| Path::from(format!("{}/{hash}{dot}{generation}", &hash[..2])))
}

fn failure(error: object_store::Error) -> ApiError {
    match error {
        object_store::Error::NotFound { .. } => ApiError::not_found(),
        // A full disk, mostly.
        other => ApiError::unavailable(other),
    }
}
