//! `/api/admin/enrolment`: the enrolment window, and who is still missing.

use std::collections::{BTreeMap, HashSet};

use axum::extract::State;
use axum::http::HeaderMap;
use kernel::addresses;
use kernel::app::iso;
use kernel::audit::Actor;
use kernel::db::Read;
use kernel::events::{Audience, NewEvent};
use kernel::http::{ClassAdmin, Json, Path};
use kernel::qr::QrCode;
use kernel::user::{UserFacts, UserId};
use kernel::{ApiError, App, Envelope, Reply, Result};
use serde_json::json;

use super::dto::{ClaimLockout, Enrolment, EnrolmentChange, EnrolmentClass, EnrolmentMember, PortalAddress};
use super::events::EnrolmentEvent;
use super::{texts, window};
use crate::auth::claim_lockouts::{self, ClaimLockouts};
use crate::setup::{AdminRegistrations, PreRecord};
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

/// Clears the lockout of a row after ten wrong claim codes: whoever has the right code registers at once. The code
/// stays the same. Class admins clear those of their own class, but for rows that register as admins. Without a lockout
/// nothing is done, and nothing stands in the operation log.
#[utoipa::path(delete, path = "/api/admin/enrolment/members/{user_id}/claim-lockout", tag = "enrolment",
    params(("user_id" = String, Path, description = "The user ID on the class list")),
    responses((status = 200, body = Envelope<Enrolment>)))]
pub(super) async fn clear_claim_lockout(
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
        tx.lock_log()?;
        setup::find_record_by_id(tx, user_id)?.ok_or_else(ApiError::not_found)?;
        let app = tx.app().clone();
        if !may_clear(&AdminRegistrations::read(&app, tx)?, &author.facts, &user_id) {
            return Err(texts::LOCKOUT_OF_ADMIN.err());
        }
        if claim_lockouts::clear(tx, user_id)? {
            let cleared = NewEvent::new(&EnrolmentEvent::ClaimLockoutCleared, Audience::Admins);
            tx.emit(cleared.about(user_id.as_str()).by(author.facts.user_id))?;
            let (actor, action) = (Actor::from(&author), &texts::CLEAR_CLAIM_LOCKOUT);
            tx.audit(&actor, action, user_id.as_str(), &json!({}))?;
        }
        Ok(())
    })
    .await?;
    read(&app, &caller.facts, &headers).await.map(Reply::ok)
}

/// Ten more guesses an hour at an admin's code are not for a class admin, who could gain rights by them.
fn may_clear(admins: &AdminRegistrations, facts: &UserFacts, user: &UserId) -> bool {
    facts.is_admin || !(admins.becomes_admin(user) || admins.needs_admin_code(user))
}

/// Whether somebody sees the rows of a class.
pub(super) fn looks_after(facts: &UserFacts, class: &str) -> bool {
    facts.is_admin || facts.user_id.class() == class
}

async fn read(app: &App, facts: &UserFacts, headers: &HeaderMap) -> Result<Enrolment> {
    let reader = app.clone();
    let list = app.db.read(move |read| List::read(&reader, read)).await?;
    let names = setup::class_names(app);
    let class_count = list.rows.iter().map(|row| row.user_id.class()).collect::<HashSet<_>>().len();
    let mut classes: BTreeMap<String, Vec<EnrolmentMember>> = BTreeMap::new();
    for row in list.rows.iter().filter(|row| looks_after(facts, row.user_id.class())) {
        classes.entry(row.user_id.class().to_owned()).or_default().push(list.member(row, facts));
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
        claim_codes: list.claim_codes,
        addresses: addresses(app, headers),
        class_count,
        classes: classes.collect(),
    })
}

/// The class list, and what decides about its rows.
struct List {
    rows: Vec<PreRecord>,
    registered_ids: HashSet<UserId>,
    registered_names: HashSet<String>,
    admins: AdminRegistrations,
    lockouts: ClaimLockouts,
    claim_codes: bool,
}

impl List {
    fn read(app: &App, read: &mut Read) -> Result<Self> {
        let (registered_ids, registered_names) = user::registered(read)?.into_iter().unzip();
        Ok(Self {
            rows: setup::listed(read)?,
            registered_ids,
            registered_names,
            admins: AdminRegistrations::read(app, read)?,
            lockouts: ClaimLockouts::read(read, app.clock.now_ms())?,
            claim_codes: setup::are_claim_codes_on(app),
        })
    }

    fn member(&self, row: &PreRecord, facts: &UserFacts) -> EnrolmentMember {
        let user_id = row.user_id;
        let registered =
            self.registered_ids.contains(&user_id) || self.registered_names.contains(&row.real_name);
        let needs_admin_code = self.admins.needs_admin_code(&user_id);
        // Who registers as a system admin has every right, so a class admin must not be able to.
        let may_know = facts.is_admin || !self.admins.becomes_admin(&user_id);
        let is_code_shown = self.claim_codes && !registered && !needs_admin_code && may_know;
        let may_be_locked_out = !registered && (self.claim_codes || needs_admin_code);
        let until = self.lockouts.until(user_id).filter(|_| may_be_locked_out);
        EnrolmentMember {
            real_name: row.real_name.clone(),
            user_id,
            registered,
            claim_code: row.claim_code.clone().filter(|_| is_code_shown),
            claim_lockout: until.map(|until| ClaimLockout {
                until: iso(until),
                may_clear: may_clear(&self.admins, facts, &user_id),
            }),
        }
    }
}

fn addresses(app: &App, headers: &HeaderMap) -> Vec<PortalAddress> {
    let urls = addresses::portal_urls(&app.config, headers);
    urls.into_iter().map(|url| PortalAddress { qr: QrCode::of(&format!("{url}/#/register")), url }).collect()
}
