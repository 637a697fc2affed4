//! A new announcement, before it is one.

use kernel::http::Caller;
use kernel::{App, Result};

use super::model::{self, AnnouncementType};
use super::store::rows::Row;
use crate::target::{self, Target};

/// What was sent for a new announcement.
pub(crate) struct Draft {
    pub(crate) kind: AnnouncementType,
    pub(crate) title: String,
    pub(crate) content: String,
    /// The last day of homework; empty is none.
    pub(crate) due_date: Option<String>,
    pub(crate) audience: Option<Target>,
    pub(crate) requires_ack: bool,
    pub(crate) pinned: bool,
    /// Empty means now.
    pub(crate) publish_at: Option<String>,
    /// Empty means never.
    pub(crate) expires_at: Option<String>,
}

impl Draft {
    /// The announcement, still without a number, if it keeps the rules for one.
    ///
    /// # Errors
    /// 400 naming what is wrong; 403 for classes that are not the author's to address.
    pub(crate) fn check(self, app: &App, author: &Caller) -> Result<Row> {
        let now = app.clock.now_ms();
        let publish_at = model::parse_time("publish_at", self.publish_at.as_deref(), now)?.unwrap_or(now);
        let expires_at = model::parse_time("expires_at", self.expires_at.as_deref(), now)?;
        model::check_order(publish_at, expires_at)?;
        let target = Target::settle(self.audience, &author.facts)?;
        Ok(Row {
            id: 0,
            kind: self.kind,
            title: model::parse_title(&self.title)?,
            content: model::parse_content(&self.content)?,
            due_date: model::parse_due(self.due_date.as_deref(), self.kind, app.today())?,
            classes: target.classes(),
            role: target.role(),
            requires_ack: self.requires_ack,
            pinned: self.pinned,
            author_id: author.facts.user_id.to_string(),
            author_tier: target::rank(&author.facts),
            revision: 1,
            asked_revision: 1,
            publish_at,
            published_at: None,
            expires_at,
            deleted_at: None,
            reminded_at: None,
            created_at: now,
            updated_at: now,
        })
    }
}
