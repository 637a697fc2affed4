//! `/api/admin/logs`: the operation log for people.

use std::collections::BTreeMap;

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use kernel::app::iso;
use kernel::audit::log::{self, Filter};
use kernel::audit::{Entry, TargetName, TargetPlace, name_target};
use kernel::db::{Db, DbError};
use kernel::http::{Admin, Query, SystemAdmin};
use kernel::texts::Bilingual;
use kernel::user::{Tier, UserFacts};
use kernel::{App, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::dto::{Page, offset};
use super::{log_names, model, texts};

/// Rows of an export that are read at once.
const BATCH: i64 = 500;
/// The first line of an export. The hash lets the chain be checked without the portal.
const HEADING: &str = "id,created_at,admin_id,action,target,detail,ip,request_id,hash\r\n";

/// Which rows.
#[derive(Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct LogQuery {
    /// The number of the page, from 1.
    #[param(minimum = 1)]
    page: Option<u32>,
    /// The number of items on a page: 1–200, default 20.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u32>,
    /// Only rows with an id below this one.
    before: Option<i64>,
    /// Only acts of this person: a user ID, or `system`.
    actor: Option<String>,
    /// Only entries of this kind of act, such as `disable_user`.
    action: Option<String>,
    /// Only acts from this moment on: ISO 8601, or a day.
    from: Option<String>,
    /// Only acts before this moment (ISO 8601), or up to the end of this day.
    to: Option<String>,
}

impl LogQuery {
    fn filter(&self, app: &App) -> Result<Filter> {
        let zone = app.timezone();
        let moment = |raw: &Option<String>, field: &'static str| {
            let raw = raw.as_deref().filter(|raw| !raw.is_empty());
            let wrong = || texts::TIME_INVALID.with("field", field);
            raw.map(|raw| model::parse_moment(raw, &zone, field == "to").ok_or_else(wrong)).transpose()
        };
        Ok(Filter {
            class: None,
            actor: self.actor.clone(),
            action: self.action.clone(),
            from: moment(&self.from, "from")?.unwrap_or(0),
            to: moment(&self.to, "to")?.unwrap_or(i64::MAX),
        })
    }
}

/// One row of the operation log: an act of the staff or of the system.
#[derive(Serialize, ToSchema)]
pub(super) struct LogEntry {
    /// The number of the row in the operation log.
    id: i64,
    /// The user ID of the person who acted, or `system`.
    admin_id: String,
    /// The kind of the act, such as `disable_user`.
    action: String,
    /// The ID of the member or thing that was acted on.
    target: String,
    /// Details as JSON text: ids, field names and codes, never names.
    detail: String,
    /// When the act took place, ISO 8601.
    created_at: String,
    /// The network address of the actor; empty when the actor is not of the caller's class.
    ip: String,
    /// The id of the request.
    request_id: String,
    /// What the target is called by now; null when it has no name of its own or the caller may not see it.
    target_label: Option<Bilingual>,
    /// What an app opens to show the target; null when nothing shows it, or not to the caller.
    target_place: Option<TargetPlace>,
    /// Whether the target has been deleted since.
    target_gone: bool,
}

impl LogEntry {
    fn new(entry: Entry, name: TargetName, seen_by: &UserFacts) -> Self {
        let of_own_class = entry.admin_id.get(2..4) == Some(seen_by.user_id.class());
        let ip = if seen_by.is_admin || of_own_class { entry.ip } else { String::new() };
        let target_gone = name == TargetName::Gone;
        let (label, target_place) = match name {
            TargetName::Named { label, place } => (Some(label), place),
            TargetName::Gone | TargetName::Unnamed => (None, None),
        };
        Self {
            id: entry.id,
            admin_id: entry.admin_id,
            action: entry.action,
            target: entry.target,
            detail: entry.detail,
            created_at: iso(entry.created_at),
            ip,
            request_id: entry.request_id,
            target_label: label,
            target_place,
            target_gone,
        }
    }
}

/// One page of the operation log.
#[derive(Serialize, ToSchema)]
pub(super) struct LogList {
    /// The rows on this page.
    logs: Vec<LogEntry>,
    /// The number of rows that match the filters, on all pages.
    total: i64,
    /// The number of this page, from 1.
    page: u32,
    /// The largest number of items on a page.
    limit: u32,
    /// The names of the members whose user IDs occur in these rows, by user ID; who has been deleted since is
    /// not among them.
    names: BTreeMap<String, String>,
}

/// Lists the operation log, newest row first. An admin sees all rows, a class admin the acts by and on
/// members of the own class, an officer the own acts.
#[utoipa::path(get, path = "/api/admin/logs", tag = "admin", params(LogQuery),
    responses((status = 200, body = Envelope<LogList>)))]
pub(super) async fn list_logs(
    State(app): State<App>,
    Admin(caller): Admin,
    Query(query): Query<LogQuery>,
) -> Result<Reply<LogList>> {
    let (page, limit) = Page { page: query.page, limit: query.limit }.bounded();
    let mut filter = query.filter(&app)?;
    let own = caller.facts.user_id.to_string();
    match caller.facts.tier() {
        Tier::Admin => {}
        Tier::ClassAdmin => filter.class = Some(caller.facts.user_id.class().to_owned()),
        Tier::Officer | Tier::User => {
            if filter.actor.as_ref().is_some_and(|actor| !actor.is_empty() && *actor != own) {
                return Ok(Reply::ok(LogList {
                    logs: Vec::new(),
                    total: 0,
                    page,
                    limit,
                    names: BTreeMap::new(),
                }));
            }
            filter.actor = Some(own);
        }
    }
    let (before, skipped) = (query.before.unwrap_or(i64::MAX), offset(page, limit));
    let (reader, of) = (caller.facts.clone(), app.clone());
    let found = app.db.read(move |read| {
        let (entries, total) = log::page(read, &filter, before, i64::from(limit), skipped)?;
        let named = |entry: Entry| Ok((name_target(&of, read, &reader, &entry)?, entry));
        Ok((entries.into_iter().map(named).collect::<Result<Vec<_>>>()?, total))
    });
    let (rows, total) = found.await?;
    let names = log_names::of(&app, &caller.facts, rows.iter().map(|(_, entry)| entry)).await?;
    let logs = rows.into_iter().map(|(name, entry)| LogEntry::new(entry, name, &caller.facts)).collect();
    Ok(Reply::ok(LogList { logs, total, page, limit, names }))
}

/// Exports the operation log as CSV, oldest row first; `page`, `limit` and `before` are ignored.
#[utoipa::path(get, path = "/api/admin/logs/export.csv", tag = "admin", params(LogQuery),
    responses((status = 200, body = String, content_type = "text/csv")))]
pub(super) async fn export_logs(
    State(app): State<App>,
    _: SystemAdmin,
    Query(query): Query<LogQuery>,
) -> Result<Response> {
    let filter = query.filter(&app)?;
    // Read before the answer begins: what is broken is told as an error and not as a short file.
    let first = log::after(&app.db, &filter, 0, BATCH).await?;
    let headers = [
        (CONTENT_TYPE, "text/csv; charset=utf-8"),
        (CONTENT_DISPOSITION, "attachment; filename=\"operation-log.csv\""),
    ];
    let lines = stream::try_unfold(
        Export { db: app.db.clone(), filter, next: Some(first), begun: false },
        Export::step,
    );
    Ok((headers, Body::from_stream(lines)).into_response())
}

/// An export on its way: a batch is in memory, never the whole log.
struct Export {
    db: Db,
    filter: Filter,
    next: Option<Vec<Entry>>,
    begun: bool,
}

impl Export {
    async fn step(mut self) -> Result<Option<(String, Self)>, DbError> {
        let Some(rows) = self.next.take() else { return Ok(None) };
        let heading = if self.begun { "" } else { HEADING };
        self.begun = true;
        let lines: String = std::iter::once(heading.to_owned()).chain(rows.iter().map(line)).collect();
        if let Some(last) = rows.last() {
            self.next = Some(log::after(&self.db, &self.filter, last.id, BATCH).await?)
                .filter(|next| !next.is_empty());
        }
        Ok(Some((lines, self)))
    }
}

fn line(entry: &Entry) -> String {
    let Entry { id, admin_id, action, target, detail, created_at, ip, request_id, hash } = entry;
    let (id, at) = (id.to_string(), iso(*created_at));
    let cells = [&id, &at, admin_id, action, target, detail, ip, request_id, hash];
    cells.map(|text| csv_cell(text)).join(",") + "\r\n"
}

/// A cell of a table that no spreadsheet takes for a formula.
#[must_use]
pub fn csv_cell(text: &str) -> String {
    let guard = if text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']) { "'" } else { "" };
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula_and_none_ends_early() {
        for (text, expected) in [
            ("240111", "\"240111\""),
            ("=cmd|' /C calc'!A0", "\"'=cmd|' /C calc'!A0\""),
            ("+1", "\"'+1\""),
            ("-1", "\"'-1\""),
            ("@sum(1)", "\"'@sum(1)\""),
            ("\t=1", "\"'\t=1\""),
            ("{\"a\":\"b,c\"}", "\"{\"\"a\"\":\"\"b,c\"\"}\""),
            ("a\r\n=1", "\"a\r\n=1\""),
        ] {
            assert_eq!(csv_cell(text), expected);
        }
    }
}
