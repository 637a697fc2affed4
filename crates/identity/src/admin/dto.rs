//! Members as the administration's answers show them.

use std::collections::BTreeMap;

use kernel::App;
use kernel::app::iso;
use kernel::db::{DbResult, Read};
use kernel::feature;
use kernel::user::{UserFacts, UserId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::access;
use crate::user::UserInfo;
use crate::user::directory::Member;

/// Members per page unless told.
const PAGE: u32 = 20;
/// Members per page at most.
pub(super) const MAX_PAGE: u32 = 200;

/// A member, as the administration sees them.
#[derive(Serialize, ToSchema)]
pub(super) struct AdminUser {
    /// The number of the member's row; paths accept it in place of the user ID.
    id: i64,
    /// The member's data. Officers get it without birthday, email, phone, address, wechat and qq.
    #[serde(flatten)]
    info: UserInfo,
    /// The id of the AI policy that this member was given; null for whoever was given none: the default one holds.
    ai_policy: Option<String>,
}

/// Reads which AI policies members were given. The AI chat provides it, because
/// the list of members shows them (`interface 4.3`).
pub struct GivenAiPolicies(pub ReadGiven);

/// Answers user IDs, each with the id of a policy.
pub type ReadGiven = fn(&mut Read) -> DbResult<Vec<(String, String)>>;

impl GivenAiPolicies {
    /// Those of all members; empty in a portal without the AI chat.
    pub(super) fn read(app: &App, read: &mut Read) -> DbResult<BTreeMap<String, String>> {
        let provided = feature::provided::<Self>(&app.features).next();
        Ok(provided.map(|given| (given.0)(read)).transpose()?.unwrap_or_default().into_iter().collect())
    }
}

impl AdminUser {
    pub(super) fn new(
        app: &App,
        member: &Member,
        given: &BTreeMap<String, String>,
        seen_by: &UserFacts,
    ) -> Self {
        let mut info = member.info(app);
        if !access::sees_contacts(seen_by) {
            info.info = info.info.for_classmates();
        }
        let ai_policy = given.get(member.facts.user_id.as_str()).cloned();
        Self { id: member.id, info, ai_policy }
    }
}

/// One page of members.
#[derive(Serialize, ToSchema)]
pub(super) struct AdminUserList {
    /// The members on this page.
    pub users: Vec<AdminUser>,
    /// The number of items on all pages.
    pub total: i64,
    /// The number of this page, from 1.
    pub page: u32,
    /// The largest number of items on a page.
    pub limit: u32,
}

/// Which piece of a list.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Page {
    /// The number of the page, from 1.
    #[param(minimum = 1)]
    pub page: Option<u32>,
    /// The number of items on a page: 1–200, default 20.
    #[param(minimum = 1, maximum = 200)]
    pub limit: Option<u32>,
}

impl Page {
    /// Page and limit within their bounds.
    pub(super) fn bounded(self) -> (u32, u32) {
        (self.page.unwrap_or(1).max(1), self.limit.unwrap_or(PAGE).clamp(1, MAX_PAGE))
    }
}

/// How many come before a page.
pub(super) fn offset(page: u32, limit: u32) -> i64 {
    (i64::from(page) - 1) * i64::from(limit)
}

/// An officer.
#[derive(Serialize, ToSchema)]
pub(super) struct OfficerInfo {
    /// The user ID, six digits YYCCNN.
    #[schema(value_type = String, example = "240101")]
    user_id: UserId,
    /// The net name of the officer.
    net_name: String,
    /// The real name of the officer.
    real_name: String,
    /// The role of the member, which is `officer`.
    role: &'static str,
    /// The permission identifiers of the officer.
    officer_permissions: Vec<String>,
    /// The title that is shown beside the name; may be empty.
    officer_title: String,
    /// When the account was created, ISO 8601.
    created_at: String,
}

impl OfficerInfo {
    pub(super) fn new(member: &Member) -> Self {
        let facts = &member.facts;
        Self {
            user_id: facts.user_id,
            net_name: facts.net_name.clone(),
            real_name: facts.real_name.clone(),
            role: facts.role(),
            officer_permissions: facts.permissions.clone(),
            officer_title: facts.officer_title.clone(),
            created_at: iso(member.created_at()),
        }
    }
}

/// A one-time code, shown this once.
#[derive(Serialize, ToSchema)]
pub(super) struct ResetCodeInfo {
    /// The code to hand to the member, who sets a new password with it.
    pub code: String,
    /// When the code expires, ISO 8601.
    pub expires_at: String,
    /// The address under which the member reaches this portal; null when the server knows none.
    #[schema(required)]
    pub url: Option<String>,
}
