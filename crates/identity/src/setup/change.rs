//! One change of the class list, from the checked request to the file: the same for the wizard,
//! for admins and for what the list file brings at start.

use std::sync::{Mutex, OnceLock, PoisonError};

use kernel::audit::Actor;
use kernel::db::{DbResult, Read};
use kernel::events::{Audience, NewEvent};
use kernel::http::{Caller, Origin};
use kernel::user::UserId;
use kernel::{App, AppTx, Result};
use serde_json::json;

use super::dto::{SetupPreview, SetupResult};
use super::events::SetupEvent;
use super::list_file::{self, Disk, Report};
use super::model::{self, Known, Listed};
use super::names::NameIndex;
use super::request::ListRequest;
use super::store::{self, StoredRow};
use super::{SETTING_CLAIM_CODES, texts};
use crate::auth::{NewAccount, Newcomer};
use crate::{enrolment, user};

/// Set once the wizard has been through.
pub(super) const SETTING_INITIALISED: &str = "initialised";
/// The user IDs of the admins that the wizard or an admin has saved.
pub(super) const SETTING_ADMIN_USER_IDS: &str = "admin_user_ids";
/// Hash of the file whose rows are stored.
pub(super) const SETTING_LIST_HASH: &str = "pre_records_hash";
/// How many of that file's rows collided with others and are not stored.
pub(super) const SETTING_CONFLICTS: &str = "pre_records_left_out";

/// How often a save is made again because someone registered meanwhile.
const TRIES: usize = 3;

/// What the feature holds in memory.
pub(super) struct ClassList {
    /// One change at a time on this node: they share the file that waits.
    pub turn: tokio::sync::Mutex<()>,
    /// The one-time code, when the wizard asks for it.
    pub setup_code: OnceLock<String>,
    report: Mutex<Report>,
    /// Hash of the list that this node's file has followed, or tried to.
    followed: Mutex<Option<String>>,
}

impl Default for ClassList {
    fn default() -> Self {
        Self {
            turn: tokio::sync::Mutex::default(),
            setup_code: OnceLock::new(),
            report: Mutex::new(Report::Absent),
            followed: Mutex::default(),
        }
    }
}

impl ClassList {
    pub fn report(&self) -> Report {
        self.report.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn set_report(&self, report: Report) {
        *self.report.lock().unwrap_or_else(PoisonError::into_inner) = report;
    }

    /// Remembers that this node's file is settled for the stored list; true when that is news.
    pub fn follow(&self, app: &App) -> bool {
        let stored = app.settings.text(SETTING_LIST_HASH);
        let mut followed = self.followed.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *followed, stored.clone()) != stored
    }
}

/// What a plan was made of; when it no longer holds, neither does the plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ListSnapshot {
    pub registered: Vec<(UserId, String)>,
    pub rows: Vec<StoredRow>,
}

impl ListSnapshot {
    pub fn read(read: &mut Read) -> DbResult<Self> {
        Ok(Self { registered: user::registered(read)?, rows: store::all(read)? })
    }

    /// The new rows as they will be stored: a name keeps its claim code.
    pub fn with_codes(&self, app: &App, listed: &[Listed]) -> Vec<StoredRow> {
        let codes = self.rows.iter().filter_map(|row| Some((row.real_name.clone(), row.claim_code.clone()?)));
        let codes = NameIndex::new(codes);
        let new_code = || super::are_claim_codes_on(app).then(|| app.random.code(2));
        let row = |row: &Listed| StoredRow {
            claim_code: codes.find(&row.real_name).map(|(_, code)| code.clone()).or_else(new_code),
            real_name: row.real_name.clone(),
            user_id: row.user_id,
            gender: row.gender.clone(),
        };
        listed.iter().map(row).collect()
    }
}

fn assign(request: &ListRequest, seen: &ListSnapshot) -> Result<Vec<Listed>> {
    let known = Known {
        cohort: request.cohort.as_deref(),
        only_cohort: request.only_cohort,
        registered: &seen.registered,
    };
    model::assign(request.entries.clone(), &known)
}

/// What a save would store; writes nothing.
///
/// # Errors
/// Those of a save, but for the shrink guard, which the answer announces.
pub(super) fn preview(request: &ListRequest, seen: &ListSnapshot) -> Result<SetupPreview> {
    let rows = assign(request, seen)?;
    let (previous_count, new_count) = (seen.rows.len(), rows.len());
    Ok(SetupPreview {
        pre_records: model::by_class(rows.iter().map(|row| (row.user_id, row.into()))),
        previous_count,
        new_count,
        needs_force: model::shrinks(previous_count, new_count),
    })
}

/// Who changes the list.
#[derive(Clone)]
pub(super) enum Author {
    /// The wizard: the first to save, before anyone has registered.
    Wizard(Wizard),
    /// A system admin.
    Admin(Caller),
}

/// What only the wizard asks for.
#[derive(Clone)]
pub(super) struct Wizard {
    /// Where the save came from.
    pub origin: Origin,
    /// The account of whoever sets the portal up.
    pub account: Option<NewAccount>,
    /// For how many hours the enrolment window is open after the save.
    pub enrolment_hours: Option<u8>,
}

/// A numbered list with its file's text.
struct Plan {
    request: ListRequest,
    author: Author,
    seen: ListSnapshot,
    rows: Vec<StoredRow>,
    hash: String,
    cohort: Option<String>,
}

/// Saves a list: file, rows, settings, admins, audit, event, all or nothing.
///
/// # Errors
/// 400 for the list, 403 when the wizard has run, 409 when registrations kept coming in between,
/// 503 when file or database cannot be written.
pub(super) async fn save(
    app: &App,
    request: &ListRequest,
    author: &Author,
) -> Result<(SetupResult, Option<Newcomer>)> {
    let list = app.state::<ClassList>();
    let _turn = list.turn.lock().await;
    for _ in 0..TRIES {
        let initialised = app.clone();
        let only_first = matches!(author, Author::Wizard(_));
        let seen = app
            .db
            .read(move |read| {
                if only_first && super::is_initialised(&initialised, read)? {
                    return Err(texts::ALREADY_INITIALISED.err());
                }
                Ok(ListSnapshot::read(read)?)
            })
            .await?;
        let listed = assign(request, &seen)?;
        model::guard(seen.rows.len(), listed.len(), request.force)?;
        let text = list_file::render(&listed);
        let plan = Plan {
            rows: seen.with_codes(app, &listed),
            hash: list_file::hash(&text),
            cohort: request.cohort.clone().or_else(|| model::common_cohort(&listed)),
            request: with_own_row(request, author, &listed)?,
            author: author.clone(),
            seen,
        };
        let result = plan.result(app);
        match commit(app, plan, text).await {
            Err(error) if error.is(&texts::LIST_CHANGED) => {}
            Err(error) => return Err(error),
            Ok(newcomer) => return Ok((result, newcomer)),
        }
    }
    Err(texts::LIST_CHANGED.err())
}

/// The three steps that `list_file` describes.
async fn commit(app: &App, plan: Plan, text: Vec<u8>) -> Result<Option<Newcomer>> {
    let today = app.today();
    let unwritable = |error: std::io::Error| texts::FILE_UNWRITABLE.err().because(error);
    let (staged, hash) = (text.clone(), plan.hash.clone());
    on_disk(app, move |disk| disk.stage(&staged, today)).await.map_err(unwritable)?;
    let written = app.write(move |tx| plan.write(tx)).await;
    if let Err(error) = &written {
        // After a server-side failure the commit may have happened all the same; then the next
        // start needs the text that waits.
        if error.status().is_client_error() {
            // One that stays is removed by the next start.
            let _ = on_disk(app, move |disk| disk.discard(&hash)).await;
        }
        return written;
    }
    // Once more from the text, because another node that starts on the same folder tidies up there.
    let publish = move |disk: &Disk| {
        disk.publish(&hash).or_else(|_| disk.stage(&text, today).and_then(|()| disk.publish(&hash)))
    };
    let report = match on_disk(app, publish).await {
        Ok(()) => Report::Fine,
        Err(error) => {
            tracing::error!(%error, "class list saved, its file not replaced");
            Report::warning(&texts::FILE_PENDING)
        }
    };
    let list = app.state::<ClassList>();
    list.set_report(report);
    list.follow(app);
    app.db.mark_initialised();
    written
}

impl Plan {
    fn result(&self, app: &App) -> SetupResult {
        let classes = model::by_class(self.rows.iter().map(|row| (row.user_id, ())));
        SetupResult {
            cohort: self.cohort.clone(),
            classes: classes.len(),
            total_records: self.rows.len(),
            admin_user_ids: self.request.admins.clone().unwrap_or_else(|| super::stored_admin_ids(app)),
            user_info: None,
            token: None,
        }
    }

    fn write(&self, tx: &mut AppTx) -> Result<Option<Newcomer>> {
        let actor = match &self.author {
            Author::Wizard(_) => None,
            Author::Admin(caller) => Some(caller.facts.user_id),
        };
        // First: whoever holds the event counter is the only one who changes the list, on all nodes.
        let changed = SetupEvent::ListChanged { rows: self.rows.len() };
        tx.emit(NewEvent::new(&changed, Audience::All).by(actor))?;
        if actor.is_none() {
            self.claim(tx)?;
        }
        if ListSnapshot::read(tx)? != self.seen {
            return Err(texts::LIST_CHANGED.err());
        }
        let (removed, added) = store::replace(tx, &self.seen.rows, &self.rows)?;
        tx.app().settings.set(tx, SETTING_LIST_HASH, &self.hash)?;
        tx.app().settings.set(tx, SETTING_CONFLICTS, "0")?;
        if let Some(cohort) = &self.cohort {
            tx.app().settings.set(tx, model::SETTING_COHORT, cohort)?;
        }
        settle(tx, &self.request.settings, self.request.admins.as_deref(), actor)?;
        let mut detail = json!({
            "rows": self.rows.len(), "admin_user_ids": self.request.admins,
            "settings": self.request.settings.iter().map(|(name, _)| *name).collect::<Vec<_>>(),
        });
        // Of the first list everybody is new.
        if !self.seen.rows.is_empty() {
            detail["previous"] = self.seen.rows.len().into();
            detail["added"] = added.into();
            detail["removed"] = removed.into();
        }
        if self.request.force {
            detail["forced"] = true.into();
        }
        let wizard = match &self.author {
            Author::Wizard(wizard) => wizard,
            Author::Admin(caller) => {
                tx.audit(&Actor::from(caller), &texts::UPDATE_PRE_RECORDS, "pre_records", &detail)?;
                return Ok(None);
            }
        };
        if let Some(hours) = wizard.enrolment_hours {
            let app = tx.app().clone();
            let end = enrolment::end_after_hours(&app, hours);
            enrolment::store_end(tx, &app, Some(end))?;
            detail["open_until"] = kernel::app::iso(end.as_millisecond()).into();
        }
        tx.audit(&self.installer(wizard), &texts::SETUP, "pre_records", &detail)?;
        // Last: the row, the admins and the setting that asks for codes are in the database.
        wizard.account.as_ref().map(|account| account.insert(tx)).transpose()
    }

    /// Who sets the portal up: the member of the account that is made with it, else nobody, from where they are.
    fn installer(&self, wizard: &Wizard) -> Actor {
        let listed = NameIndex::new(self.rows.iter().map(|row| (row.real_name.clone(), row.user_id)));
        let own = wizard.account.as_ref().and_then(|account| listed.find(account.real_name()));
        own.map_or_else(
            || Actor::system_for(&wizard.origin),
            |(_, user)| Actor::newcomer(*user, &wizard.origin),
        )
    }

    /// Takes the right to be the first.
    fn claim(&self, tx: &mut AppTx) -> Result<()> {
        let now = kernel::app::iso(tx.now());
        let first = tx.app().settings.claim(tx, SETTING_INITIALISED, &now)?;
        if first && !super::has_members(tx.app(), tx)? {
            return Ok(());
        }
        Err(texts::ALREADY_INITIALISED.err())
    }
}

/// The request with the wizard's own row among the system admins.
///
/// # Errors
/// 400 when the list has no such row.
fn with_own_row(request: &ListRequest, author: &Author, listed: &[Listed]) -> Result<ListRequest> {
    let mut request = request.clone();
    let Author::Wizard(Wizard { account: Some(account), .. }) = author else { return Ok(request) };
    let listed = NameIndex::new(listed.iter().map(|row| (row.real_name.clone(), row.user_id)));
    let (_, own) = listed.find(account.real_name()).ok_or_else(|| texts::ACCOUNT_NOT_LISTED.err())?;
    let admins = request.admins.get_or_insert_default();
    if !admins.contains(own) {
        admins.push(*own);
    }
    Ok(request)
}

/// Gives the rows without a claim code theirs.
pub(super) fn add_missing_codes(tx: &mut AppTx) -> DbResult<()> {
    for name in store::without_code(tx)? {
        let code = tx.app().random.code(2);
        store::set_code(tx, &name, &code)?;
    }
    Ok(())
}

/// Writes settings and admins; `None` leaves the admins.
///
/// # Errors
/// 403 when the actor has just lost the right to, 400 when they would take it from themselves.
pub(super) fn settle(
    tx: &mut AppTx,
    settings: &[(&'static str, String)],
    admins: Option<&[UserId]>,
    actor: Option<UserId>,
) -> Result<()> {
    for (name, value) in settings {
        tx.app().settings.set(tx, name, value)?;
    }
    if settings.iter().any(|(name, value)| *name == SETTING_CLAIM_CODES && value == "1") {
        add_missing_codes(tx)?;
    }
    if let Some(admins) = admins {
        let effective = super::with_configured(tx.app(), admins.to_vec());
        if let Some(actor) = actor {
            // Of two admins who remove each other at once, the first has.
            if !user::directory::member_of(tx, actor)?.is_some_and(|member| member.facts.is_admin) {
                return Err(kernel::texts::NO_PERMISSION.err());
            }
            // Or nobody might be left who can undo it.
            if !effective.contains(&actor) {
                return Err(texts::OWN_RIGHTS.err());
            }
        }
        let ids: Vec<&str> = admins.iter().map(UserId::as_str).collect();
        tx.app().settings.set(tx, SETTING_ADMIN_USER_IDS, &ids.join(","))?;
        user::settle_admins(tx, &effective)?;
    }
    let refreshed = tx.app().clone();
    // After the settings are in memory: effects run in order.
    tx.on_commit(move || refreshed.refresh_timezone());
    Ok(())
}

/// Runs `work` on the list file, off the async threads.
pub(super) async fn on_disk<T, F>(app: &App, work: F) -> std::io::Result<T>
where
    T: Send + 'static,
    F: FnOnce(&Disk) -> std::io::Result<T> + Send + 'static,
{
    let path = app.config.pre_records_path.clone();
    let done = tokio::task::spawn_blocking(move || work(&Disk::new(&path))).await;
    done.unwrap_or_else(|panicked| Err(std::io::Error::other(panicked)))
}
