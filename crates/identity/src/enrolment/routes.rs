//! `/api/admin/enrolment`: the enrolment window, and who is still missing.

use std::collections::{BTreeMap, HashSet};

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::HOST;
use kernel::addresses;
use kernel::app::iso;
use kernel::audit::Actor;
use kernel::config::HTTPS;
use kernel::events::{Audience, NewEvent};
use kernel::http::{ClassAdmin, Json, Path};
use kernel::qr::QrCode;
use kernel::user::{UserFacts, UserId};
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde_json::json;
use url::{Host, Url};

use super::dto::{Enrolment, EnrolmentChange, EnrolmentClass, EnrolmentMember, PortalAddress};
use super::events::EnrolmentEvent;
use super::{texts, window};
use crate::auth::claim_codes::{self, ClosedNames};
use crate::{setup, user};

/// Returns the enrolment window and who of the list has registered: class admins see their own class, admins
/// all classes.
#[utoipa::path(get, path = "/api/admin/enrolment", tag = "enrolment",
    responses((status = 200, body = Envelope<Enrolment>)))]
pub(super) async fn enrolment(
    State(app): State<App>,
    ClassAdmin(caller): ClassAdmin,
    headers: HeaderMap,
) -> Result<Reply<Enrolment>> {
    read(&app, &caller.facts, &headers).await.map(Reply::ok)
}

/// Opens the enrolment window, moves its end, or closes it. While it is open, good registrations and sign-ins
/// draw from no limit of their address.
#[utoipa::path(put, path = "/api/admin/enrolment", tag = "enrolment", request_body = EnrolmentChange,
    responses((status = 200, body = Envelope<Enrolment>)))]
pub(super) async fn change_enrolment(
    State(app): State<App>,
    ClassAdmin(caller): ClassAdmin,
    headers: HeaderMap,
    Json(change): Json<EnrolmentChange>,
) -> Result<Reply<Enrolment>> {
    let end = change.open_until.map(|raw| window::parse_end(&app, &raw)).transpose()?;
    let author = caller.clone();
    app.write(move |tx| {
        let open_until = end.map(|end| iso(end.as_millisecond()));
        let changed = EnrolmentEvent::WindowChanged { open_until: open_until.clone() };
        tx.emit(NewEvent::new(&changed, Audience::Admins).by(author.facts.user_id))?;
        let app = tx.app().clone();
        window::store_end(tx, &app, end)?;
        let detail = json!({ "open_until": open_until });
        Ok(tx.audit(&Actor::from(&author), &texts::CHANGE_ENROLMENT, "enrolment", &detail)?)
    })
    .await?;
    read(&app, &caller.facts, &headers).await.map(Reply::ok)
}

/// Opens a name that ten wrong claim codes have closed: whoever has the right code registers at once. The code stays
/// the same. Class admins open names of their own class, but for those that register as admins.
#[utoipa::path(post, path = "/api/admin/enrolment/members/{user_id}/reopen", tag = "enrolment",
    params(("user_id" = String, Path, description = "The user ID on the class list")),
    responses((status = 200, body = Envelope<Enrolment>)))]
pub(super) async fn reopen_name(
    State(app): State<App>,
    ClassAdmin(caller): ClassAdmin,
    headers: HeaderMap,
    Path(user_id): Path<String>,
) -> Result<Reply<Enrolment>> {
    let user_id = UserId::parse(&user_id).ok_or_else(ApiError::not_found)?;
    if !looks_after(&caller.facts, user_id.class()) {
        return Err(kernel::texts::NO_PERMISSION.err());
    }
    let author = caller.clone();
    app.write(move |tx| {
        let record = setup::find_record_by_id(tx, user_id)?.ok_or_else(ApiError::not_found)?;
        let app = tx.app().clone();
        let admin_rows = setup::AdminRows::read(&app, tx)?;
        // Ten more guesses an hour at the admins' code are not for whoever could gain by them.
        if !author.facts.is_admin
            && (admin_rows.become_admin(&user_id) || admin_rows.ask_admin_code(&user_id))
        {
            return Err(texts::REOPEN_ADMIN.err());
        }
        claim_codes::reopen(tx, &record.real_name)?;
        let reopened = NewEvent::new(&EnrolmentEvent::NameReopened, Audience::Admins);
        tx.emit(reopened.about(user_id.as_str()).by(author.facts.user_id))?;
        let detail = json!({ "real_name": record.real_name });
        Ok(tx.audit(&Actor::from(&author), &texts::REOPEN_NAME, user_id.as_str(), &detail)?)
    })
    .await?;
    read(&app, &caller.facts, &headers).await.map(Reply::ok)
}

fn looks_after(facts: &UserFacts, class: &str) -> bool {
    facts.is_admin || facts.user_id.class() == class
}

async fn read(app: &App, facts: &UserFacts, headers: &HeaderMap) -> Result<Enrolment> {
    let reader = app.clone();
    let rows = app.db.read(move |read| {
        let admin_rows = setup::AdminRows::read(&reader, read)?;
        let closed = ClosedNames::read(read, reader.clock.now_ms())?;
        Ok((setup::listed(read)?, user::registered(read)?, admin_rows, closed))
    });
    let (listed, registered, admin_rows, closed) = rows.await?;
    let class_count = listed.iter().map(|record| record.user_id.class()).collect::<HashSet<_>>().len();
    let registered: HashSet<String> = registered.into_iter().map(|(_, name)| name).collect();
    let (claim_codes, names) = (setup::are_claim_codes_on(app), setup::class_names(app));
    let mut classes: BTreeMap<String, Vec<EnrolmentMember>> = BTreeMap::new();
    for record in listed.into_iter().filter(|record| looks_after(facts, record.user_id.class())) {
        let registered = registered.contains(&record.real_name);
        let opens = !admin_rows.ask_admin_code(&record.user_id);
        // Who registers as a system admin has every right, so a class admin must not be able to.
        let may_know = facts.is_admin || !admin_rows.become_admin(&record.user_id);
        let claim_code = record.claim_code.filter(|_| claim_codes && !registered && opens && may_know);
        let (real_name, user_id) = (record.real_name, record.user_id);
        let closed_until = closed.closed_until(&real_name).filter(|_| !registered).map(iso);
        let member = EnrolmentMember { real_name, user_id, registered, claim_code, closed_until };
        classes.entry(user_id.class().to_owned()).or_default().push(member);
    }
    let classes = classes.into_iter().map(|(class, members)| EnrolmentClass {
        name: names.get(&class).cloned(),
        total: members.len(),
        registered: members.iter().filter(|member| member.registered).count(),
        class,
        members,
    });
    Ok(Enrolment {
        open_until: window::open_until(app).map(|end| iso(end.as_millisecond())),
        claim_codes,
        addresses: addresses(app, headers),
        class_count,
        classes: classes.collect(),
    })
}

fn addresses(app: &App, headers: &HeaderMap) -> Vec<PortalAddress> {
    let urls = portal_urls(app, headers);
    urls.into_iter().map(|url| PortalAddress { qr: QrCode::of(&format!("{url}/#/register")), url }).collect()
}

/// The addresses under which browsers reach this portal. The one that the caller has opened comes first, unless it
/// means this machine alone: behind a proxy it is the only right one.
pub(crate) fn portal_urls(app: &App, headers: &HeaderMap) -> Vec<String> {
    let mut urls = addresses::portal_urls(&app.config);
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let scheme = if *HTTPS.of(&app.config) { "https" } else { "http" };
    let opened = host.and_then(|host| Url::parse(&format!("{scheme}://{host}")).ok()).filter(is_for_others);
    if let Some(opened) = opened {
        let opened = opened.origin().ascii_serialization();
        urls.retain(|url| *url != opened);
        urls.insert(0, opened);
    }
    urls
}

fn is_for_others(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name != "localhost" && !name.ends_with(".localhost"),
        Some(Host::Ipv4(ip)) => !ip.is_loopback() && !ip.is_unspecified(),
        Some(Host::Ipv6(ip)) => !ip.is_loopback() && !ip.is_unspecified(),
        None => false,
    }
}
