//! `/api/chat`, by topic.

mod groups;
mod messages;
mod poll;
mod rooms;
pub(super) mod send;

use kernel::audit::Actor;
use kernel::http::Caller;
use kernel::{Routes, routes};

use crate::chat::messages::edit::ChatActor;

/// Who acts.
fn actor(caller: &Caller) -> ChatActor {
    ChatActor { facts: caller.facts.clone(), actor: Actor::from(caller) }
}

/// The paths of the chat.
pub(super) fn router() -> Routes {
    Routes::new()
        .routes(routes!(rooms::list_rooms))
        .routes(routes!(rooms::see_removal))
        .routes(routes!(rooms::set_room))
        .routes(routes!(rooms::list_pins))
        .routes(routes!(rooms::mark_read))
        .routes(routes!(rooms::clear_history))
        .routes(routes!(rooms::list_contacts))
        .routes(routes!(messages::list_messages, send::send_message))
        .routes(routes!(messages::list_group_messages))
        .routes(routes!(messages::list_private_messages))
        .routes(routes!(messages::search_messages))
        .routes(routes!(messages::edit_message))
        .routes(routes!(messages::list_edits))
        .routes(routes!(messages::recall_message))
        .routes(routes!(messages::add_reaction, messages::remove_reaction))
        .routes(routes!(messages::pin_message, messages::unpin_message))
        .routes(routes!(groups::list_groups, groups::create_group))
        .routes(routes!(groups::get_group, groups::rename_group, groups::dissolve_group))
        .routes(routes!(groups::list_members))
        .routes(routes!(groups::join_group))
        .routes(routes!(groups::leave_group))
        .routes(routes!(groups::invite_to_group))
        .routes(routes!(groups::kick_member))
        .routes(routes!(groups::transfer_group))
        .routes(routes!(groups::set_announcement))
        .routes(routes!(poll::register_chat_poll))
        .routes(routes!(poll::poll_chat))
        .routes(routes!(poll::send_frame))
        .routes(routes!(poll::unregister_chat_poll))
}
