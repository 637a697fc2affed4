//! Homework as answers show it.

use identity::user::Names;
use jiff::tz::TimeZone;
use kernel::app::iso;
use kernel::dates::day_of;
use serde::Serialize;
use utoipa::ToSchema;

use super::cards::{Loaded, Progress};
use super::model;
use super::store::pictures::Picture;
use super::store::submissions::{HandedFile, SubmissionRow};
use super::texts;
use crate::announcements::cards::{AnnouncementState, Row};
use crate::target::Target;

/// A picture of a card.
#[derive(Serialize, ToSchema)]
pub(super) struct HomeworkPicture {
    /// The SHA-256 of the picture, in lower-case hexadecimal digits.
    hash: String,
    /// The address of the picture, relative to the site; `?w=` returns a smaller one.
    url: String,
    /// The width in pixels; null when the file does not say it.
    #[schema(required)]
    width: Option<i64>,
    /// The height in pixels; null when the file does not say it.
    #[schema(required)]
    height: Option<i64>,
}

impl From<Picture> for HomeworkPicture {
    fn from(picture: Picture) -> Self {
        let url = model::file_url(&picture.hash, &picture.mime);
        Self { hash: picture.hash, url, width: picture.width, height: picture.height }
    }
}

/// A file that was handed in.
#[derive(Serialize, ToSchema)]
pub(super) struct SubmissionFile {
    /// The SHA-256 of the file, in lower-case hexadecimal digits.
    hash: String,
    /// The address of the file, relative to the site. For the member it is that of the upload, for whoever manages the
    /// homework one of the submission.
    url: String,
    /// The name that the member gave the file; empty for no name.
    name: String,
    /// The media type, determined from the bytes.
    mime: String,
    /// The size of the file in bytes.
    size: i64,
}

/// What a member has handed in.
#[derive(Serialize, ToSchema)]
pub(super) struct Submission {
    /// The text; empty for none. HTML in it is text.
    text: String,
    /// The files, in order.
    files: Vec<SubmissionFile>,
    /// When it was handed in, ISO 8601; the last time when it was replaced.
    submitted_at: String,
    /// Whether it was handed in after it was due.
    late: bool,
    /// The revision, which grows each time it is replaced.
    revision: i64,
}

impl Submission {
    /// As its member has it.
    pub(super) fn own(row: &SubmissionRow, due_at: Option<i64>) -> Self {
        Self::with(row, due_at, |file| model::file_url(&file.hash, &file.mime))
    }

    /// As whoever manages the card reads it.
    pub(super) fn read(row: &SubmissionRow, due_at: Option<i64>) -> Self {
        let (id, user) = (row.announcement_id, row.user_id);
        Self::with(row, due_at, |file| {
            format!("/api/admin/homework/{id}/submissions/{user}/files/{}", file.hash)
        })
    }

    fn with(row: &SubmissionRow, due_at: Option<i64>, url: impl Fn(&HandedFile) -> String) -> Self {
        let shown = |file: HandedFile| SubmissionFile {
            url: url(&file),
            hash: file.hash,
            name: file.name,
            mime: file.mime,
            size: file.size,
        };
        Self {
            text: row.text.clone(),
            files: row.file_list().into_iter().map(shown).collect(),
            submitted_at: iso(row.submitted_at),
            late: is_late(row.submitted_at, due_at),
            revision: row.revision,
        }
    }
}

/// Whether something that was handed in then was late, as the card is due now.
pub(super) fn is_late(submitted_at: i64, due_at: Option<i64>) -> bool {
    due_at.is_some_and(|due| submitted_at > due)
}

/// How many members have done homework.
#[derive(Clone, Copy, Serialize, ToSchema)]
pub(super) struct HomeworkTally {
    /// The number of members now whom it addresses, without its author and those who registered after it was published.
    members: usize,
    /// The number of them who have ticked it or handed it in.
    done: usize,
    /// The number of them who have handed it in.
    handed_in: usize,
}

impl From<&Progress> for HomeworkTally {
    fn from(progress: &Progress) -> Self {
        Self { members: progress.members.len(), done: progress.done(), handed_in: progress.handed_in() }
    }
}

/// A card of homework as a member sees it.
#[derive(Serialize, ToSchema)]
pub(super) struct HomeworkCard {
    /// The id of the homework, which is that of its announcement.
    id: i64,
    /// The title.
    title: String,
    /// The text, in Markdown as it was written; empty when the pictures say everything. HTML in it is text.
    content: String,
    /// The subject; empty for none.
    subject: String,
    /// The day on which it was or will be published, `YYYY-MM-DD`.
    assigned_on: String,
    /// The last day, `YYYY-MM-DD`; null for none.
    #[schema(required)]
    due_date: Option<String>,
    /// The time of the last day, `HH:MM`; null for its end.
    #[schema(required)]
    due_time: Option<String>,
    /// When it is due, ISO 8601: the end of the day when there is no time; null without a day.
    #[schema(required)]
    due_at: Option<String>,
    /// The pictures, in order.
    pictures: Vec<HomeworkPicture>,
    /// Whether members hand something in.
    hand_in: bool,
    /// Whether its announcement is shown before the others.
    pinned: bool,
    /// Whether this member is asked to say that they have read it.
    requires_ack: bool,
    /// When this member acknowledged it, since that was last asked for, ISO 8601.
    #[schema(required)]
    acknowledged_at: Option<String>,
    /// Whether this member has read it since the last edit that asked members to read it again.
    read: bool,
    /// The user ID of the author; empty when the author's account was erased.
    author_id: String,
    /// The net name of the author.
    author_name: String,
    /// The real name of the author, as the class list has it.
    author_real_name: String,
    /// The title of an author who is an officer; empty when there is none.
    author_title: String,
    /// The revision, which grows with each edit.
    revision: i64,
    /// When it was or will be published, ISO 8601.
    published_at: String,
    /// When it was last changed, ISO 8601.
    updated_at: String,
    /// When it disappears, ISO 8601.
    #[schema(required)]
    expires_at: Option<String>,
    /// When this member ticked it or handed it in, ISO 8601.
    #[schema(required)]
    done_at: Option<String>,
    /// What this member has handed in.
    #[schema(required)]
    submission: Option<Submission>,
    /// Whether the caller may change it.
    manageable: bool,
    /// How many members have done it; only for those who may change it.
    #[schema(required)]
    progress: Option<HomeworkTally>,
}

impl HomeworkCard {
    pub(super) fn new(loaded: Loaded, names: &Names, zone: &TimeZone) -> Self {
        let due_at = loaded.due_at(zone);
        let Loaded { marked, card, pictures, done_at, submission, manageable, progress } = loaded;
        let (read, acknowledged_at) = (marked.is_read(), marked.acknowledged_at());
        let row = marked.row;
        let published_at = row.published_at.unwrap_or(row.publish_at);
        Self {
            id: row.id,
            content: if is_placeholder(&row, !pictures.is_empty()) { String::new() } else { row.content },
            title: row.title,
            subject: card.subject,
            assigned_on: day_of(published_at, zone).to_string(),
            due_time: card.due_time.filter(|_| row.due_date.is_some()),
            due_date: row.due_date,
            due_at: due_at.map(iso),
            pictures: pictures.into_iter().map(HomeworkPicture::from).collect(),
            hand_in: card.hand_in,
            pinned: row.pinned,
            requires_ack: row.requires_ack,
            acknowledged_at: acknowledged_at.map(iso),
            read,
            author_name: names.get(&row.author_id),
            author_real_name: names.real(&row.author_id),
            author_title: names.title(&row.author_id),
            author_id: row.author_id,
            revision: row.revision,
            published_at: iso(published_at),
            updated_at: iso(row.updated_at),
            expires_at: row.expires_at.map(iso),
            done_at: done_at.map(iso),
            submission: submission.map(|row| Submission::own(&row, due_at)),
            manageable,
            progress: progress.as_ref().map(HomeworkTally::from),
        }
    }
}

/// Whether the text stands there only for those who read the announcement without its pictures.
pub(super) fn is_placeholder(row: &Row, has_pictures: bool) -> bool {
    has_pictures && [texts::SEE_PICTURES.zh, texts::SEE_PICTURES.en].contains(&row.content.as_str())
}

/// One page of the homework of a member.
#[derive(Serialize, ToSchema)]
pub(super) struct HomeworkList {
    /// The homework on this page.
    pub(super) homework: Vec<HomeworkCard>,
    /// The number of items on all pages.
    pub(super) total: usize,
    /// The number of this page, from 1.
    pub(super) page: u32,
    /// The largest number of items on a page.
    pub(super) limit: u32,
}

/// What a member has still to do.
#[derive(Serialize, ToSchema)]
pub(super) struct HomeworkLeft {
    /// The number of open cards that are due before the end of tomorrow.
    pub(super) tonight: usize,
    /// The number of open cards.
    pub(super) open: usize,
    /// When the next of them is due, ISO 8601, not counting what is overdue.
    #[schema(required)]
    pub(super) next_due_at: Option<String>,
    /// The open cards that are due first, at most 5.
    pub(super) cards: Vec<HomeworkCard>,
}

/// The subjects of the homework of a member.
#[derive(Serialize, ToSchema)]
pub(super) struct HomeworkSubjects {
    /// The subjects of the last 180 days, at most 40, the most used first.
    pub(super) subjects: Vec<String>,
}

/// A card of homework as its staff sees it.
#[derive(Serialize, ToSchema)]
pub(super) struct StaffHomework {
    #[serde(flatten)]
    card: HomeworkCard,
    /// The state of the homework.
    state: AnnouncementState,
    /// The members that it addresses.
    audience: Target,
    /// When it appears or appeared, ISO 8601.
    publish_at: String,
}

impl StaffHomework {
    pub(super) fn new(loaded: Loaded, names: &Names, zone: &TimeZone, now: i64) -> Self {
        let row = &loaded.marked.row;
        let (state, audience) = (row.state(now), row.target());
        let publish_at = iso(row.published_at.unwrap_or(row.publish_at));
        Self { state, audience, publish_at, card: HomeworkCard::new(loaded, names, zone) }
    }
}

/// One page of the homework that the staff sees.
#[derive(Serialize, ToSchema)]
pub(super) struct StaffHomeworkList {
    /// The homework on this page.
    pub(super) homework: Vec<StaffHomework>,
    /// The number of items on all pages.
    pub(super) total: i64,
    /// The number of this page, from 1.
    pub(super) page: u32,
    /// The largest number of items on a page.
    pub(super) limit: u32,
}
