//! What the search finds here: members, by name and user ID, as everyone may write to everyone. Who is disabled is not
//! found.

use kernel::db::{DbResult, Read};
use kernel::events::{Audience, Event, FeatureEvent as _};
use kernel::http::Caller;
use kernel::user::UserId;
use kernel::{App, Result};
use search::{Document, Hit, SearchKind, SearchRequest};

use super::directory::{self, Member};
use super::events::UserEvent;
use super::store::directory::user_ids_after;
use super::texts;

/// Members.
pub(super) static MEMBERS: SearchKind = SearchKind {
    name: "member",
    label: &texts::MEMBERS,
    app: "",
    is_changed_by: |event| {
        !event.subject_id.is_empty() && UserEvent::read(event).is_some_and(|event| event.changes_members())
    },
    changed: |_, event: &Event| Ok(vec![event.subject_id.clone()]),
    document,
    ids: user_ids_after,
    hits,
};

fn member(read: &mut Read, id: &str) -> DbResult<Option<Member>> {
    let user = UserId::parse(id).filter(|user| !user.is_developer());
    Ok(user.map(|user| directory::member_of(read, user)).transpose()?.flatten())
}

fn names(member: &Member) -> String {
    format!("{}\n{}", member.facts.net_name, member.facts.real_name)
}

fn document(read: &mut Read, _: &App, id: &str) -> DbResult<Option<Document>> {
    let document = |member: Member| Document {
        audience: Audience::All,
        erased_with: Some(member.facts.user_id),
        also_found_by: None,
        place: String::new(),
        title: names(&member),
        text: member.facts.user_id.to_string(),
        created_at: member.created_at(),
    };
    Ok(member(read, id)?.map(document))
}

/// By user ID.
fn hits(read: &mut Read, _: &Caller, request: &SearchRequest, ids: &[String]) -> Result<Vec<Hit>> {
    let mut found = Vec::new();
    for id in ids {
        let member = member(read, id)?.filter(|member| member.facts.ban.is_none());
        found.extend(member.filter(|member| request.finds(&names(member), id)));
    }
    found.sort_by_key(|member| member.facts.user_id);
    let hit = |member: Member| {
        let facts = member.facts;
        Hit::titled(request, facts.user_id.to_string(), facts.net_name, facts.real_name)
    };
    Ok(found.into_iter().map(hit).collect())
}
