//! iCalendar files: looking at one, reading one into a calendar, and taking a calendar along.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderValue, Response};
use bytes::{Bytes, BytesMut};
use kernel::http::{BodyChunks, Caller, Limited, LimitedCaller, Query};
use kernel::limits::Limit;
use kernel::texts::Language;
use kernel::{ApiError, App, AppTx, Envelope, Reply, Result};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::changes::CalendarChange;
use super::permits::{Permits, blocking};
use super::range::owners;
use crate::access::{CalendarOwner, Owner, class_of};
use crate::change::{Change, NewEventRow, Writer};
use crate::dto::CalendarEventContent;
use crate::ics::{self, FileEvent, FileProblem, MAX_FILE, ReadFile};
use crate::model::content::Content;
use crate::model::{MAX_EVENTS, series};
use crate::store::changes::ChangeKind;
use crate::store::events::{self, Event, EventSource};
use crate::{FILES, texts};

/// The type of iCalendar files.
pub(crate) const ICS: &str = "text/calendar; charset=utf-8";

/// How long a file may take to arrive: meanwhile it has a permit, for which others wait.
const ARRIVAL: Duration = Duration::from_secs(60);

/// Names the limit of files.
pub(crate) struct FileLimit;

impl Limited for FileLimit {
    fn limit() -> &'static Limit {
        &FILES
    }
}

/// Which calendar a file is for.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct WhichCalendar {
    /// Whether it is for the class or the caller's own, which is the default.
    #[serde(default)]
    #[param(inline)]
    owner: CalendarOwner,
    /// The class, two digits. Only for admins of all classes; for others the own class.
    class: Option<String>,
    /// Whether events that cannot be read are left out; times of a series that the calendar has stay then as they are. Without
    /// it such a file is refused.
    #[serde(default)]
    skip_problems: bool,
}

/// Something that is wrong with a file.
#[derive(Serialize, ToSchema)]
pub(crate) struct CalendarFileProblem {
    /// The line of the file, from 1; null for the file as a whole.
    #[schema(required)]
    line: Option<usize>,
    /// The words for the problem, with its place, in the language of the reader.
    message: String,
    /// Whether the event, or the file, cannot be imported because of it.
    fatal: bool,
}

/// An event of a file.
#[derive(Serialize, ToSchema)]
pub(crate) struct CalendarFileEvent {
    /// The line of the file at which the event begins.
    line: usize,
    /// What it says.
    #[serde(flatten)]
    content: CalendarEventContent,
    /// The time of its series that it stands for; null for others.
    #[schema(required)]
    occurrence: Option<String>,
    /// Whether the calendar has an event of this UID, which it would replace.
    known: bool,
}

/// What a file would bring.
#[derive(Serialize, ToSchema)]
pub(crate) struct CalendarFile {
    /// The events that can be imported; times of a series that differ come last.
    events: Vec<CalendarFileEvent>,
    /// What is wrong, in the order of the file.
    problems: Vec<CalendarFileProblem>,
}

/// Shows what an iCalendar file would bring into a calendar. The body is the file, at most 2 MiB. Nothing is stored.
#[utoipa::path(post, path = "/api/calendar/files", tag = "calendar", params(WhichCalendar),
    request_body(content = [u8], content_type = "application/octet-stream"),
    responses((status = 200, body = Envelope<CalendarFile>)))]
pub(crate) async fn read_calendar_file(
    State(app): State<App>,
    limited: LimitedCaller<FileLimit>,
    language: Language,
    Query(which): Query<WhichCalendar>,
    body: Body,
) -> Result<Reply<CalendarFile>> {
    let owner = Owner::named(&limited.0, which.owner, which.class.as_deref())?.stored();
    let ReadFile { events: found, problems, .. } = read(&app, body, language).await?;
    let looked = app.db.read(move |read| {
        let all = found.into_iter().map(|event| {
            let known = !event.uid.is_empty() && !events::of_uid(read, &owner, &event.uid)?.is_empty();
            Ok((event, known))
        });
        all.collect::<Result<Vec<_>>>()
    });
    let events = looked.await?.into_iter().map(|(event, known)| {
        let all_day = event.content.all_day;
        CalendarFileEvent {
            line: event.line,
            occurrence: event.recurrence_id.map(|at| at.wire(all_day)),
            content: CalendarEventContent::new(event.content),
            known,
        }
    });
    let problem = |problem: &FileProblem| CalendarFileProblem {
        line: problem.line,
        message: problem.sentence(language),
        fatal: problem.fatal,
    };
    Ok(Reply::ok(CalendarFile { events: events.collect(), problems: problems.iter().map(problem).collect() }))
}

async fn read(app: &App, body: Body, language: Language) -> Result<ReadFile> {
    let permit = app.state::<Permits>().reading.acquire().await?;
    let bytes = app.clock.timeout(ARRIVAL, collect(app, body)).await;
    let bytes = bytes.map_err(|_| kernel::texts::BODY_TIMEOUT.err())??;
    let zone = app.timezone().iana_name().unwrap_or("UTC").to_owned();
    blocking(permit, move || ics::read(&bytes, &zone, language)).await
}

async fn collect(app: &App, body: Body) -> Result<Bytes> {
    let mut chunks = BodyChunks::new(body, &app.clock);
    let mut whole = BytesMut::new();
    while let Some(bytes) = chunks.next().await? {
        if whole.len() + bytes.len() > MAX_FILE {
            return Err(kernel::texts::TOO_LARGE.err());
        }
        whole.extend_from_slice(&bytes);
    }
    Ok(whole.freeze())
}

/// Reads an iCalendar file into a calendar, all of it or nothing. An event of a UID that the calendar has replaces that
/// one. The change that is answered undoes all of it.
#[utoipa::path(post, path = "/api/calendar/import", tag = "calendar", params(WhichCalendar),
    request_body(content = [u8], content_type = "application/octet-stream"),
    responses((status = 200, body = Envelope<CalendarChange>)))]
pub(crate) async fn import_calendar_file(
    State(app): State<App>,
    limited: LimitedCaller<FileLimit>,
    language: Language,
    Query(which): Query<WhichCalendar>,
    body: Body,
) -> Result<Reply<CalendarChange>> {
    let caller = Caller::from(limited);
    let owner = Owner::named(&caller, which.owner, which.class.as_deref())?;
    owner.check_change(&caller.facts)?;
    let file = read(&app, body, language).await?;
    let fatal = file.problems.iter().find(|problem| problem.fatal);
    if let Some(fatal) = fatal.filter(|_| file.events.is_empty() || !which.skip_problems) {
        return Err(fatal.refusal());
    }
    if file.events.is_empty() {
        return Err(texts::IMPORT_EMPTY.err());
    }
    let count = file.events.len();
    let change_id = app.random.id(&app.clock);
    // Whatever runs twice in a write makes the same ids.
    let ids: Vec<String> = file.events.iter().map(|_| app.random.id(&app.clock)).collect();
    let change = change_id.clone();
    let imported = app.write(move |tx| {
        let writer = Writer::Member(Box::new(caller.clone()));
        let mut making = Change::begin(tx, &change, ChangeKind::Imported, &owner, &writer)?;
        import(tx, &mut making, &owner, &file, &ids)?;
        making.finish(tx, &change)
    });
    imported.await?;
    Ok(Reply::ok(CalendarChange { change_id, kind: ChangeKind::Imported, events: count }))
}

fn import(
    tx: &mut AppTx,
    change: &mut Change<'_>,
    owner: &Owner,
    file: &ReadFile,
    ids: &[String],
) -> Result<()> {
    // Each UID of the file with the events that the calendar had, until they are replaced.
    let mut known: BTreeMap<&str, Vec<Event>> = BTreeMap::new();
    for event in file.events.iter().filter(|event| !event.uid.is_empty()) {
        if !known.contains_key(&*event.uid) {
            known.insert(&event.uid, events::of_uid(tx, &owner.stored(), &event.uid)?);
        }
    }
    let mut series: BTreeMap<&str, Event> = BTreeMap::new();
    for (event, id) in file.events.iter().zip(ids) {
        let content = content(event, known.get(&*event.uid), file);
        let before = known.get_mut(&*event.uid).and_then(|known| {
            let index = known.iter().position(|known| known.recurrence_id == event.recurrence_id)?;
            Some(known.swap_remove(index))
        });
        let made = match (before, event.recurrence_id.zip(series.get(&*event.uid))) {
            (Some(before), _) => change.update(tx, &before, content)?,
            (None, Some((at, series))) => {
                change.create(tx, NewEventRow::occurrence(id.clone(), series, at, content))?
            }
            (None, None) => {
                let uid = if event.uid.is_empty() { id.clone() } else { event.uid.clone() };
                let own = NewEventRow::own(id.clone(), content);
                change.create(tx, NewEventRow { uid, source: EventSource::Import, ..own })?
            }
        };
        if event.recurrence_id.is_none() {
            series.insert(&event.uid, made);
        }
    }
    // Times that differed before and do not any more.
    for gone in known.into_values().flatten().filter(|event| !stays(event, file)) {
        change.delete(tx, &gone)?;
    }
    Ok(())
}

/// Whether an event of the calendar stands for a time that the file has too, but that could not be read.
fn stays(event: &Event, file: &ReadFile) -> bool {
    let is_unread = |at| file.unread.contains(&(event.uid.clone(), at));
    event.recurrence_id.is_some() && (is_unread(event.recurrence_id) || is_unread(None))
}

/// What an event of the file says. A series is without the times of which the calendar keeps what it has: they would be
/// there twice.
fn content(event: &FileEvent, known: Option<&Vec<Event>>, file: &ReadFile) -> Content {
    let mut content = event.content.clone();
    if event.recurrence_id.is_none() && !content.rule.is_empty() {
        let kept = known.into_iter().flatten().filter(|known| stays(known, file));
        for at in kept.filter_map(|known| known.recurrence_id) {
            content = series::without(&content, at);
        }
    }
    content
}

/// Which calendars are taken along.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct WhichExport {
    /// Only the class's, or the caller's own; both by default.
    #[param(inline)]
    owner: Option<CalendarOwner>,
    /// The class, two digits. Only for admins of all classes; for others the own class.
    class: Option<String>,
}

/// Answers the events of the caller and of their class as an iCalendar file.
#[utoipa::path(get, path = "/api/calendar/export", tag = "calendar", params(WhichExport),
    responses((status = 200, body = Vec<u8>, content_type = "text/calendar")))]
pub(crate) async fn export_calendar(
    State(app): State<App>,
    caller: Caller,
    language: Language,
    Query(which): Query<WhichExport>,
) -> Result<Response<Body>> {
    let class = class_of(&caller.facts, which.class.as_deref())?;
    let mut owners = owners(&caller, class.as_deref());
    owners.retain(|owner| which.owner.is_none_or(|kind| Owner::parse(owner).kind() == kind));
    let name = calendar_name(&owners, language);
    let text = text_of(&app, owners, name.clone()).await?;
    let encoded: String = form_urlencoded::byte_serialize(format!("{name}.ics").as_bytes()).collect();
    let disposition = format!("attachment; filename*=UTF-8''{}", encoded.replace('+', "%20"));
    let mut response = Response::new(Body::from(text));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(ICS));
    headers.insert(CONTENT_DISPOSITION, HeaderValue::try_from(disposition).map_err(ApiError::internal)?);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// The name of some calendars together.
pub(crate) fn calendar_name(owners: &[String], language: Language) -> String {
    let named = match owners.iter().map(|owner| Owner::parse(owner)).collect::<Vec<_>>().as_slice() {
        [Owner::Class(class)] => texts::CLASS_CALENDAR.with("class", class),
        _ => (&texts::OWN_CALENDAR).into(),
    };
    named.localized(language)
}

/// The events of some calendars as a file.
///
/// # Errors
/// When the database is away.
pub(crate) async fn text_of(app: &App, owners: Vec<String>, name: String) -> Result<String> {
    let permit = app.state::<Permits>().writing.acquire().await?;
    let all = app.db.read(move |read| {
        let mut all = Vec::new();
        for owner in &owners {
            all.extend(events::all(read, owner, MAX_EVENTS)?);
        }
        Ok(all)
    });
    let all = all.await?;
    blocking(permit, move || ics::write(&name, &all)).await?.map_err(ApiError::internal)
}
