//! Reading timetables out of files. Nothing is kept here: what a file gives is shown, and saved like any timetable.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use bytes::{Bytes, BytesMut};
use kernel::http::{BodyChunks, Caller, Json, Query};
use kernel::texts::Language;
use kernel::{ApiError, App, Envelope, Reply, Result};
use school_clock::Timetable;
use serde::{Deserialize, Serialize};
use timetable_formats::{
    FileProblem, Format, GridMapping, Imported, MAX_FILE, Place, Sheet, Workbook, guess_mapping, is_workbook,
    read_grid as read_cells, read_template, read_workbook, read_yaml,
};
use tokio::sync::Semaphore;
use utoipa::{IntoParams, ToSchema};

use crate::dto::DayChangeOf;
use crate::texts;

/// The largest request with cells, in bytes: as much as [`read_file`] answers of a workbook.
const MAX_CELLS: usize = 8 * 1024 * 1024;

/// Two files are read at a time on a node: each may take as much memory as a workbook unpacks to.
pub(crate) struct FilePermits(Arc<Semaphore>);

impl Default for FilePermits {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(2)))
    }
}

impl FilePermits {
    /// Reads a file off the threads that answer requests. The permit is held until the work ends, also when whoever
    /// asked for it has left.
    async fn read<T: Send + 'static>(app: &App, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        let permit = Arc::clone(&app.state::<Self>().0).acquire_owned().await.map_err(ApiError::internal)?;
        let work = move || {
            let _permit = permit;
            work()
        };
        tokio::task::spawn_blocking(work).await.map_err(ApiError::internal)
    }
}

/// What the file is called.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct FileName {
    /// The name of the file, which becomes the name of the timetable where the file has none.
    name: Option<String>,
}

/// Something that is wrong with a file.
#[derive(Serialize, ToSchema)]
pub(crate) struct ProblemInFile {
    /// The line of a text, from 1; null for workbooks and for the file as a whole.
    #[schema(required)]
    line: Option<u64>,
    /// The cell of a workbook, such as `B3`; null for texts and for the file as a whole.
    #[schema(required)]
    cell: Option<String>,
    /// The name of the cell's sheet; null where there is no cell.
    #[schema(required)]
    sheet: Option<String>,
    /// The words for the problem, with its place, in the language of the reader.
    message: String,
    /// Whether the file cannot be used because of it.
    fatal: bool,
}

impl ProblemInFile {
    fn new(problem: &FileProblem, language: Language) -> Self {
        let (line, cell, sheet) = match &problem.place {
            Place::File => (None, None, None),
            Place::Line { line, .. } => (Some(*line), None, None),
            Place::Cell { cell, sheet, .. } => (None, Some(cell.clone()), Some(sheet.clone())),
        };
        let words = |(zh, en): (String, String)| if language == Language::English { en } else { zh };
        let (place, message) = (words(problem.place.text()), words(problem.message()));
        let message = match (place.is_empty(), language) {
            (true, _) => message,
            (false, Language::English) => format!("{place}: {message}"),
            (false, Language::Chinese) => format!("{place}：{message}"),
        };
        Self { line, cell, sheet, message, fatal: problem.fatal }
    }

    fn all(problems: &[FileProblem], language: Language) -> Vec<Self> {
        problems.iter().map(|problem| Self::new(problem, language)).collect()
    }
}

/// A sheet of a workbook.
#[derive(Serialize, ToSchema)]
pub(crate) struct SheetCells {
    /// The name of the sheet.
    name: String,
    /// The texts of its cells by rows; a merged range has its text in each cell.
    cells: Vec<Vec<String>>,
}

/// What a file gives.
#[derive(Serialize, ToSchema)]
pub(crate) struct TimetableFile {
    /// What kind of file it is; null when that cannot be told.
    #[schema(required)]
    format: Option<Format>,
    /// The name that the file has for the timetable, or its own name.
    #[schema(required)]
    name: Option<String>,
    /// The timetable; null when the file cannot be used. Of a foreign workbook what the guessed mapping gives.
    #[schema(required)]
    timetable: Option<Timetable>,
    /// What the file says of single days.
    days: Vec<DayChangeOf>,
    /// What is wrong, in the order of the file.
    problems: Vec<ProblemInFile>,
    /// The sheets of a foreign workbook; empty for other files.
    sheets: Vec<SheetCells>,
    /// How its cells are probably to be read; null for other files, and where nothing looks like a timetable.
    #[schema(required)]
    mapping: Option<GridMapping>,
}

/// Reads a timetable out of a file: CSES 1 and 2, YAML without a version, the workbook of
/// `GET /api/timetable/template`, and other workbooks. The body is the file, at most 2 MiB. Nothing is stored.
#[utoipa::path(post, path = "/api/timetable/files", tag = "timetable", params(FileName),
    request_body(content = [u8], content_type = "application/octet-stream"),
    responses((status = 200, body = Envelope<TimetableFile>)))]
pub(crate) async fn read_file(
    State(app): State<App>,
    _: Caller,
    language: Language,
    Query(file): Query<FileName>,
    body: Body,
) -> Result<Reply<TimetableFile>> {
    let bytes = collect(&app, body).await?;
    let name = file.name.as_deref().and_then(stem);
    let read = FilePermits::read(&app, move || read(&bytes, language)).await?;
    Ok(Reply::ok(TimetableFile { name: read.name.clone().or(name), ..read }))
}

/// The name of a file without its ending, if it can name a timetable.
fn stem(name: &str) -> Option<String> {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem).trim();
    school_clock::is_name(stem).then(|| stem.to_owned())
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
    if whole.is_empty() { Err(texts::FILE_EMPTY.err()) } else { Ok(whole.freeze()) }
}

fn read(bytes: &[u8], language: Language) -> TimetableFile {
    if !is_workbook(bytes) {
        return read_yaml(bytes).map_or_else(
            |problems| TimetableFile::unusable(&problems, language),
            |imported| TimetableFile::imported(imported, language),
        );
    }
    match read_workbook(bytes) {
        Err(problem) => TimetableFile::unusable(&[problem], language),
        Ok(workbook) => match read_template(&workbook) {
            Some(Ok(imported)) => TimetableFile::imported(imported, language),
            Some(Err(problems)) => TimetableFile {
                format: Some(Format::SheetTemplate),
                ..TimetableFile::unusable(&problems, language)
            },
            None => TimetableFile::foreign(workbook, language),
        },
    }
}

impl TimetableFile {
    fn unusable(problems: &[FileProblem], language: Language) -> Self {
        Self {
            format: None,
            name: None,
            timetable: None,
            days: Vec::new(),
            problems: ProblemInFile::all(problems, language),
            sheets: Vec::new(),
            mapping: None,
        }
    }

    fn imported(imported: Imported, language: Language) -> Self {
        let days = imported.days.into_iter();
        let days = days.map(|(date, change)| DayChangeOf { date: date.to_string(), change: Some(change) });
        Self {
            format: Some(imported.format),
            name: imported.name,
            timetable: Some(imported.timetable),
            days: days.collect(),
            ..Self::unusable(&imported.problems, language)
        }
    }

    fn foreign(workbook: Workbook, language: Language) -> Self {
        let Workbook { sheets, mut problems } = workbook;
        let mapping = guess_mapping(&sheets);
        let sheet =
            mapping.as_ref().and_then(|mapping| sheets.iter().find(|sheet| sheet.name == mapping.sheet));
        let mut timetable = None;
        if let (Some(mapping), Some(sheet)) = (&mapping, sheet) {
            let (read, more) = read_cells(&sheet.cells, mapping);
            timetable = read;
            problems.extend(more);
        }
        let cells = |sheet: Sheet| SheetCells { name: sheet.name, cells: sheet.cells };
        Self {
            format: Some(Format::Sheet),
            timetable,
            sheets: sheets.into_iter().map(cells).collect(),
            mapping,
            ..Self::unusable(&problems, language)
        }
    }
}

/// The cells of a foreign workbook, and how they are to be read.
#[derive(Clone, Deserialize, ToSchema)]
pub(crate) struct Grid {
    /// The texts of the cells by rows, as `POST /api/timetable/files` answers them.
    cells: Vec<Vec<String>>,
    /// How they are to be read.
    mapping: GridMapping,
}

/// The timetable that cells give.
#[derive(Serialize, ToSchema)]
pub(crate) struct GridTimetable {
    /// The timetable; null when the cells give none.
    #[schema(required)]
    timetable: Option<Timetable>,
    /// What is wrong, by cell.
    problems: Vec<ProblemInFile>,
}

/// Reads a timetable out of the cells of a foreign workbook. Nothing is stored.
#[utoipa::path(post, path = "/api/timetable/grid", tag = "timetable", request_body = Grid,
    responses((status = 200, body = Envelope<GridTimetable>)))]
pub(crate) async fn read_grid(
    State(app): State<App>,
    _: Caller,
    language: Language,
    Json(grid): Json<Grid, MAX_CELLS>,
) -> Result<Reply<GridTimetable>> {
    let read = FilePermits::read(&app, move || read_cells(&grid.cells, &grid.mapping)).await?;
    let (timetable, problems) = read;
    Ok(Reply::ok(GridTimetable { timetable, problems: ProblemInFile::all(&problems, language) }))
}
