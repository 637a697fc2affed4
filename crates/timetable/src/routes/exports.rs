//! Timetables as files to take away.

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderValue, Response};
use jiff::{Span, Timestamp};
use kernel::http::{Caller, Path, Query};
use kernel::{ApiError, App, Result};
use school_clock::Timetable;
use serde::Deserialize;
use timetable_formats::{CannotWrite, IcsLesson, write_cses_1, write_cses_2, write_ics, write_xlsx};
use utoipa::{IntoParams, ToSchema};

use crate::access::{Owner, class_of};
use crate::calendar;
use crate::service::find_visible;
use crate::store::timetables::Row;
use crate::texts;

/// The longest time whose lessons a calendar file has, in days.
const MAX_DAYS: i32 = 400;

/// A kind of file.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ExportFormat {
    /// CSES 2.
    #[serde(rename = "cses_2")]
    Cses2,
    /// CSES 1, for weeks alone.
    #[serde(rename = "cses_1")]
    Cses1,
    /// A workbook in the form of the template.
    Xlsx,
    /// The lessons of the dates on which the timetable holds, as calendar events.
    Ics,
}

/// Which kind of file is wanted.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct WhichFormat {
    /// The kind of file; CSES 2 by default.
    #[param(inline)]
    format: Option<ExportFormat>,
}

/// A file to answer with.
struct ExportedFile {
    content_type: &'static str,
    extension: &'static str,
    bytes: Vec<u8>,
}

const YAML: &str = "application/yaml; charset=utf-8";
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const ICS: &str = "text/calendar; charset=utf-8";

/// Answers a timetable as a file.
#[utoipa::path(get, path = "/api/timetable/{id}/export", tag = "timetable",
    params(("id" = String, Path, description = "The id of the timetable"), WhichFormat),
    responses((status = 200, body = Vec<u8>, content_type = "application/octet-stream")))]
pub(crate) async fn export_timetable(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Query(which): Query<WhichFormat>,
) -> Result<Response<Body>> {
    let row = find_visible(&app, &caller, id).await?;
    let timetable: Timetable = serde_json::from_str(&row.content).map_err(ApiError::internal)?;
    let cannot = |why: CannotWrite| {
        let (zh, en) = why.text();
        texts::CANNOT_EXPORT.with("why", zh).with("why_en", en)
    };
    let file = match which.format.unwrap_or(ExportFormat::Cses2) {
        ExportFormat::Cses2 => {
            let text = write_cses_2(&row.name, &timetable).map_err(cannot)?;
            ExportedFile { content_type: YAML, extension: "yaml", bytes: text.into_bytes() }
        }
        ExportFormat::Cses1 => {
            let text = write_cses_1(&timetable, row.first_day).map_err(cannot)?;
            ExportedFile { content_type: YAML, extension: "yaml", bytes: text.into_bytes() }
        }
        ExportFormat::Xlsx => {
            ExportedFile { content_type: XLSX, extension: "xlsx", bytes: write_xlsx(&row.name, &timetable) }
        }
        ExportFormat::Ics => {
            let text = lessons_as_events(&app, &caller, &row).await?;
            ExportedFile { content_type: ICS, extension: "ics", bytes: text.into_bytes() }
        }
    };
    answer(file, &row.name)
}

/// The lessons of the dates on which this timetable holds, as the days of its class or its owner have them. Of a
/// timetable without an end the dates from the last half year on.
async fn lessons_as_events(app: &App, caller: &Caller, row: &Row) -> Result<String> {
    let half = Span::new().days(MAX_DAYS / 2);
    let first = row.valid_from.max(app.today().saturating_sub(half));
    let last = first.saturating_add(Span::new().days(MAX_DAYS));
    let until = row.until().map_or(last, |until| until.min(last));
    // The timetable of a term that is over is taken along whole.
    let first = if until < first {
        row.valid_from.max(until.saturating_sub(Span::new().days(MAX_DAYS)))
    } else {
        first
    };
    let (class, member) = match Owner::of(row) {
        Some(Owner::User(member)) => (class_of(caller, None)?, Some(member)),
        _ => (Some(row.class.clone()), None),
    };
    let (kept, zone) = (row.clone(), app.timezone());
    let now = Timestamp::from_millisecond(app.clock.now_ms()).map_err(ApiError::internal)?;
    let text = app.db.read(move |read| {
        let loaded = calendar::load(read, class.as_deref(), member)?;
        let dates = first.series(Span::new().days(1)).take_while(|date| *date <= until);
        let dates = dates.filter(|date| loaded.holds(*date, &kept.id));
        let days: Vec<_> = dates.map(|date| loaded.calendar.day(date)).collect();
        let lessons = days.iter().flat_map(|day| day.lessons.iter().map(|lesson| (day.date, lesson)));
        let events =
            lessons.filter(|(_, lesson)| lesson.own == member.is_some()).map(|(date, lesson)| IcsLesson {
                date,
                start: lesson.start,
                end: lesson.end,
                subject: lesson.subject,
                teacher: lesson.teacher,
                room: lesson.room,
            });
        Ok(write_ics(&kept.id, &kept.name, events, &zone, now))
    });
    text.await
}

/// Answers the workbook that can be filled in and read.
#[utoipa::path(get, path = "/api/timetable/template", tag = "timetable",
    responses((status = 200, body = Vec<u8>,
        content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))]
pub(crate) async fn template(_: Caller) -> Result<Response<Body>> {
    let bytes = timetable_formats::template();
    answer(ExportedFile { content_type: XLSX, extension: "xlsx", bytes }, "课程表模板")
}

fn answer(file: ExportedFile, name: &str) -> Result<Response<Body>> {
    let named = format!("{name}.{}", file.extension);
    let encoded: String = form_urlencoded::byte_serialize(named.as_bytes()).collect();
    let disposition = format!("attachment; filename*=UTF-8''{}", encoded.replace('+', "%20"));
    let mut response = Response::new(Body::from(file.bytes));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(file.content_type));
    headers.insert(CONTENT_DISPOSITION, HeaderValue::try_from(disposition).map_err(ApiError::internal)?);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}
