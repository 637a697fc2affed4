//! What the feature does before the port opens, and when another node has changed the list.

use std::collections::{HashMap, HashSet};

use kernel::audit::Actor;
use kernel::events::{Audience, Event, FeatureEvent as _, NewEvent};
use kernel::texts::Language;
use kernel::user::UserId;
use kernel::{App, Result};
use serde_json::json;

use super::change::{self, ClassList, ListSnapshot, SETTING_CONFLICTS, SETTING_LIST_HASH, on_disk};
use super::events::SetupEvent;
use super::list_file::{self, Disk, Fault, Recovered, Report};
use super::model::{self, Entry, Known, Listed};
use super::{is_setup_code_required, request, store, texts};

/// Reads the list file, and shows the setup code while it is needed.
pub(super) async fn start(app: App) -> Result<()> {
    let report = import(&app).await?;
    if let Report::Warning(message) = &report {
        tracing::warn!("{}", message.localized(Language::English));
    }
    let list = app.state::<ClassList>();
    list.set_report(report);
    list.follow(&app);
    if super::are_claim_codes_on(&app) {
        app.write(|tx| Ok(change::add_missing_codes(tx)?)).await?;
    }
    let reader = app.clone();
    if app.db.read(move |read| Ok(super::is_initialised(&reader, read)?)).await? {
        // Again, in case a crash came between the save and this.
        app.db.mark_initialised();
    } else if is_setup_code_required(&app.config) {
        let code = app.random.code(2);
        tracing::warn!("setup code: {code} (the setup page asks for it; another start makes another code)");
        // A second start in one process cannot happen; the first code would stay.
        let _ = app.state::<ClassList>().setup_code.set(code);
    }
    Ok(())
}

/// What lies on disk.
struct Found {
    recovered: Recovered,
    list: std::io::Result<Option<Vec<u8>>>,
}

fn inspect(disk: &Disk, committed: Option<&str>) -> Found {
    let recovered = disk.recover(committed);
    let list = disk.read();
    if let Ok(Some(_)) = &list
        && let Err(error) = disk.hide()
    {
        tracing::warn!(%error, "class list file is readable by other users of this machine; its mode was not changed");
    }
    Found { recovered, list }
}

/// Makes the rows those of the file, when the file is good and not the one they came from.
async fn import(app: &App) -> Result<Report> {
    let committed = app.settings.text(SETTING_LIST_HASH);
    let known = committed.clone();
    let found = on_disk(app, move |disk| Ok(inspect(disk, known.as_deref()))).await;
    let Found { recovered, list } = found.map_err(kernel::ApiError::internal)?;
    if recovered == Recovered::Pending {
        return Ok(Report::warning(&texts::FILE_PENDING));
    }
    let bytes = match list {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return missing(app).await,
        Err(error) => {
            tracing::warn!(%error, "class list file not read; fix the file and start again");
            return Ok(Report::warning(&texts::FILE_UNREADABLE));
        }
    };
    let hash = list_file::hash(&bytes);
    let is_known = committed.as_ref() == Some(&hash);
    // What was left out fits when whoever stood against it has gone.
    if is_known && matches!(app.settings.text(SETTING_CONFLICTS).as_deref(), None | Some("" | "0")) {
        return Ok(Report::Fine);
    }
    match list_file::parse(&bytes) {
        Ok(entries) => adopt(app, entries, hash, is_known).await,
        Err(fault) => Ok(broken(fault)),
    }
}

fn broken(fault: Fault) -> Report {
    let why = fault.unwrap_or_else(|| texts::LIST_EMPTY.err().localized(Language::Chinese));
    Report::Warning(texts::FILE_BROKEN.with("why", why))
}

/// Before the wizard there is no file to miss.
async fn missing(app: &App) -> Result<Report> {
    let rows = app.db.read(|read| Ok(store::count(read)?)).await?;
    Ok(if rows == 0 { Report::Absent } else { Report::warning(&texts::FILE_MISSING) })
}

/// Numbers and stores the file's rows in one transaction; of a file that `is_known` only what has
/// come to differ.
async fn adopt(app: &App, mut entries: Vec<Entry>, hash: String, is_known: bool) -> Result<Report> {
    let cohort = request::known_cohort(app);
    let seen = app.db.read(|read| Ok(ListSnapshot::read(read)?)).await?;
    if is_known {
        // Nobody's number changes because another has become free.
        let taken: HashSet<UserId> = seen.registered.iter().map(|(id, _)| *id).collect();
        let own = seen.rows.iter().filter(|row| !taken.contains(&row.user_id));
        let numbers: HashMap<&str, UserId> = own.map(|row| (row.real_name.as_str(), row.user_id)).collect();
        for entry in entries.iter_mut().filter(|entry| entry.user_id.is_none()) {
            entry.user_id = numbers.get(entry.real_name.as_str()).copied();
        }
    }
    let known = Known { cohort: cohort.as_deref(), only_cohort: false, registered: &seen.registered };
    let (listed, left_out) = match model::assign_what_fits(entries, &known) {
        Ok(fitting) => fitting,
        Err(error) => return Ok(broken(Some(error.localized(Language::Chinese)))),
    };
    let rows = seen.with_codes(app, &listed);
    let report = adopted(left_out);
    if is_known && rows.iter().collect::<HashSet<_>>() == seen.rows.iter().collect() {
        return Ok(report);
    }
    app.write(move |tx| {
        tx.emit(NewEvent::new(&SetupEvent::ListChanged { rows: rows.len() }, Audience::All))?;
        // Another node may start at this moment: what is replaced is what is there now.
        let previous = store::all(tx)?;
        let (removed, added) = store::replace(tx, &previous, &rows)?;
        tx.app().settings.set(tx, SETTING_LIST_HASH, &hash)?;
        tx.app().settings.set(tx, SETTING_CONFLICTS, &left_out.to_string())?;
        let detail = json!({
            "rows": rows.len(), "previous": previous.len(), "added": added, "removed": removed,
            "left_out": left_out,
        });
        Ok(tx.audit(&Actor::system(), &texts::IMPORT_PRE_RECORDS, "pre_records", &detail)?)
    })
    .await?;
    tracing::info!(rows = listed.len(), left_out, "class list read from its file");
    Ok(report)
}

fn adopted(left_out: usize) -> Report {
    match left_out {
        0 => Report::Fine,
        count => Report::Warning(texts::FILE_CONFLICTS.with("count", count)),
    }
}

/// Another node changed the list: this one takes over the settings, and the file for its own next
/// start.
pub(super) fn follow(app: &App, event: &Event) {
    // Also for a kind that only a newer version of the portal knows.
    if event.feature != SetupEvent::FEATURE {
        return;
    }
    let follower = app.clone();
    app.tasks.spawn("setup-follow", |_| async move {
        if let Err(error) = catch_up(&follower).await {
            tracing::warn!(%error, "class list not reloaded after a change on another node");
        }
    });
}

async fn catch_up(app: &App) -> Result<()> {
    let list = app.state::<ClassList>();
    let _turn = list.turn.lock().await;
    app.settings.reload(&app.db).await?;
    app.refresh_timezone();
    // A change of this node, whose file is settled: an operator may be editing it by now.
    if !list.follow(app) {
        return Ok(());
    }
    let own = on_disk(app, Disk::read).await.ok().flatten();
    // Two nodes may share one file.
    if own.as_deref().map(list_file::hash) == app.settings.text(SETTING_LIST_HASH) {
        return Ok(());
    }
    let rows = app.db.read(|read| Ok(store::all(read)?)).await?;
    let listed: Vec<Listed> = rows.into_iter().map(Listed::from).collect();
    let (text, today) = (list_file::render(&listed), app.today());
    if own.as_ref() == Some(&text) {
        return Ok(());
    }
    let written = on_disk(app, move |disk| {
        disk.stage(&text, today)?;
        disk.publish(&list_file::hash(&text))
    });
    match written.await {
        Ok(()) => list.set_report(Report::Fine),
        Err(error) => {
            tracing::warn!(%error, "class list file of this node not written");
            list.set_report(Report::warning(&texts::FILE_PENDING));
        }
    }
    Ok(())
}
