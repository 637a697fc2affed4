//! Announcements as answers show them.

use identity::user::Names;
use kernel::app::iso;
use kernel::user::UserFacts;
use panels::PanelCount;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::access;
use super::model::{AnnouncementState, AnnouncementType};
use super::remind::Tally;
use super::store::lists::Marked;
use super::store::rows::{Replaced, Row};
use crate::target::Target;

/// Announcements per page unless told.
const PAGE: u32 = 20;
/// Announcements per page at most.
const MAX_PAGE: u32 = 100;

/// An announcement as a member sees it.
#[derive(Serialize, ToSchema)]
pub(super) struct Announcement {
    /// The id of the announcement.
    id: i64,
    /// The kind of the announcement.
    r#type: AnnouncementType,
    /// The title of the announcement.
    title: String,
    /// The text of the announcement, in Markdown as it was written. HTML in it is text.
    content: String,
    /// The last day of homework, `YYYY-MM-DD`.
    due_date: Option<String>,
    /// Whether the announcement is shown before the others.
    pinned: bool,
    /// Whether this member is asked to say that they have read it: false for one who registered after it was
    /// published, until an edit asks everyone again.
    requires_ack: bool,
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
    /// When the announcement was published, ISO 8601.
    published_at: String,
    /// When the announcement was last changed, ISO 8601; later than `published_at` when it was edited since.
    updated_at: String,
    /// When the announcement disappears, ISO 8601.
    expires_at: Option<String>,
    /// Whether this member has read the announcement since the last edit that asked members to read it again;
    /// always true for its author.
    read: bool,
    /// When this member acknowledged the announcement, since that was last asked for, ISO 8601.
    acknowledged_at: Option<String>,
}

impl Announcement {
    pub(super) fn new(marked: Marked, names: &Names) -> Self {
        let (read, acknowledged_at) = (marked.is_read(), marked.acknowledged_at());
        let row = marked.row;
        Self {
            id: row.id,
            r#type: row.kind,
            due_date: row.due_date,
            pinned: row.pinned,
            requires_ack: row.requires_ack,
            author_name: names.get(&row.author_id),
            author_real_name: names.real(&row.author_id),
            author_title: names.title(&row.author_id),
            revision: row.revision,
            published_at: iso(row.published_at.unwrap_or(row.publish_at)),
            updated_at: iso(row.updated_at),
            expires_at: row.expires_at.map(iso),
            read,
            acknowledged_at: acknowledged_at.map(iso),
            title: row.title,
            content: row.content,
            author_id: row.author_id,
        }
    }
}

/// One page of the announcements for a member.
#[derive(Serialize, ToSchema)]
pub(super) struct AnnouncementList {
    /// The announcements on this page.
    pub(super) announcements: Vec<Announcement>,
    /// The number of items on all pages.
    pub(super) total: i64,
    /// The number of this page, from 1.
    pub(super) page: u32,
    /// The largest number of items on a page.
    pub(super) limit: u32,
}

/// The number of announcements that a member has not read or acknowledged.
#[derive(Serialize, ToSchema)]
pub(super) struct UnreadAnnouncements {
    /// The number of unread announcements.
    pub(super) unread: i64,
    /// The number of announcements that the member has not acknowledged but should.
    pub(super) unacknowledged: i64,
}

/// An announcement as its staff sees it.
#[derive(Serialize, ToSchema)]
pub(super) struct StaffAnnouncement {
    /// The id of the announcement.
    id: i64,
    /// The kind of the announcement.
    r#type: AnnouncementType,
    /// The state of the announcement.
    state: AnnouncementState,
    /// The title of the announcement.
    title: String,
    /// The text of the announcement, in Markdown as it was written.
    content: String,
    /// The last day of homework, `YYYY-MM-DD`.
    due_date: Option<String>,
    /// The members that the announcement addresses.
    audience: Target,
    /// Whether the announcement is shown before the others.
    pinned: bool,
    /// Whether each member is asked to say that they have read the announcement.
    requires_ack: bool,
    /// The user ID of the author; empty when the author's account was erased.
    author_id: String,
    /// The net name of the author.
    author_name: String,
    /// The revision, which grows with each edit.
    revision: i64,
    /// When the announcement appears or appeared, ISO 8601.
    publish_at: String,
    /// When the announcement disappears, ISO 8601.
    expires_at: Option<String>,
    /// When the announcement was deleted, ISO 8601. For 24 hours it can be restored.
    deleted_at: Option<String>,
    /// When those who are missing were last reminded, ISO 8601.
    reminded_at: Option<String>,
    /// When the announcement was created, ISO 8601.
    created_at: String,
    /// When the announcement was last changed, ISO 8601.
    updated_at: String,
    /// The number of members now whom it addresses, without its author and those who registered after it was published.
    audience_size: usize,
    /// The number of them who have read it.
    read_count: usize,
    /// The number of them who have acknowledged it.
    ack_count: usize,
    /// How many panels have shown it.
    panels: PanelCount,
    /// Whether the caller may change it.
    manageable: bool,
}

impl StaffAnnouncement {
    pub(super) fn new(
        row: Row,
        (tally, panels): (&Tally, PanelCount),
        names: &Names,
        facts: &UserFacts,
        now: i64,
    ) -> Self {
        Self {
            id: row.id,
            r#type: row.kind,
            state: row.state(now),
            audience: row.target(),
            manageable: access::manages(facts, &row),
            author_name: names.get(&row.author_id),
            publish_at: iso(row.published_at.unwrap_or(row.publish_at)),
            expires_at: row.expires_at.map(iso),
            deleted_at: row.deleted_at.map(iso),
            reminded_at: row.reminded_at.map(iso),
            created_at: iso(row.created_at),
            updated_at: iso(row.updated_at),
            audience_size: tally.audience,
            read_count: tally.read,
            ack_count: tally.acknowledged,
            panels,
            title: row.title,
            content: row.content,
            due_date: row.due_date,
            pinned: row.pinned,
            requires_ack: row.requires_ack,
            author_id: row.author_id,
            revision: row.revision,
        }
    }
}

/// One page of the announcements that the staff sees.
#[derive(Serialize, ToSchema)]
pub(super) struct StaffAnnouncementList {
    /// The announcements on this page.
    pub(super) announcements: Vec<StaffAnnouncement>,
    /// The number of items on all pages.
    pub(super) total: i64,
    /// The number of this page, from 1.
    pub(super) page: u32,
    /// The largest number of items on a page.
    pub(super) limit: u32,
}

/// An earlier version of an announcement.
#[derive(Serialize, ToSchema)]
pub(super) struct ReplacedAnnouncement {
    /// The revision of this version.
    revision: i64,
    /// The kind of the announcement in this version.
    r#type: AnnouncementType,
    /// The title of this version.
    title: String,
    /// The text of this version, in Markdown.
    content: String,
    /// The last day of homework in this version, `YYYY-MM-DD`.
    due_date: Option<String>,
    /// The user ID of the person who replaced it; empty when that account was erased.
    editor_id: String,
    /// The net name of the editor.
    editor_name: String,
    /// When this version was replaced, ISO 8601.
    replaced_at: String,
}

impl ReplacedAnnouncement {
    pub(super) fn new(row: Replaced, names: &Names) -> Self {
        Self {
            revision: row.revision,
            r#type: row.kind,
            title: row.title,
            content: row.content,
            due_date: row.due_date,
            editor_name: names.get(&row.editor_id),
            editor_id: row.editor_id,
            replaced_at: iso(row.replaced_at),
        }
    }
}

/// Which piece of a list.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct AnnouncementPage {
    /// The number of the page, from 1.
    #[param(minimum = 1)]
    page: Option<u32>,
    /// The number of items on a page: 1–100, default 20.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
    /// Only announcements of this type: `notice` or `homework`; by default both.
    r#type: Option<AnnouncementType>,
    /// Only announcements in this state, in the list of the staff: `scheduled`, `published`, `expired` or `deleted`. By
    /// default all but the deleted ones.
    state: Option<AnnouncementState>,
}

impl AnnouncementPage {
    /// Page and limit within their bounds.
    pub(super) fn bounded(self) -> (u32, u32) {
        (self.page.unwrap_or(1).max(1), self.limit.unwrap_or(PAGE).clamp(1, MAX_PAGE))
    }

    /// How many rows, after how many.
    pub(super) fn piece(self) -> (i64, i64) {
        let (page, limit) = self.bounded();
        (i64::from(limit), (i64::from(page) - 1) * i64::from(limit))
    }

    /// Empty means both.
    pub(super) fn kind(self) -> &'static str {
        self.r#type.map_or("", Into::into)
    }

    /// Empty means all but the deleted ones.
    pub(super) fn state(self) -> &'static str {
        self.state.map_or("", Into::into)
    }
}
