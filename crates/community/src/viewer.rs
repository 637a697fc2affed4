//! Who reads posts: what a member is among, and by that which posts they see. Every path asks here.

use std::sync::{Mutex, PoisonError};

use identity::admin::MANAGE_POSTS;
use identity::exam;
use kernel::db::{DbResult, Read};
use kernel::events::Memberships;
use kernel::http::Caller;
use kernel::user::{Tier, UserFacts, UserId};
use kernel::{ApiError, App, Result};

use crate::store::lists::Sees;
use crate::store::posts::{self, PostRow};
use crate::store::{audiences, marks};

/// The audiences of posts, which are only ever added; the database is asked for those that came since.
#[derive(Default)]
pub(crate) struct KnownAudiences(Mutex<Vec<(i64, String)>>);

/// A member who reads, or on whose behalf somebody reads.
#[derive(Clone, Debug)]
pub(crate) struct Viewer {
    pub(crate) facts: UserFacts,
    memberships: Memberships,
}

impl Viewer {
    pub(crate) fn new(app: &App, facts: &UserFacts) -> Self {
        Self { facts: facts.clone(), memberships: app.memberships(facts) }
    }

    pub(crate) fn of(app: &App, caller: &Caller) -> Self {
        Self::new(app, &caller.facts)
    }

    /// Of a caller who is about to write, vote or like.
    ///
    /// # Errors
    /// 403 during an exam.
    pub(crate) fn writing(app: &App, caller: &Caller) -> Result<Self> {
        exam::refuse(app, &caller.facts)?;
        Ok(Self::of(app, caller))
    }

    pub(crate) fn user(&self) -> UserId {
        self.facts.user_id
    }

    pub(crate) fn memberships(&self) -> &Memberships {
        &self.memberships
    }

    /// Whether this member wrote it.
    pub(crate) fn is_author(&self, author_id: &str) -> bool {
        self.user().as_str() == author_id
    }

    /// Whether this member sees a post that is not deleted: its author does, and whoever it is for.
    pub(crate) fn is_addressed(&self, post: &PostRow) -> bool {
        self.is_author(&post.author_id) || self.memberships.are_among(&post.audience)
    }

    /// Whether this member sees a post.
    pub(crate) fn sees(&self, post: &PostRow) -> bool {
        post.deleted_at.is_none() && self.is_addressed(post)
    }

    /// Whether this member keeps order where something was written: with the right to manage posts, in the author's
    /// class, and not below the author. Of an anonymous author the rank does not count, for it would tell who it is not.
    pub(crate) fn moderates(&self, class: &str, author_tier: i64, anonymous: bool) -> bool {
        let in_scope = self.facts.tier() == Tier::Admin || self.facts.user_id.class() == class;
        let ranks = anonymous || rank(&self.facts) >= author_tier;
        self.facts.may(&MANAGE_POSTS) && in_scope && ranks
    }

    pub(crate) fn moderates_post(&self, post: &PostRow) -> bool {
        self.moderates(&post.class, post.author_tier, post.anonymous)
    }

    /// Whether this member may ask who wrote something anonymous: adults of the class, never officers, who are
    /// classmates.
    pub(crate) fn reveals(&self, class: &str) -> bool {
        let tier = self.facts.tier();
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
        let mut known = state.0.lock().unwrap_or_else(PoisonError::into_inner);
        let last = known.last().map_or(0, |(id, _)| *id);
        known.extend(audiences::after(read, last)?);
        let mine = known.iter().filter(|(_, audience)| self.memberships.are_among(audience));
        let mine: Vec<i64> = mine.map(|(id, _)| *id).collect();
        Ok(Sees { audiences: marks::numbers(&mine), user: self.user() })
    }
}

/// How high someone stands, as a row has it.
pub(crate) fn rank(facts: &UserFacts) -> i64 {
    match facts.tier() {
        Tier::User => 0,
        Tier::Officer => 1,
        Tier::ClassAdmin => 2,
        Tier::Admin => 3,
    }
}
