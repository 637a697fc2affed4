//! Request and response bodies of the enrolment feature.

use kernel::qr::QrCode;
use kernel::user::UserId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How far the enrolment of the classes is that the caller looks after.
#[derive(Serialize, ToSchema)]
pub(super) struct Enrolment {
    /// When the enrolment window ends, ISO 8601; null while it is closed.
    #[schema(required)]
    pub open_until: Option<String>,
    /// Whether registering takes the claim code of the class list.
    pub claim_codes: bool,
    /// The addresses under which browsers reach this portal, the one to show first.
    pub addresses: Vec<PortalAddress>,
    /// The number of classes on the list of the portal: the window is open or closed for all of them.
    pub class_count: usize,
    /// The classes of the list that the caller looks after, in order.
    pub classes: Vec<EnrolmentClass>,
}

/// A class of the list.
#[derive(Serialize, ToSchema)]
pub(super) struct EnrolmentClass {
    /// The class, two digits.
    #[schema(example = "01")]
    pub class: String,
    /// The name that the school gives the class; null when none was given.
    #[schema(required)]
    pub name: Option<String>,
    /// The number of people on the list.
    pub total: usize,
    /// The number of them who have registered.
    pub registered: usize,
    /// The people on the list, by user ID.
    pub members: Vec<EnrolmentMember>,
}

/// Somebody on the class list.
#[derive(Serialize, ToSchema)]
pub(super) struct EnrolmentMember {
    /// The real name, unique in the portal.
    pub real_name: String,
    /// The user ID, six digits YYCCNN.
    #[schema(value_type = String, example = "240101")]
    pub user_id: UserId,
    /// Whether this person has registered.
    pub registered: bool,
    /// The one-time code that this person needs to register. Absent while no codes are asked for, after the
    /// registration, for admins and class admins where these have a code of their own, and for future system
    /// admins unless the caller is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim_code: Option<String>,
    /// Present while ten wrong claim codes keep everybody from registering with this row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim_lockout: Option<ClaimLockout>,
}

/// What keeps everybody from registering with a row of the class list, the right claim code too.
#[derive(Serialize, ToSchema)]
pub(super) struct ClaimLockout {
    /// When the lockout ends, ISO 8601.
    pub until: String,
    /// Whether the caller may clear the lockout.
    pub may_clear: bool,
}

/// A change of the enrolment window.
#[derive(Deserialize, ToSchema)]
pub(super) struct EnrolmentChange {
    /// When the window shall end, ISO 8601, at most 72 hours from now; null closes it, and nothing but null does.
    // This makes the field required: without it, an absent one would be null.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    pub open_until: Option<String>,
}

/// An address that a browser opens the portal with.
#[derive(Serialize, ToSchema)]
pub(super) struct PortalAddress {
    /// What is typed, such as `http://192.168.1.5:9001`.
    pub url: String,
    /// The QR code of the page that registers; null for an address that is too long for one.
    #[schema(required)]
    pub qr: Option<QrCode>,
}
