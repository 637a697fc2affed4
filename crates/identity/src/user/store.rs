//! Every SQL text of the user feature.

use caseless::default_case_fold_str;
use jiff::Timestamp;
use kernel::db::{DbResult, Read, Tx};
use kernel::user::{Ban, UserFacts, UserId};
use kernel::{App, AppTx, p, record, sequence, statements};
use serde_json::{Value, json};

use super::desktop_layout::parse;
use super::model::{NetName, look_alike_key, normalise};

macro_rules! columns {
    () => {
        "user_id, net_name, real_name, gender, status, is_admin, is_officer, officer_permissions, \
         officer_title, info, token_version, kept_token, created_at, last_login, ban_expires_at, ban_reason"
    };
}

pub(super) mod directory;
pub(super) mod layouts;

statements! {
    /// One member.
    FIND = concat!("select ", columns!(), " from users where user_id = $1");
    /// All members, for the command line.
    ALL = concat!("select ", columns!(), " from users order by user_id");
    /// Whom a sign-in input may mean, in the order of interface 5.3.
    CANDIDATES = "select user_id, password_hash, token_version from users
                  where user_id = $1 or net_name = $1 or real_name = $1
                  order by case when user_id = $1 then 0 else 1 end,
                           case when password_hash is null then 1 else 0 end, id
                  limit 5";
    /// The hash to check an old password against.
    PASSWORD_HASH = "select password_hash from users where user_id = $1";
    /// Adds a member.
    INSERT = "insert into users (id, user_id, net_name, net_name_key, real_name, gender, password_hash, status,
                  is_admin, is_officer, officer_permissions, officer_title, info, search_key, token_version,
                  created_at, updated_at)
              values ($1, $2, $3, $4, $5, $6, $7, 'active', $8, 0, '[]', '', '{}', $9, $10, $11, $11)";
    /// Whether a net name is taken by someone else.
    NET_NAME_OWNER = "select user_id from users where net_name_key = $1 and user_id <> $2";
    /// Changes names, gender and profile.
    SET_PERSON = "update users set net_name = $2, net_name_key = $3, real_name = $4, gender = $5, info = $6,
                  search_key = $7, updated_at = $8 where user_id = $1";
    /// Notes a sign-in.
    SET_LAST_LOGIN = "update users set last_login = $2 where user_id = $1";
    /// Sets a password and ends all tokens but one.
    SET_PASSWORD = "update users set password_hash = $2, token_version = token_version + 1, kept_token = $3,
                    updated_at = $4 where user_id = $1";
    /// Ends all tokens but one.
    END_SESSIONS = "update users set token_version = token_version + 1, kept_token = $2, updated_at = $3
                    where user_id = $1";
    /// Reactivates an account whose ban is over; touches nothing else.
    LIFT_EXPIRED = "update users set status = 'active', ban_expires_at = null, ban_reason = null, updated_at = $2
                    where user_id = $1 and status = 'disabled' and ban_expires_at <= $2";
    /// Disables or reactivates.
    SET_STATUS = "update users set status = $2, ban_expires_at = $3, ban_reason = $4, updated_at = $5
                  where user_id = $1";
    /// Whether an ID or a listed name has an account.
    REGISTERED_AS = "select count(*) from users where user_id = $1 or real_name = $2";
    /// Everyone registered.
    REGISTERED = "select user_id, real_name from users where user_id <> '999999' order by id";
    /// Who has is_admin.
    ADMINS = "select user_id from users where is_admin = 1";
    /// Sets or takes is_admin.
    SET_ADMIN = "update users set is_admin = $2, updated_at = $3 where user_id = $1";
    /// Appoints an officer, changes the rights, or takes them with role and title.
    SET_OFFICER = "update users set is_officer = $2, officer_permissions = $3, officer_title = $4, updated_at = $5
                   where user_id = $1";
    /// Registered admins and class admins.
    COUNT_ADMINS = "select count(*) from users
                    where is_admin = 1 or (user_id like '____00' and user_id not like '__0000')";
    /// Personal settings.
    SETTINGS = "select theme, wallpaper, notifications, desktop_layout, revision, updated_at
                from user_settings where user_id = $1";
    /// First write of personal settings.
    INSERT_SETTINGS = "insert into user_settings (user_id, theme, wallpaper, notifications, desktop_layout, revision, updated_at)
                       values ($1, $2, $3, $4, $5, $6, $7)
                       on conflict (user_id) do nothing";
    /// Later writes; touches nothing when someone wrote since.
    UPDATE_SETTINGS = "update user_settings set theme = $2, wallpaper = $3, notifications = $4,
                       desktop_layout = $5, revision = $6, updated_at = $7
                       where user_id = $1 and revision = $6 - 1";
    /// Erases.
    DELETE_SETTINGS = "delete from user_settings where user_id = $1";
    /// Erases.
    DELETE = "delete from users where user_id = $1";
}

/// Stands in place of a hash where no password opens the account. Not null: that is a row which came
/// from another class server, whose password the peers may know.
pub(super) const LOCKED: &str = "!";

/// Binary digits of a token version that count password changes; the others are the row's number.
const VERSIONS: u32 = 20;

record! {
    /// A row of `users`, without the password hash.
    #[derive(Clone, Debug)]
    pub struct UserRow {
        pub user_id: UserId,
        pub net_name: String,
        pub real_name: String,
        pub gender: String,
        pub status: String,
        pub is_admin: bool,
        pub is_officer: bool,
        pub officer_permissions: String,
        pub officer_title: String,
        pub info: String,
        pub token_version: i64,
        pub kept_token: Option<String>,
        pub created_at: i64,
        pub last_login: Option<i64>,
        pub ban_expires_at: Option<i64>,
        pub ban_reason: Option<String>,
    }
}

impl UserRow {
    /// What decides about this member's requests.
    pub(super) fn facts(&self) -> UserFacts {
        let ban = (self.status == "disabled").then(|| Ban {
            expires_at: self.ban_expires_at.and_then(|ms| Timestamp::from_millisecond(ms).ok()),
            reason: self.ban_reason.clone(),
        });
        UserFacts {
            user_id: self.user_id,
            net_name: self.net_name.clone(),
            real_name: self.real_name.clone(),
            gender: self.gender.clone(),
            ban,
            is_admin: self.is_admin,
            is_officer: self.is_officer,
            permissions: serde_json::from_str(&self.officer_permissions).unwrap_or_default(),
            officer_title: self.officer_title.clone(),
            token_version: self.token_version,
            kept_token: self.kept_token.clone(),
        }
    }
}

record! {
    /// Whom a sign-in input may mean. Without a hash: a row that came from another class server.
    pub struct Credentials {
        /// Who.
        pub user_id: UserId,
        /// PHC string, or a text that is none where no password opens the account.
        pub password_hash: Option<String>,
        /// What was current as the hash was: both change together.
        pub token_version: i64,
    }
}

/// A member about to be added.
#[derive(Clone, Debug)]
pub struct NewUser {
    /// From the class list.
    pub user_id: UserId,
    /// As chosen.
    pub net_name: String,
    /// From the class list.
    pub real_name: String,
    /// From the class list.
    pub gender: String,
    /// PHC string.
    pub password_hash: String,
    /// Whether the ID is among the admins.
    pub is_admin: bool,
}

/// What an officer is and may do.
#[derive(Clone, Debug)]
pub struct Office {
    /// Shown beside the name.
    pub title: String,
    /// The identifiers of the permissions.
    pub permissions: Vec<String>,
}

/// At most five rows, in the order in which their passwords are tried.
///
/// # Errors
/// When the statement fails.
pub async fn sign_in_candidates(app: &App, account: &str) -> DbResult<Vec<Credentials>> {
    app.db.all(&CANDIDATES, p![account]).await
}

pub(super) fn find(read: &mut Read, user: UserId) -> DbResult<Option<UserRow>> {
    read.opt(&FIND, p![user])
}

pub(super) fn all(read: &mut Read) -> DbResult<Vec<UserRow>> {
    read.all(&ALL, p![])
}

pub(super) fn insert(tx: &mut AppTx, new: &NewUser) -> DbResult<()> {
    let id = sequence::next(tx, "users")?;
    let (key, now) = (look_alike_key(&new.net_name), tx.now());
    let NewUser { user_id, net_name, real_name, gender, password_hash, is_admin } = new;
    let search = search_key(*user_id, net_name, real_name);
    // Row numbers are never used twice: no token of an erased account fits whoever registers anew.
    let version = id << VERSIONS;
    let params =
        p![id, user_id, net_name, key, real_name, gender, password_hash, *is_admin, search, version, now];
    tx.exec(&INSERT, params)?;
    Ok(())
}

pub(super) fn is_net_name_taken(read: &mut Read, name: &NetName, by_other_than: UserId) -> DbResult<bool> {
    Ok(read.opt::<String>(&NET_NAME_OWNER, p![name.key(), by_other_than])?.is_some())
}

/// Writes the names, gender and profile of `row`.
pub(super) fn set_person(tx: &mut AppTx, row: &UserRow) -> DbResult<()> {
    let UserRow { user_id, net_name, real_name, gender, info, .. } = row;
    let (key, search) = (look_alike_key(net_name), search_key(*user_id, net_name, real_name));
    let now = tx.now();
    tx.exec(&SET_PERSON, p![user_id, net_name, key, real_name, gender, info, search, now])?;
    Ok(())
}

/// What a search looks through: folded here, because the engines fold case differently.
fn search_key(user: UserId, net_name: &str, real_name: &str) -> String {
    fold(&format!("{user}\n{net_name}\n{real_name}"))
}

fn fold(text: &str) -> String {
    default_case_fold_str(&normalise(text))
}

pub(super) fn note_login(tx: &mut AppTx, user: UserId) -> DbResult<()> {
    let now = tx.now();
    tx.exec(&SET_LAST_LOGIN, p![user, now])?;
    Ok(())
}

pub(super) fn set_password(tx: &mut AppTx, user: UserId, hash: &str, kept: Option<&str>) -> DbResult<()> {
    let now = tx.now();
    tx.exec(&SET_PASSWORD, p![user, hash, kept, now])?;
    Ok(())
}

pub(super) fn end_sessions(tx: &mut AppTx, user: UserId, kept: Option<&str>) -> DbResult<()> {
    let now = tx.now();
    tx.exec(&END_SESSIONS, p![user, kept, now])?;
    Ok(())
}

/// True when the ban was over and is lifted now.
pub(super) fn lift_expired(tx: &mut Tx, user: UserId, now: i64) -> DbResult<bool> {
    Ok(tx.exec(&LIFT_EXPIRED, p![user, now])? == 1)
}

pub(super) fn set_status(tx: &mut AppTx, user: UserId, ban: Option<&Ban>) -> DbResult<bool> {
    let status = if ban.is_some() { "disabled" } else { "active" };
    let end = ban.and_then(|ban| ban.expires_at).map(Timestamp::as_millisecond);
    let reason = ban.and_then(|ban| ban.reason.clone());
    let now = tx.now();
    Ok(tx.exec(&SET_STATUS, p![user, status, end, reason, now])? == 1)
}

pub(super) fn registered(read: &mut Read) -> DbResult<Vec<(UserId, String)>> {
    read.all(&REGISTERED, p![])
}

pub(super) fn is_registered(read: &mut Read, user: UserId, real_name: &str) -> DbResult<bool> {
    Ok(read.one::<i64>(&REGISTERED_AS, p![user, real_name])? > 0)
}

pub(super) fn admins(read: &mut Read) -> DbResult<Vec<UserId>> {
    Ok(read.all::<(UserId,)>(&ADMINS, p![])?.into_iter().map(|(user,)| user).collect())
}

pub(super) fn set_admin(tx: &mut AppTx, user: UserId, is_admin: bool) -> DbResult<bool> {
    let now = tx.now();
    Ok(tx.exec(&SET_ADMIN, p![user, is_admin, now])? == 1)
}

pub(super) fn set_officer(tx: &mut AppTx, user: UserId, office: Option<&Office>) -> DbResult<bool> {
    let ids: Vec<_> = office.iter().flat_map(|office| &office.permissions).collect();
    let permissions = json!(ids).to_string();
    let title = office.map(|office| office.title.as_str()).unwrap_or_default();
    let now = tx.now();
    Ok(tx.exec(&SET_OFFICER, p![user, office.is_some(), permissions, title, now])? == 1)
}

pub(super) fn count_admins(read: &mut Read) -> DbResult<i64> {
    read.one(&COUNT_ADMINS, p![])
}

record! {
    /// A row of `user_settings`.
    #[derive(Clone, Debug)]
    pub struct SettingsRow {
        pub theme: String,
        pub wallpaper: String,
        pub notifications: String,
        pub desktop_layout: Option<String>,
        pub revision: i64,
        pub updated_at: i64,
    }
}

pub(super) fn settings(read: &mut Read, user: UserId) -> DbResult<Option<SettingsRow>> {
    read.opt(&SETTINGS, p![user])
}

/// Writes settings as revision `row.revision`; false when someone else wrote that revision first.
pub(super) fn write_settings(tx: &mut Tx, user: UserId, row: &SettingsRow) -> DbResult<bool> {
    let SettingsRow { theme, wallpaper, notifications, desktop_layout, revision, updated_at } = row;
    let layout = desktop_layout.as_ref();
    let params = p![user, theme, wallpaper, notifications, layout, *revision, *updated_at];
    let statement = if *revision == 1 { &INSERT_SETTINGS } else { &UPDATE_SETTINGS };
    Ok(tx.exec(statement, params)? == 1)
}

pub(super) fn erase(tx: &mut Tx, user: &UserId) -> DbResult<()> {
    layouts::erase(tx, user)?;
    tx.exec(&DELETE_SETTINGS, p![user])?;
    tx.exec(&DELETE, p![user])?;
    Ok(())
}

pub(super) fn export(read: &mut Read, user: &UserId) -> DbResult<Option<Value>> {
    let Some(row) = find(read, *user)? else { return Ok(None) };
    let settings = settings(read, *user)?;
    let past = exported_layouts(layouts::past(read, *user)?);
    Ok(Some(json!({
        "user_id": row.user_id, "net_name": row.net_name, "real_name": row.real_name, "gender": row.gender,
        "info": serde_json::from_str::<Value>(&row.info).unwrap_or_default(),
        "created_at": kernel::app::iso(row.created_at), "last_login": row.last_login.map(kernel::app::iso),
        "settings": settings.map(|s| json!({
            "theme": s.theme, "wallpaper": s.wallpaper,
            "notifications": serde_json::from_str::<Value>(&s.notifications).unwrap_or_default(),
            "desktop_layout": s.desktop_layout.and_then(|l| serde_json::from_str::<Value>(&l).ok()),
        })),
        "replaced_layouts": past,
    })))
}

/// The hash to check an old password against.
pub(crate) fn password_hash(read: &mut Read, user: UserId) -> DbResult<Option<String>> {
    Ok(read.opt::<Option<String>>(&PASSWORD_HASH, p![user])?.flatten())
}

/// What a member may take along.
fn exported_layouts(past: Vec<layouts::Past>) -> Value {
    past.into_iter()
        .map(|past| json!({ "replaced_at": kernel::app::iso(past.replaced_at), "desktop_layout": parse(&past.layout) }))
        .collect()
}
