//! The event `community.post` of integrations: a post in the name of the integration's owner.

use identity::api_scopes;
use integrations::{Apply, InboundEvent};
use kernel::limits::Key;
use moderation::{refuse_writing, refuse_writing_program};

use crate::posts::write::{self, NewPost};
use crate::viewer::Viewer;
use crate::{POSTS, mentions, texts, word_rules};

/// `community.post`, with the fields of `POST /api/community`. It draws from the owner's limit, and shows the
/// integration beside the post.
pub(crate) static COMMUNITY_POST: InboundEvent = InboundEvent {
    name: "community.post",
    scope: api_scopes::COMMUNITY_WRITE,
    about: &texts::COMMUNITY_POST,
    prepare: |app, inbound| {
        Box::pin(async move {
            let new: NewPost = inbound.parse()?;
            app.apps.admit_to("community", inbound.owner.user_id.class())?;
            refuse_writing(&app, &inbound.owner)?;
            refuse_writing_program(&app, &inbound.client).await?;
            let owner = Viewer::program(&app, &inbound.owner, &inbound.client).await?;
            let verdict = word_rules::check_post(&app, &owner, new, Some(inbound.via())).await?;
            let (new, draft) = verdict.written(&app).await?;
            let called = mentions::called(&app, new.content(), "").await?;
            let apply: Apply = Box::new(move |tx| {
                tx.app().limits.check(&POSTS, Key::user(owner.user()))?;
                write::write(tx, &owner, &draft, &called).map(drop)
            });
            Ok(apply)
        })
    },
};
