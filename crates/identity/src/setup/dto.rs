//! Request and response bodies of the setup feature (`interface 4.4`).

use std::collections::BTreeMap;

use kernel::user::UserId;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::auth::Registration;
use crate::user::UserInfo;

/// Whether the portal is set up, and how many admins are registered.
#[derive(Serialize, ToSchema)]
pub(super) struct SetupStatus {
    /// Whether a save has succeeded or a member has registered.
    pub initialized: bool,
    /// The number of registered admins and class admins.
    pub admin_count: i64,
}

/// What the pages before the sign-in show.
#[derive(Serialize, ToSchema)]
pub(super) struct PortalInfo {
    /// The name of the school; null when none was given.
    #[schema(required)]
    pub school_name: Option<String>,
    /// The names of the classes that have one, two digits → name.
    pub class_names: BTreeMap<String, String>,
    /// Whether registering takes the one-time code of the list.
    pub claim_codes: bool,
    /// Whether a whole class can register from one address now.
    pub enrolment_open: bool,
    /// The time zone of the school, an IANA name; null when the server runs in a zone without one.
    #[schema(required)]
    pub timezone: Option<String>,
    /// TIMEZONE is set and wins.
    pub timezone_fixed: bool,
}

/// A row of the class list, as given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
pub(super) struct SetupRow {
    /// The real name, 1–20 visible characters, unique in the whole list.
    #[serde(default)]
    #[schema(required = true)]
    pub real_name: String,
    /// The user ID, six digits YYCCNN; made by the server when absent or empty.
    #[schema(example = "240101")]
    pub user_id: Option<String>,
    /// The gender, at most 10 characters.
    pub gender: Option<String>,
    /// Whether the row gets the number 00 of the class admin.
    pub is_class_admin: Option<bool>,
}

/// The settings that the setup stores beside the class list.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub(super) struct SetupSettings {
    /// The IANA name of the time zone; used while TIMEZONE is not set.
    #[schema(example = "Asia/Shanghai")]
    pub timezone: Option<String>,
    /// Whether the commonest passwords are refused.
    pub deny_common_passwords: Option<bool>,
    /// Whether a net name that is another member's real name is refused.
    pub names_unique_across: Option<bool>,
    /// The code that a person has to give to register as admin or class admin; empty means none. It is stored
    /// as a hash.
    pub admin_claim_code: Option<String>,
    /// Whether registering takes the one-time code of the list. Turning it on makes the codes; used while
    /// CLAIM_CODES is not set.
    pub claim_codes: Option<bool>,
    /// The name of the school, at most 40 characters; empty for none.
    pub school_name: Option<String>,
    /// The names of classes, two digits → at most 20 characters; an empty one takes the name away, and
    /// classes that are absent keep theirs.
    pub class_names: Option<BTreeMap<String, String>>,
}

/// The first configuration, and later a new list. Unknown keys are ignored.
#[derive(Clone, Deserialize, ToSchema)]
pub(super) struct SetupBody {
    /// The enrolment year, two digits. Needed when a user ID is to be made and none is known yet.
    #[schema(example = "24")]
    pub cohort: Option<String>,
    /// The class list: `classXX` → rows; `records` is the same, and so is `XX` for `classXX`.
    #[serde(alias = "records")]
    pub pre_records: BTreeMap<String, Vec<SetupRow>>,
    /// The user IDs of the system admins beside ADMIN_USER_IDS; `adminIds` is the same.
    #[serde(alias = "adminIds")]
    pub admin_user_ids: Option<Vec<String>>,
    /// The settings to store; absent ones stay.
    pub settings: Option<SetupSettings>,
    /// Whether to save a list that is less than half as long as the one before.
    pub force: Option<bool>,
    /// The code shown at start, with SETUP_CODE_REQUIRED=1; not for `/api/admin/pre-records`.
    pub setup_code: Option<String>,
    /// For how many hours a class can enrol from one address after the save, 1–72; not for
    /// `/api/admin/pre-records`.
    pub enrolment_hours: Option<u8>,
    /// The account of whoever sets the portal up: their row of the list becomes a system admin's and is
    /// registered in the same act, without a claim code. Not for `/api/admin/pre-records`.
    pub account: Option<Registration>,
    /// Whether to show what would be saved and to save nothing; only for `/api/admin/pre-records`.
    pub preview: Option<bool>,
}

/// A row of the class list with its user ID, assigned or to be assigned.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AssignedRow {
    /// The real name in its normal form.
    pub real_name: String,
    /// The user ID, six digits YYCCNN.
    #[schema(value_type = String, example = "240101")]
    pub user_id: UserId,
    /// The gender; empty when it was not given.
    pub gender: String,
    /// Whether the person is the class admin, according to the user ID.
    pub is_class_admin: bool,
}

/// The class list that a save would store.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SetupPreview {
    /// The new list: `classXX` → rows, each with a user ID.
    pub pre_records: BTreeMap<String, Vec<AssignedRow>>,
    /// The number of rows that are stored now.
    pub previous_count: usize,
    /// The number of rows of the new list.
    pub new_count: usize,
    /// Whether the shrink guard will ask for `force`.
    pub needs_force: bool,
}

/// The configuration that a save has stored.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SetupResult {
    /// The enrolment year, two digits; null when it was not given and the rows' IDs do not agree on one.
    pub cohort: Option<String>,
    /// The number of classes on the stored list.
    pub classes: usize,
    /// The number of people on the stored list.
    pub total_records: usize,
    /// The user IDs of the system admins beside ADMIN_USER_IDS.
    #[schema(value_type = Vec<String>)]
    pub admin_user_ids: Vec<UserId>,
    /// The member whom `account` has registered and signed in; absent without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<UserInfo>)]
    pub user_info: Option<Box<RawValue>>,
    /// The token of that member; it is also set as a cookie.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// The answer of `PUT /api/admin/pre-records`: a preview when `preview` was sent, else the result of the
/// save.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(super) enum ListOutcome {
    /// The preview; nothing was stored.
    Preview(SetupPreview),
    /// The result of the save; the list was stored.
    Saved(SetupResult),
}

/// A row of the stored class list.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct StoredListRow {
    /// The real name, unique in the portal.
    pub real_name: String,
    /// The user ID, six digits YYCCNN.
    #[schema(value_type = String, example = "240101")]
    pub user_id: UserId,
    /// The gender; empty when it was not given.
    pub gender: String,
    /// Whether the person is the class admin, according to the user ID.
    pub is_class_admin: bool,
    /// Whether somebody has registered with this name.
    pub registered: bool,
    /// The one-time code that this person needs to register. Absent while no codes are asked for, after the
    /// registration, and for admins and class admins where these have a code of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim_code: Option<String>,
}

/// The stored class list.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct StoredList {
    /// The enrolment year, two digits; null when unknown.
    pub cohort: Option<String>,
    /// The class list: `classXX` → rows, by user ID.
    pub pre_records: BTreeMap<String, Vec<StoredListRow>>,
    /// The user IDs of the system admins beside ADMIN_USER_IDS.
    #[schema(value_type = Vec<String>)]
    pub admin_user_ids: Vec<UserId>,
}

/// The settings of the portal and its system admins.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PortalSettings {
    /// The stored settings, in a shape that can be sent back as it is.
    pub settings: StoredSettings,
    /// The user IDs of the system admins beside ADMIN_USER_IDS.
    #[schema(value_type = Vec<String>)]
    pub admin_user_ids: Vec<UserId>,
    /// The user IDs of ADMIN_USER_IDS: system admins whatever is saved here.
    #[schema(value_type = Vec<String>)]
    pub fixed_admin_ids: Vec<UserId>,
}

/// The stored settings of the portal, and which of them a variable of the operator fixes.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct StoredSettings {
    /// The IANA name of the chosen time zone; null when none was chosen.
    #[schema(example = "Asia/Shanghai")]
    pub timezone: Option<String>,
    /// The zone that counts now: TIMEZONE, else the chosen one, else the server's; null when that
    /// has no name.
    pub timezone_in_force: Option<String>,
    /// Whether TIMEZONE is set and wins.
    pub timezone_fixed: bool,
    /// Whether the commonest passwords are refused.
    pub deny_common_passwords: bool,
    /// Whether a net name that is another member's real name is refused.
    pub names_unique_across: bool,
    /// Whether a code is stored. The code itself is not: only its hash is, and that is never shown.
    pub admin_claim_code_set: bool,
    /// Whether ADMIN_CLAIM_CODE is set and wins.
    pub admin_claim_code_fixed: bool,
    /// Whether registering takes the one-time code of the list.
    pub claim_codes: bool,
    /// Whether CLAIM_CODES is set and wins.
    pub claim_codes_fixed: bool,
    /// The name of the school; null when none was given.
    #[schema(required)]
    pub school_name: Option<String>,
    /// The names of the classes that have one, two digits → name.
    pub class_names: BTreeMap<String, String>,
}

/// A change of the settings; what is absent stays as it is. Unknown keys are ignored.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct PortalSettingsChange {
    /// The settings to change; absent ones stay.
    pub settings: Option<SetupSettings>,
    /// The user IDs of all system admins beside ADMIN_USER_IDS.
    pub admin_user_ids: Option<Vec<String>>,
}
