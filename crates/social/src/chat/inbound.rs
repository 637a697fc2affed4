//! The event `message.send` of integrations: a message in the name of the integration's owner.

use std::sync::Arc;

use identity::api_scopes;
use integrations::{Apply, InboundEvent};
use moderation::refuse_writing_program;

use super::messages::send::{count_attempt, plan};
use super::routes::send::NewChatMessage;
use super::{MESSAGES, access, texts};

/// `message.send`, with the fields of `POST /api/chat/messages`. It draws from the owner's limit, goes only where the
/// owner may speak, and shows the integration beside the message.
pub(super) static MESSAGE_SEND: InboundEvent = InboundEvent {
    name: "message.send",
    scope: api_scopes::MESSAGE_WRITE,
    about: &texts::MESSAGE_SEND,
    prepare: |app, inbound| {
        Box::pin(async move {
            let owner = inbound.owner.user_id;
            let new: NewChatMessage = inbound.parse()?;
            let (room, draft) = new.check(owner, Some(&inbound.client))?;
            access::admit_operator(&app, Some(&inbound.client), &room).await?;
            refuse_writing_program(&app, &inbound.client).await?;
            let plan = Arc::new(plan(&app, owner, &room, &draft).await?.written(&app).await?);
            let apply: Apply = Box::new(move |tx| {
                count_attempt(tx.app(), &MESSAGES, owner)?;
                plan.write(tx).map(drop)
            });
            Ok(apply)
        })
    },
};
