//! What a screen asks for.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::USER_AGENT;
use axum::response::{IntoResponse, Response};
use kernel::http::{AddressLimit, Json, Limited, Origin};
use kernel::limits::Limit;
use kernel::texts::Language;
use kernel::{App, AppTx, Envelope, Reply, Result, addresses};
use realtime::event_stream::stream_without_session;

use crate::board;
use crate::caller::{KnownPanel, PanelCaller, set_token, token_hash};
use crate::events::emit_reported;
use crate::model::{self, CODE_HOLDS_MS, MAX_WAITING, PanelScreen, PanelSettings, PanelState};
use crate::shown::ShownKind;
use crate::store::{self, PanelRow};
use crate::streams::{PanelCode, PanelLine, send_boards};
use crate::{PAIRINGS, texts};

/// How long it is kept that a panel has shown something, in milliseconds: as long as somebody asks whether it was.
const SHOWN_KEPT_MS: i64 = 60 * 24 * 60 * 60_000;
/// Draws codes that are taken so often at most.
const TRIES: usize = 20;

/// The limit of codes.
pub(crate) struct Pairings;

impl Limited for Pairings {
    fn limit() -> &'static Limit {
        &PAIRINGS
    }
}

/// Gives a screen a code, and the cookie that makes it a panel once an officer has confirmed the code. A code that the
/// screen has stays.
#[utoipa::path(post, path = "/api/panel/pairing", tag = "panels", request_body = PanelScreen,
    responses((status = 200, body = Envelope<PanelCode>)), security(()))]
pub(crate) async fn request_panel_code(
    State(app): State<App>,
    _: AddressLimit<Pairings>,
    origin: Origin,
    KnownPanel(before): KnownPanel,
    headers: HeaderMap,
    Json(screen): Json<PanelScreen>,
) -> Result<Response> {
    let screen = screen.checked()?;
    let address = portal_address(&app, &headers);
    if let Some(PanelCaller { panel, token }) = before {
        if !panel.is_waiting() {
            return Err(texts::PANEL_PAIRED.err());
        }
        // Another tab of the browser shows this code already.
        return Ok(given(&app, panel, &token, &address));
    }
    let agent = headers.get(USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let now = app.clock.now_ms();
    let row = PanelRow {
        id: app.random.id(&app.clock),
        code: None,
        code_expires_at: now + CODE_HOLDS_MS,
        class: String::new(),
        name: String::new(),
        settings: PanelSettings::default(),
        screen,
        browser: model::browser_of(agent),
        address: origin.address.to_canonical().to_string(),
        state: None,
        created_at: now,
        confirmed_at: None,
        confirmed_by: String::new(),
        seen_at: None,
    };
    let token = app.random.hex::<32>();
    let (hash, random) = (token_hash(&token), app.clone());
    let written = app.write(move |tx| {
        store::forget_waiting(tx, now)?;
        if store::count_waiting(tx)? >= MAX_WAITING {
            return Err(texts::TOO_MANY_WAITING.err());
        }
        let row = PanelRow { code: Some(free_code(tx, &random)?), ..row.clone() };
        store::insert(tx, &row, &hash)?;
        Ok(row)
    });
    Ok(given(&app, written.await?, &token, &address))
}

/// The answer with the code of a screen, and with its cookie.
fn given(app: &App, row: PanelRow, token: &str, address: &str) -> Response {
    let mut response = Reply::ok(PanelCode::new(app, row, address)).into_response();
    set_token(&mut response, app, token);
    response
}

/// Where members reach the portal; empty where this machine cannot know.
fn portal_address(app: &App, headers: &HeaderMap) -> String {
    addresses::portal_urls(&app.config, headers).into_iter().next().unwrap_or_default()
}

/// Six digits that no screen shows.
///
/// # Errors
/// 503 when none was found.
fn free_code(tx: &mut AppTx, app: &App) -> Result<String> {
    for _ in 0..TRIES {
        let code = format!("{:06}", u64::from_be_bytes(app.random.bytes::<8>()) % 1_000_000);
        if !store::is_code_taken(tx, &code)? {
            return Ok(code);
        }
    }
    Err(texts::TOO_MANY_WAITING.err())
}

/// What a panel shows, as server-sent events that never end by themselves: while it waits its code, then the board of
/// the class, at first and after each change.
#[utoipa::path(get, path = "/api/panel/stream", tag = "panels",
    responses((status = 200, content_type = "text/event-stream", body = PanelLine)), security(("panel" = [])))]
pub(crate) async fn panel_stream(
    State(app): State<App>,
    PanelCaller { panel, token }: PanelCaller,
    language: Language,
    headers: HeaderMap,
) -> Response {
    let (following, address) = (app.clone(), portal_address(&app, &headers));
    let mut response =
        stream_without_session(&app, language, |sender| send_boards(following, panel, address, sender));
    set_token(&mut response, &app, &token);
    response
}

/// Records what a panel shows, for the console and for those who sent it.
#[utoipa::path(put, path = "/api/panel/state", tag = "panels", request_body = PanelState,
    responses((status = 200, body = Envelope<Option<String>>)), security(("panel" = [])))]
pub(crate) async fn report_panel_state(
    State(app): State<App>,
    PanelCaller { panel, .. }: PanelCaller,
    Json(state): Json<PanelState>,
) -> Result<Reply<()>> {
    let state = state.checked()?;
    if panel.is_waiting() {
        return Err(texts::PANEL_UNKNOWN.err());
    }
    let on_board = board::ids_of_items(&app, &panel.class).await?;
    app.write(move |tx| {
        // It may have been removed since.
        let Some(before) = store::find(tx, &panel.id)? else { return Err(texts::PANEL_UNKNOWN.err()) };
        let now = tx.now();
        store::set_state(tx, &panel.id, &state, now)?;
        let announcements =
            state.shown.announcements.iter().map(|id| (ShownKind::Announcement, id.to_string()));
        let broadcasts = state.shown.broadcasts.iter().map(|id| (ShownKind::Broadcast, id.clone()));
        for item in announcements.chain(broadcasts).filter(|item| on_board.contains(item)) {
            store::mark_shown(tx, &panel.id, (item.0, &item.1), now)?;
        }
        store::forget_shown(tx, now - SHOWN_KEPT_MS)?;
        if before.state.as_ref() != Some(&state) {
            emit_reported(tx, &panel)?;
        }
        Ok(())
    })
    .await?;
    Ok(Reply::done())
}
