//! An inbox in words: each kind says what its notifications tell of, to this reader, now.

use std::collections::HashMap;

use kernel::app::iso;
use kernel::db::Read;
use kernel::{App, Result, feature};

use super::dto::NotificationItem;
use super::kinds::{Content, Link, Notification, NotificationKind, Reader};
use super::model::Mode;
use super::store::{self, Row};
use super::texts;

/// The kinds of all features of this portal.
pub(super) fn kinds(app: &App) -> impl Iterator<Item = &'static NotificationKind> {
    feature::provided::<NotificationKind>(&app.features)
}

/// The rows in words.
pub(super) fn described(
    read: &mut Read,
    reader: &Reader<'_>,
    rows: Vec<Row>,
) -> Result<Vec<NotificationItem>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let modes: HashMap<String, Mode> = store::modes(read, reader.facts.user_id)?.into_iter().collect();
    let items = rows.into_iter().map(|row| {
        let mode = modes.get(&row.kind).copied().unwrap_or_default();
        item(read, reader, row, mode)
    });
    items.collect()
}

fn item(read: &mut Read, reader: &Reader<'_>, row: Row, mode: Mode) -> Result<NotificationItem> {
    let (id, created_at, read_at, kind) = (row.id, row.created_at, row.read_at, row.kind.clone());
    let known = super::kind_named(reader.app, &kind);
    let (notification, content) = describe(read, reader, row)?;
    let is_there = content.is_some();
    let content =
        content.unwrap_or_else(|| Content { title: reader.say(&texts::GONE), ..Content::default() });
    let app = match &content.link {
        Some(Link::App { app, .. }) => app.clone(),
        Some(Link::Page { .. }) | None => known.map(|known| known.app.to_owned()).unwrap_or_default(),
    };
    Ok(NotificationItem {
        id,
        kind,
        app,
        topic: notification.topic,
        title: content.title,
        text: content.text,
        sender_id: if is_there { notification.sender_id } else { String::new() },
        sender_name: content.sender_name,
        link: content.link,
        silent: !is_there || mode != Mode::On || known.is_none_or(|known| known.shown_by_app),
        read: read_at.is_some(),
        created_at: iso(created_at),
    })
}

/// What a notification says to its reader now; `None` when they may not see any more what it tells of.
pub(super) fn describe(
    read: &mut Read,
    reader: &Reader<'_>,
    row: Row,
) -> Result<(Notification, Option<Content>)> {
    let Row { kind, topic, subject, sender_id, content, .. } = row;
    let notification = Notification { subject, topic, sender_id, content };
    let content = match super::kind_named(reader.app, &kind) {
        Some(known) => (known.describe)(read, reader, &notification)?,
        None => None,
    };
    // What lies in an app that is off for the reader is as far away as what they may not see.
    let content = content.filter(|content| is_reachable(reader, content));
    Ok((notification, content))
}

fn is_reachable(reader: &Reader<'_>, content: &Content) -> bool {
    match &content.link {
        Some(Link::App { app, .. }) => reader.app.apps.is_enabled(app, reader.facts.user_id.class()),
        Some(Link::Page { .. }) | None => true,
    }
}
