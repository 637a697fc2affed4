//! What officers are told: how many questions of a day had words of a category.

use std::collections::BTreeMap;

use identity::admin::MANAGE_USERS;
use identity::notifications::{
    self, Content, Importance, Link, NewNotification, Notification, NotificationKind, Reader,
};
use kernel::db::Read;
use kernel::texts::Text;
use kernel::user::UserId;
use kernel::{AppTx, Result};

use super::category::Category;
use crate::texts;

/// The counts of a day that is over.
pub(crate) static SAFETY: NotificationKind = NotificationKind {
    name: "ai_safety",
    label: &texts::SAFETY,
    app: "ai",
    importance: Importance::Task,
    shown_by_app: false,
    describe,
};

/// Tells members the counts of a day.
///
/// # Errors
/// When a statement fails.
pub(super) fn notify(
    tx: &mut AppTx,
    day: &str,
    counts: &BTreeMap<Category, i64>,
    members: Vec<UserId>,
) -> Result<()> {
    let counts: Vec<(&Category, &i64)> = counts.iter().collect();
    let content = serde_json::to_string(&counts).unwrap_or_default();
    let new = NewNotification {
        kind: &SAFETY,
        topic: "",
        subject: day,
        event_seq: 0,
        sender: None,
        content: &content,
    };
    notifications::notify(tx, &new, members)?;
    Ok(())
}

fn name_of(category: Category) -> &'static Text {
    match category {
        Category::SelfHarm => &texts::SELF_HARM,
        Category::Violence => &texts::VIOLENCE,
        Category::Bullying => &texts::BULLYING,
        Category::Sexual => &texts::SEXUAL,
        Category::Drugs => &texts::DRUGS,
    }
}

fn describe(_: &mut Read, reader: &Reader<'_>, about: &Notification) -> Result<Option<Content>> {
    if !reader.facts.may(&MANAGE_USERS) {
        return Ok(None);
    }
    let counts: Vec<(Category, i64)> = serde_json::from_str(&about.content).unwrap_or_default();
    let said = counts.iter().map(|(category, count)| {
        let category = reader.say(name_of(*category));
        reader.say(texts::SAFETY_COUNT.with("category", category).with("count", *count))
    });
    let said = said.collect::<Vec<_>>().join(&reader.say(&texts::SAFETY_COMMA));
    Ok(Some(Content {
        title: reader.say(&texts::SAFETY),
        text: reader.say(texts::SAFETY_TEXT.with("day", &about.subject).with("counts", said)),
        link: Some(Link::app("admin", "ai-safety")),
        ..Content::default()
    }))
}
