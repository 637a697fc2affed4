//! Every SQL text of the pictures feature, and what goes with a row in the store of files.

use kernel::db::{DbResult, Read, Tx};
use kernel::events::Audience;
use kernel::files::{self, Reader, Reference, StoredFile};
use kernel::user::UserId;
use kernel::{ApiError, AppTx, Result, p, record, statements, text_column};
use serde_json::{Value, json};

use super::model::Kind;
use crate::cloud;

text_column!(Kind);

/// The feature of the references.
const FEATURE: &str = "pictures";

statements! {
    /// The avatars of all members.
    AVATARS = "select owner_id, hash, mime from pictures_items where kind = 'avatar' order by owner_id";
    /// What one member gave, of one kind, oldest first.
    OF_MEMBER = "select kind, owner_id, class, hash, mime, created_at from pictures_items
                 where kind = $1 and owner_id = $2 order by created_at, hash";
    /// All that one member gave.
    ALL_OF_MEMBER = "select kind, owner_id, class, hash, mime, created_at from pictures_items
                     where owner_id = $1 order by kind, created_at, hash";
    /// The photo of a class.
    CLASS_PHOTO = "select kind, owner_id, class, hash, mime, created_at from pictures_items
                   where kind = 'class_photo' and class = $1";
    /// Adds one; the same one again stays as it is.
    INSERT = "insert into pictures_items (kind, owner_id, class, hash, mime, created_at)
              values ($1, $2, $3, $4, $5, $6) on conflict (kind, owner_id, class, hash) do nothing";
    /// Removes one.
    DELETE = "delete from pictures_items where kind = $1 and owner_id = $2 and class = $3 and hash = $4";
    /// Removes all that one member gave.
    DELETE_ALL = "delete from pictures_items where owner_id = $1";
}

record! {
    /// A picture.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(super) struct Picture {
        pub(super) kind: Kind,
        pub(super) owner_id: UserId,
        pub(super) class: String,
        pub(super) hash: String,
        pub(super) mime: String,
        pub(super) created_at: i64,
    }
}

impl Picture {
    /// Where it is read, relative to the site.
    pub(super) fn url(&self) -> String {
        cloud::url(&self.hash, &self.mime)
    }

    /// What the reference in the store of files is about.
    fn ref_id(&self) -> String {
        match self.kind {
            Kind::Avatar => "avatar".to_owned(),
            Kind::Wallpaper => "wallpaper".to_owned(),
            Kind::ClassPhoto => format!("class_photo:{}", self.class),
        }
    }

    /// Who may see it beside its owner.
    fn audience(&self) -> Audience {
        match self.kind {
            Kind::Avatar => Audience::All,
            Kind::Wallpaper => Audience::User(self.owner_id),
            Kind::ClassPhoto => Audience::Class(self.class.clone()),
        }
    }
}

/// Owner, hash and media type of each avatar.
pub(super) fn avatars(read: &mut Read) -> DbResult<Vec<(UserId, String, String)>> {
    read.all(&AVATARS, p![])
}

/// What one member gave of one kind, oldest first.
pub(super) fn of_member(read: &mut Read, kind: Kind, owner: UserId) -> DbResult<Vec<Picture>> {
    read.all(&OF_MEMBER, p![kind, owner])
}

/// The photo of a class.
pub(super) fn class_photo(read: &mut Read, class: &str) -> DbResult<Option<Picture>> {
    read.opt(&CLASS_PHOTO, p![class])
}

/// A picture of an upload, with its reference; the same one again changes nothing.
///
/// # Errors
/// 404 when the file is not there or not for this reader, 400 when it cannot be a picture of this kind.
pub(super) fn add(tx: &mut AppTx, reader: &Reader, kind: Kind, class: &str, hash: &str) -> Result<Picture> {
    let files = tx.app().files.clone();
    let file: StoredFile = files.find(tx, hash)?.ok_or_else(ApiError::not_found)?;
    kind.check(&file)?;
    let picture = Picture {
        kind,
        owner_id: reader.user,
        class: class.to_owned(),
        hash: file.hash,
        mime: file.mime,
        created_at: tx.now(),
    };
    let (ref_id, audience) = (picture.ref_id(), picture.audience().to_key());
    let reference = Reference {
        feature: FEATURE,
        ref_id: &ref_id,
        owner: Some(reader.user),
        audience: &audience,
        name: "",
    };
    files.add_ref(tx, reader, hash, &reference)?;
    let Picture { owner_id, class, hash, mime, created_at, .. } = &picture;
    tx.exec(&INSERT, p![kind, *owner_id, class, hash, mime, *created_at])?;
    Ok(picture)
}

/// Removes a picture and its reference; the file goes when nothing else refers to it.
pub(super) fn delete(tx: &mut AppTx, picture: &Picture) -> DbResult<()> {
    let files = tx.app().files.clone();
    files.remove_ref(tx, &picture.hash, FEATURE, &picture.ref_id(), picture.owner_id)?;
    let Picture { kind, owner_id, class, hash, .. } = picture;
    tx.exec(&DELETE, p![*kind, *owner_id, class, hash])?;
    Ok(())
}

/// Erases: a class photo goes with the member who gave it.
pub(super) fn delete_all_of(tx: &mut Tx, owner: &UserId) -> DbResult<()> {
    files::forget_owner(tx, FEATURE, owner)?;
    tx.exec(&DELETE_ALL, p![owner])?;
    Ok(())
}

pub(super) fn export_all_of(read: &mut Read, owner: &UserId) -> DbResult<Option<Value>> {
    let all: Vec<Picture> = read.all(&ALL_OF_MEMBER, p![owner])?;
    let plain = |picture: Picture| json!({ "kind": picture.kind, "url": picture.url(), "created_at": kernel::app::iso(picture.created_at) });
    Ok((!all.is_empty()).then(|| all.into_iter().map(plain).collect()))
}
