//! What the feature does at the start of a node and when the class list changes: rooms for classes.

use std::collections::BTreeSet;

use identity::setup::listed_names;
use kernel::user::UserId;
use kernel::{App, Result};

use crate::chat::Chat;
use crate::chat::model::RoomId;
use crate::chat::presence::tasks;
use crate::chat::rooms::hidden_history::HiddenHistory;
use crate::chat::store::{groups, read_markers};

/// Loads the groups and makes the rooms of classes.
///
/// # Errors
/// When the database is away.
pub(in crate::chat) async fn start(app: App) -> Result<()> {
    let (members, hidden) =
        app.db.read(|read| Ok((groups::all_members(read)?, read_markers::cleared(read, "public")?))).await?;
    app.state::<HiddenHistory>().add(hidden);
    for (room, user) in members {
        if let Some(RoomId::Group(group)) = RoomId::parse(&room) {
            app.groups.join(&group, [user]);
        }
    }
    make_classes(&app).await?;
    tasks::start(&app);
    Ok(())
}

/// Makes the rooms of the classes on the list that have none yet. A class that left the list keeps
/// its room and what was said there.
async fn make_classes(app: &App) -> Result<()> {
    let now = app.clock.now_ms();
    let missing: Vec<RoomId> = app
        .db
        .read(|read| {
            let known: BTreeSet<String> = groups::classes(read)?.into_iter().collect();
            let listed: BTreeSet<String> =
                listed_names(read)?.into_iter().map(|(_, user)| user.class().to_owned()).collect();
            let rooms = listed.iter().filter_map(|class| RoomId::parse(&format!("class_{class}")));
            Ok(rooms.filter(|room| !known.contains(&room.to_string())).collect())
        })
        .await?;
    if missing.is_empty() {
        return Ok(());
    }
    app.write(move |tx| {
        for room in &missing {
            groups::insert(tx, &room.to_string(), room.kind(), None, now)?;
        }
        Ok(())
    })
    .await
}

/// The list has changed.
pub(in crate::chat) fn refresh_classes(app: &App) {
    let maker = app.clone();
    app.tasks.spawn("chat-classes", |_| async move {
        if let Err(error) = make_classes(&maker).await {
            tracing::warn!(%error, "rooms of new classes not created");
        }
    });
}

/// Someone has registered: what was said before is not unread. Every node does it; once is enough.
pub(in crate::chat) fn begin_read_markers(app: &App, user: UserId, seq: i64) {
    let greeter = app.clone();
    app.tasks.spawn("chat-welcome", |_| async move {
        let rooms: Vec<String> = [Some(RoomId::Public), RoomId::class_of(user)]
            .into_iter()
            .flatten()
            .map(|room| room.to_string())
            .collect();
        let done = greeter.write(move |tx| {
            for room in &rooms {
                read_markers::begin(tx, user, room, seq)?;
            }
            Ok(())
        });
        if let Err(error) = done.await {
            tracing::warn!(%error, "read markers of a new member not set; old messages count as unread");
        }
    });
}

/// The room of someone's class, made when the list does not have the class.
///
/// # Errors
/// When the database is away.
pub(in crate::chat) async fn own_class(app: &App, user: UserId) -> Result<Option<String>> {
    let Some(room) = RoomId::class_of(user) else { return Ok(None) };
    let name = room.to_string();
    let chat = app.state::<Chat>();
    if chat.classes.contains(&name) {
        return Ok(Some(name));
    }
    let (kind, now, made) = (room.kind(), app.clock.now_ms(), name.clone());
    app.write(move |tx| Ok(groups::insert(tx, &made, kind, None, now)?)).await?;
    chat.classes.insert(name.clone());
    Ok(Some(name))
}
