//! What the staff of a class do with its panels.

use std::collections::BTreeSet;

use axum::extract::State;
use identity::user::Names;
use kernel::app::iso;
use kernel::audit::Actor;
use kernel::http::{Caller, Json, Officer, Path, Query};
use kernel::limits::Key;
use kernel::scope::Scope;
use kernel::user::UserId;
use kernel::{App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::access::{ManagePanels, WhichClass, class_of, managed};
use crate::board::{self, Board, Parts};
use crate::events::emit_changed;
use crate::model::{MAX_OF_CLASS, PanelScreen, PanelSettings, PanelSettingsChange, PanelState, checked_name};
use crate::store::{self, PanelRow};
use crate::{CODES, texts};

/// A panel that was not heard of for so long is offline, in milliseconds: its stream says every minute that it is there.
const OFFLINE_AFTER_MS: i64 = 90_000;

/// A panel as its staff sees it.
#[derive(Serialize, ToSchema)]
pub(crate) struct Panel {
    /// The id of the panel, a UUID.
    id: String,
    /// The name of the panel.
    name: String,
    /// The class, two digits.
    class: String,
    /// How the board looks.
    settings: PanelSettings,
    /// Whether the panel was heard of in the last minute and a half.
    online: bool,
    /// When the panel was last heard of, ISO 8601.
    #[schema(required)]
    seen_at: Option<String>,
    /// When the panel was paired, ISO 8601.
    created_at: String,
    /// The net name of the person who paired it.
    confirmed_by: String,
    /// What the panel last reported; null before its first report.
    #[schema(required)]
    state: Option<PanelState>,
}

async fn shown(app: &App, rows: Vec<PanelRow>) -> Result<Vec<Panel>> {
    let names =
        Names::of(app, rows.iter().map(|row| row.confirmed_by.clone()).collect::<BTreeSet<_>>()).await?;
    let now = app.clock.now_ms();
    let panel = |row: PanelRow| Panel {
        online: row.seen_at.is_some_and(|at| now - at < OFFLINE_AFTER_MS),
        seen_at: row.seen_at.map(iso),
        created_at: iso(row.confirmed_at.unwrap_or(row.created_at)),
        confirmed_by: names.get(&row.confirmed_by),
        id: row.id,
        name: row.name,
        class: row.class,
        settings: row.settings,
        state: row.state,
    };
    Ok(rows.into_iter().map(panel).collect())
}

async fn one(app: &App, row: PanelRow) -> Result<Reply<Panel>> {
    let mut all = shown(app, vec![row]).await?;
    all.pop().map(Reply::ok).ok_or_else(kernel::ApiError::not_found)
}

/// The panels of a class.
#[derive(Serialize, ToSchema)]
pub(crate) struct PanelList {
    /// The panels in the order in which they were paired.
    panels: Vec<Panel>,
}

/// Lists the panels of the class; for admins of all classes those of all, or of the class that they name.
#[utoipa::path(get, path = "/api/admin/panels", tag = "panels", params(WhichClass),
    responses((status = 200, body = Envelope<PanelList>)))]
pub(crate) async fn list_panels(
    State(app): State<App>,
    officer: Officer<ManagePanels>,
    Query(which): Query<WhichClass>,
) -> Result<Reply<PanelList>> {
    let scope = Scope::managed(&Caller::from(officer).facts, which.class.as_deref())?;
    let rows = app.db.read(move |read| Ok(store::list(read, scope.class())?)).await?;
    Ok(Reply::ok(PanelList { panels: shown(&app, rows).await? }))
}

/// A screen that waits to be confirmed.
#[derive(Serialize, ToSchema)]
pub(crate) struct WaitingPanel {
    /// The six digits that the screen shows.
    code: String,
    /// The size of the screen.
    #[serde(flatten)]
    screen: PanelScreen,
    /// The browser with its main version, like `Chrome 80`; empty for one that is not known.
    browser: String,
    /// The address from which the screen asked for its code.
    address: String,
    /// When the screen asked, ISO 8601.
    asked_at: String,
    /// When the code runs out, ISO 8601.
    expires_at: String,
}

/// Counts one more code that a member has entered.
///
/// # Errors
/// 429: whoever could enter any number of codes would find one.
fn count_code(app: &App, member: UserId) -> Result<()> {
    app.limits.count_attempt(&CODES, Key::user(member)).map_or(Ok(()), kernel::limits::Attempt::check)
}

/// Shows which screen has a code, before it is confirmed.
#[utoipa::path(get, path = "/api/admin/panels/pairing/{code}", tag = "panels",
    params(("code" = String, Path, description = "The six digits that the screen shows")),
    responses((status = 200, body = Envelope<WaitingPanel>)))]
pub(crate) async fn waiting_panel(
    State(app): State<App>,
    officer: Officer<ManagePanels>,
    Path(code): Path<String>,
) -> Result<Reply<WaitingPanel>> {
    count_code(&app, officer.0.facts.user_id)?;
    let now = app.clock.now_ms();
    let row = app.db.read(move |read| Ok(store::by_code(read, &code, now)?)).await?;
    let row = row.ok_or_else(|| texts::CODE_UNKNOWN.err())?;
    Ok(Reply::ok(WaitingPanel {
        code: row.code.unwrap_or_default(),
        screen: row.screen,
        browser: row.browser,
        address: row.address,
        asked_at: iso(row.created_at),
        expires_at: iso(row.code_expires_at),
    }))
}

/// Which screen becomes a panel of which class.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct NewPanel {
    /// The six digits that the screen shows.
    code: String,
    /// The name of the panel, 1–20 characters; no other panel of the class has it.
    name: String,
    /// The class, two digits. Only for admins of all classes; for others the own class.
    class: Option<String>,
}

/// Makes a screen a panel of the class. The screen shows the board at once.
#[utoipa::path(post, path = "/api/admin/panels", tag = "panels", request_body = NewPanel,
    responses((status = 200, body = Envelope<Panel>)))]
pub(crate) async fn pair_panel(
    State(app): State<App>,
    officer: Officer<ManagePanels>,
    Json(new): Json<NewPanel>,
) -> Result<Reply<Panel>> {
    let caller = Caller::from(officer);
    let by = caller.facts.user_id;
    count_code(&app, by)?;
    let (class, name) = (class_of(&caller.facts, new.class.as_deref())?, checked_name(&new.name)?);
    let paired = app.write(move |tx| {
        tx.lock_log()?;
        let now = tx.now();
        let row = store::by_code(tx, &new.code, now)?.ok_or_else(|| texts::CODE_UNKNOWN.err())?;
        if store::count(tx, &class)? >= MAX_OF_CLASS {
            return Err(texts::TOO_MANY.with("max", MAX_OF_CLASS));
        }
        if store::is_name_taken(tx, &class, &name, "")? {
            return Err(texts::NAME_TAKEN.err());
        }
        if !store::confirm(tx, &row.id, (&class, &name), by, now)? {
            return Err(texts::CODE_UNKNOWN.err());
        }
        let row = store::find(tx, &row.id)?.ok_or_else(|| texts::CODE_UNKNOWN.err())?;
        emit_changed(tx, &row)?;
        tx.audit(&Actor::from(&caller), &texts::PAIR_PANEL, &row.id, &json!({ "class": row.class }))?;
        Ok(row)
    });
    one(&app, paired.await?).await
}

/// What a panel is to be; absent fields stay.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct PanelChange {
    /// The name of the panel, 1–20 characters.
    name: Option<String>,
    /// How the board looks.
    settings: Option<PanelSettingsChange>,
}

impl PanelChange {
    /// The names of the fields that it changes.
    fn fields(&self) -> Vec<&'static str> {
        let own = self.name.as_ref().map(|_| "name");
        own.into_iter().chain(self.settings.iter().flat_map(PanelSettingsChange::fields)).collect()
    }
}

/// Changes the name of a panel and how its board looks. The panel shows it at once.
#[utoipa::path(patch, path = "/api/admin/panels/{id}", tag = "panels",
    params(("id" = String, Path, description = "The id of the panel")),
    request_body = PanelChange, responses((status = 200, body = Envelope<Panel>)))]
pub(crate) async fn change_panel(
    State(app): State<App>,
    officer: Officer<ManagePanels>,
    Path(id): Path<String>,
    Json(change): Json<PanelChange>,
) -> Result<Reply<Panel>> {
    let caller = Caller::from(officer);
    let changed = app.write(move |tx| {
        tx.lock_log()?;
        let mut row = managed(&caller.facts, store::find(tx, &id)?)?;
        if let Some(name) = &change.name {
            row.name = checked_name(name)?;
            if store::is_name_taken(tx, &row.class, &row.name, &row.id)? {
                return Err(texts::NAME_TAKEN.err());
            }
        }
        if let Some(settings) = &change.settings {
            row.settings = row.settings.changed(settings.clone())?;
        }
        store::update(tx, &row)?;
        emit_changed(tx, &row)?;
        let detail = json!({ "class": row.class, "fields": change.fields() });
        tx.audit(&Actor::from(&caller), &texts::CHANGE_PANEL, &row.id, &detail)?;
        Ok(row)
    });
    one(&app, changed.await?).await
}

/// Removes a panel: its token opens nothing any more, and the screen shows a new code at once.
#[utoipa::path(delete, path = "/api/admin/panels/{id}", tag = "panels",
    params(("id" = String, Path, description = "The id of the panel")),
    responses((status = 200, body = Envelope<Panel>)))]
pub(crate) async fn remove_panel(
    State(app): State<App>,
    officer: Officer<ManagePanels>,
    Path(id): Path<String>,
) -> Result<Reply<Panel>> {
    let caller = Caller::from(officer);
    let removed = app.write(move |tx| {
        tx.lock_log()?;
        let row = managed(&caller.facts, store::find(tx, &id)?)?;
        store::delete(tx, &row.id)?;
        emit_changed(tx, &row)?;
        tx.audit(&Actor::from(&caller), &texts::REMOVE_PANEL, &row.id, &json!({ "class": row.class }))?;
        Ok(row)
    });
    one(&app, removed.await?).await
}

/// The board of a panel.
#[derive(Serialize, ToSchema)]
pub(crate) struct PanelBoard {
    /// The board as the panel gets it now.
    board: Board,
    /// The server's time, in milliseconds since 1970.
    server_time: i64,
}

/// Returns the board of a panel, so that the console draws what the panel shows.
#[utoipa::path(get, path = "/api/admin/panels/{id}/board", tag = "panels",
    params(("id" = String, Path, description = "The id of the panel")),
    responses((status = 200, body = Envelope<PanelBoard>)))]
pub(crate) async fn panel_board(
    State(app): State<App>,
    officer: Officer<ManagePanels>,
    Path(id): Path<String>,
) -> Result<Reply<PanelBoard>> {
    let facts = officer.0.facts;
    let row = app.db.read(move |read| managed(&facts, store::find(read, &id)?)).await?;
    let board = board::read(&app, &row, &Parts::new()).await;
    Ok(Reply::ok(PanelBoard { board, server_time: app.clock.now_ms() }))
}
