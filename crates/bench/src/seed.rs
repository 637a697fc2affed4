//! A portal that has been in use: members and rows, put straight into the tables.

use std::path::Path;

use anyhow::{Context, Result};
use kernel::clock::Clock;
use kernel::db::{Db, Location, Tx};
use kernel::texts::Language;
use kernel::{p, statements};

statements! {
    /// A member.
    USER = "insert into users (id, user_id, net_name, net_name_key, real_name, gender, password_hash, status, is_admin,
                is_officer, officer_permissions, officer_title, info, token_version, created_at, updated_at)
            values ($1, $2, $3, $3, $4, 'female', $5, 'active', 0, 0, '[]', '', '{}', 1, $6, $6)";
    /// A countdown; also the single-row write of the measure without HTTP.
    COUNTDOWN = "insert into countdown_items
                     (id, owner_id, title, target_date, repeat_type, color, pinned, note, created_at, updated_at)
                 values ($1, $2, 'Exam', '2027-06-07', 'none', '#2f63d6', 0, '', $3, $3)";
    /// An administrative act.
    ACT = "insert into audit_log (id, admin_id, action, target, detail, created_at, ip, request_id, hash)
           values ($1, 'system', 'disable_user', $2, '{}', $3, '127.0.0.1', '0011223344556677', $4)";
    /// The end of the operation log before and after.
    AUDIT_HEAD = "select id from audit_head";
    /// See there.
    SET_AUDIT_HEAD = "update audit_head set id = $1, hash = $2";
}

/// Rows of the operation log.
const ACTS: i64 = 10_000;
/// A hash as long as a real one, which nobody signs in with.
const PASSWORD_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
/// Within what the event log keeps.
const WRITTEN: i64 = 1_790_000_000_000;

/// Opens a SQLite file as the product does.
pub async fn open(path: &Path) -> Result<Db> {
    Db::open(&Location::Sqlite(path.to_owned()), &Clock::system()).await.context("the database does not open")
}

/// Fills the database of a portal that was set up with this list and is not running.
pub fn fill(path: &Path, list: Vec<(String, String)>) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let db = open(path).await?;
        let now = Clock::system().now_ms().max(WRITTEN);
        let written = db.write(move |tx| {
            insert_members(tx, &list, 1, now)?;
            insert_acts(tx, &list, now)
        });
        written.await.map_err(|error| anyhow::anyhow!("{}", error.localized(Language::English)))?;
        db.close();
        Ok(())
    })
}

/// Adds these to a portal that has members and is not running.
pub fn add_members(path: &Path, list: Vec<(String, String)>) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let db = open(path).await?;
        let now = Clock::system().now_ms().max(WRITTEN);
        let written = db.write(move |tx| insert_members(tx, &list, 1001, now));
        written.await.map_err(|error| anyhow::anyhow!("{}", error.localized(Language::English)))?;
        db.close();
        Ok(())
    })
}

/// Their rows are numbered from `first` on.
fn insert_members(tx: &mut Tx, list: &[(String, String)], first: i64, now: i64) -> kernel::Result<()> {
    for (id, (real_name, user_id)) in (first..).zip(list) {
        let net_name = format!("member{user_id}");
        tx.exec(&USER, p![id, user_id, &net_name, real_name, PASSWORD_HASH, now])?;
    }
    Ok(())
}

fn insert_acts(tx: &mut Tx, list: &[(String, String)], now: i64) -> kernel::Result<()> {
    let mut owners = list.iter().map(|(_, user_id)| user_id.as_str()).cycle();
    let mut owner = || owners.next().unwrap_or_default();
    let acts: i64 = tx.one(&AUDIT_HEAD, p![])?;
    for n in 0..ACTS {
        tx.exec(&ACT, p![acts + 1 + n, owner(), now, format!("{n:064x}")])?;
    }
    tx.exec(&SET_AUDIT_HEAD, p![acts + ACTS, format!("{:064x}", ACTS - 1)])?;
    Ok(())
}

/// A UUID of version 7 in form: numbers ascend, as those of the server do.
pub fn countdown_id(caller: usize, n: i64) -> String {
    format!("{:08x}-{:04x}-7000-8000-{caller:012x}", n >> 16, n & 0xffff)
}
