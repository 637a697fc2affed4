//! The event `community.post` of integrations: a post in the name of the integration's owner.

use identity::{api_scopes, exam};
use integrations::{Apply, InboundEvent};
use kernel::limits::Key;

use crate::posts::write::{self, NewPost};
use crate::viewer::Viewer;
use crate::{POSTS, mentions, texts};

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
            exam::refuse(&app, &inbound.owner)?;
            exam::refuse_program(&app, &inbound.client).await?;
            let owner = Viewer::program(&app, &inbound.owner, &inbound.client).await?;
            let draft = new.check(&app, &owner, Some(inbound.via()))?;
            let called = mentions::called(&app, new.content(), "").await?;
            let apply: Apply = Box::new(move |tx| {
                tx.app().limits.check(&POSTS, Key::user(owner.user()))?;
                write::write(tx, &owner, &draft, &called).map(drop)
            });
            Ok(apply)
        })
    },
};
