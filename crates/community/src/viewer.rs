//! Who reads posts: what a member is among, and by that which posts they see. Every path asks here.

use std::sync::{Arc, PoisonError, RwLock};

use identity::exam;
use identity::user::facts_of;
use kernel::api_client::ApiClient;
use kernel::db::{DbResult, Read};
use kernel::events::Memberships;
use kernel::http::Caller;
use kernel::user::{Tier, UserFacts, UserId};
use kernel::{ApiError, App, Result};
use moderation::{refuse_writing, refuse_writing_program};

use crate::store::lists::Sees;
use crate::store::posts::{self, PostRow};
use crate::store::{audiences, marks};

/// The audiences of posts, which are only ever added; the database is asked for those that came since.
#[derive(Default)]
pub(crate) struct KnownAudiences(RwLock<Vec<(i64, String)>>);

/// A member who reads or writes, or a program in a member's name.
#[derive(Clone, Debug)]
pub(crate) struct Viewer {
    pub(crate) facts: UserFacts,
    memberships: Memberships,
    program: Option<Program>,
}

/// A program that acts in the name of a member. It is the author of nothing and has marked nothing: what a member
/// wrote anonymously, likes and votes is no business of programs.
#[derive(Clone, Debug)]
struct Program {
    /// Whoever runs it for its owner: it reaches no further than they do.
    operator: Option<Operator>,
}

#[derive(Clone, Debug)]
struct Operator {
    facts: Arc<UserFacts>,
    memberships: Memberships,
}

impl Viewer {
    pub(crate) fn new(app: &App, facts: &UserFacts) -> Self {
        Self { facts: facts.clone(), memberships: app.memberships(facts), program: None }
    }

    /// A program in the name of its owner.
    ///
    /// # Errors
    /// 401 when the account of whoever runs it is gone.
    pub(crate) async fn program(app: &App, owner: &UserFacts, client: &ApiClient) -> Result<Self> {
        let operator = operator_of(app, client).await?;
        let operator = operator.map(|facts| Operator { memberships: app.memberships(&facts), facts });
        Ok(Self { program: Some(Program { operator }), ..Self::new(app, owner) })
    }

    /// Of a caller who may be a program.
    ///
    /// # Errors
    /// As [`Viewer::program`].
    pub(crate) async fn scoped(app: &App, caller: &Caller) -> Result<Self> {
        match &caller.client {
            Some(client) => Self::program(app, &caller.facts, client).await,
            None => Ok(Self::of(app, caller)),
        }
    }

    /// The same of one who is about to write.
    ///
    /// # Errors
    /// 403 during an exam of the owner's or of whoever runs the program, and while one of them is silenced.
    pub(crate) async fn scoped_writing(app: &App, caller: &Caller) -> Result<Self> {
        refuse_writing(app, &caller.facts)?;
        if let Some(client) = &caller.client {
            refuse_writing_program(app, client).await?;
        }
        Self::scoped(app, caller).await
    }

    pub(crate) fn of(app: &App, caller: &Caller) -> Self {
        Self::new(app, &caller.facts)
    }

    /// Of a caller who is about to vote or like.
    ///
    /// # Errors
    /// 403 during an exam.
    pub(crate) fn taking_part(app: &App, caller: &Caller) -> Result<Self> {
        exam::refuse(app, &caller.facts)?;
        Ok(Self::of(app, caller))
    }

    pub(crate) fn user(&self) -> UserId {
        self.facts.user_id
    }

    /// Whose marks, votes and own posts are shown: nobody's to a program.
    pub(crate) fn reader(&self) -> Option<UserId> {
        self.program.is_none().then(|| self.user())
    }

    /// Whose words they are, for the word rules: of a program those of whoever runs it.
    pub(crate) fn writer(&self) -> &UserFacts {
        let operator = self.program.as_ref().and_then(|program| program.operator.as_ref());
        operator.map_or(&self.facts, |operator| &operator.facts)
    }

    /// Whether the member is among an audience, which is spelt as a row has it; of a program, whoever runs it as well.
    pub(crate) fn is_among(&self, audience: &str) -> bool {
        let operator = self.program.as_ref().and_then(|program| program.operator.as_ref());
        self.memberships.are_among(audience)
            && operator.is_none_or(|operator| operator.memberships.are_among(audience))
    }

    /// Whether this member wrote it.
    pub(crate) fn is_author(&self, author_id: &str) -> bool {
        self.reader().is_some_and(|user| user.as_str() == author_id)
    }

    /// Whether this member sees a post that is not deleted: its author does, and whoever it is for.
    pub(crate) fn is_addressed(&self, post: &PostRow) -> bool {
        self.is_author(&post.author_id) || self.is_among(&post.audience)
    }

    /// Whether this member sees a post.
    pub(crate) fn sees(&self, post: &PostRow) -> bool {
        post.deleted_at.is_none() && self.is_addressed(post)
    }

    /// Whether this member keeps order where something was written: with the right to manage posts, in the author's
    /// class, and not below the author. Of an anonymous author the rank does not count, for it would tell who it is not.
    pub(crate) fn moderates(&self, class: &str, author_tier: i64, anonymous: bool) -> bool {
        self.program.is_none() && moderation::may_moderate(&self.facts, class, author_tier, anonymous)
    }

    pub(crate) fn moderates_post(&self, post: &PostRow) -> bool {
        self.moderates(&post.class, post.author_tier, post.anonymous)
    }

    /// Whether this member may ask who wrote something anonymous: adults of the class, never officers, who are
    /// classmates.
    pub(crate) fn reveals(&self, class: &str) -> bool {
        let tier = self.facts.tier();
        if self.program.is_some() {
            return false;
        }
        tier == Tier::Admin || (tier == Tier::ClassAdmin && self.facts.user_id.class() == class)
    }

    /// A post that this member sees.
    ///
    /// # Errors
    /// 404: what one may not see is not there.
    pub(crate) fn post(&self, read: &mut Read, id: i64) -> Result<PostRow> {
        posts::find(read, id)?.filter(|post| self.sees(post)).ok_or_else(ApiError::not_found)
    }

    /// For the lists: which audiences this member is among.
    ///
    /// # Errors
    /// When the statement fails.
    pub(crate) fn in_lists(&self, app: &App, read: &mut Read) -> DbResult<Sees> {
        let state = app.state::<KnownAudiences>();
        let last = state.0.read().unwrap_or_else(PoisonError::into_inner).last().map_or(0, |(id, _)| *id);
        let added = audiences::after(read, last)?;
        if !added.is_empty() {
            let mut known = state.0.write().unwrap_or_else(PoisonError::into_inner);
            // Another reader may have added some in the meantime.
            let last = known.last().map_or(0, |(id, _)| *id);
            known.extend(added.into_iter().filter(|(id, _)| *id > last));
        }
        let known = state.0.read().unwrap_or_else(PoisonError::into_inner);
        let mine = known.iter().filter(|(_, audience)| self.is_among(audience));
        let mine: Vec<i64> = mine.map(|(id, _)| *id).collect();
        Ok(Sees { audiences: marks::numbers(&mine), user: self.reader() })
    }
}

/// Who runs a program for its owner, where that is somebody else.
async fn operator_of(app: &App, client: &ApiClient) -> Result<Option<Arc<UserFacts>>> {
    let Some(operator) = client.operator else { return Ok(None) };
    facts_of(app, operator).await?.map(Some).ok_or_else(ApiError::not_found)
}
