//! Names, passwords and the user_info of the wire; pure.

use std::sync::LazyLock;

use caseless::default_case_fold_str;
use kernel::Result;
use kernel::user::UserId;
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};
use utoipa::ToSchema;

use super::texts;

/// A member of the portal, as API answers show them.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct UserInfo {
    /// The user ID, six digits YYCCNN.
    #[schema(value_type = String, example = "240101")]
    pub user_id: UserId,
    /// The net name, unique in the portal.
    pub net_name: String,
    /// The real name, unique in the portal.
    pub real_name: String,
    /// The gender, as on the class list.
    pub gender: String,
    /// The status of the account: `active` or `disabled`.
    pub status: String,
    /// Whether the member is an admin of all classes: 1 for an admin, else 0.
    pub is_admin: i64,
    /// Whether the person is the class admin, according to the user ID.
    pub is_class_admin: bool,
    /// The role of the member: `user`, `officer` or `admin`.
    pub role: String,
    /// The permission identifiers of the officer, as a JSON array in a text; `[]` when there are none.
    pub officer_permissions: String,
    /// The title of an officer; empty when there is none.
    pub officer_title: String,
    /// The profile fields that the member fills in.
    pub info: Info,
    /// When the account was created, ISO 8601.
    pub created_at: String,
    /// When the member last signed in, ISO 8601.
    pub last_login: Option<String>,
    /// The end of the ban, `YYYY-MM-DD HH:mm:ss` in the portal's zone.
    pub ban_expires_at: Option<String>,
    /// The reason of the ban; null when the account is active or no reason was given.
    pub ban_reason: Option<String>,
}

/// The seven profile fields that a member can fill in. Other keys are ignored.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct Info {
    /// The birthday as the member wrote it, usually YYYY-MM-DD.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub birthday: Option<String>,
    /// Contact data, as the member wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wechat: Option<String>,
    /// Contact data, as the member wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub qq: Option<String>,
    /// Contact data, as the member wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Contact data, as the member wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    /// Contact data, as the member wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// A short text of the member about themselves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
}

impl Info {
    /// The fields that are for class admins and admins alone.
    pub const PERSONAL: [&str; 6] = ["birthday", "email", "phone", "address", "wechat", "qq"];

    /// What classmates may read, officers among them: everything but [`Info::PERSONAL`].
    #[must_use]
    pub fn for_classmates(self) -> Self {
        Self { signature: self.signature, ..Self::default() }
    }

    /// The names of the fields that hold something.
    #[must_use]
    pub fn given(&self) -> Vec<&'static str> {
        let Self { birthday, wechat, qq, email, phone, address, signature } = self;
        let fields = [
            ("birthday", birthday),
            ("wechat", wechat),
            ("qq", qq),
            ("email", email),
            ("phone", phone),
            ("address", address),
            ("signature", signature),
        ];
        fields.into_iter().filter(|(_, value)| value.is_some()).map(|(name, _)| name).collect()
    }

    /// Takes the fields over that are given, checked; false when none was.
    ///
    /// # Errors
    /// 400 naming the field.
    pub(super) fn update(&mut self, change: Self) -> Result<bool> {
        let fields = [
            ("birthday", &mut self.birthday, change.birthday, 20),
            ("wechat", &mut self.wechat, change.wechat, 60),
            ("qq", &mut self.qq, change.qq, 20),
            ("email", &mut self.email, change.email, 120),
            ("phone", &mut self.phone, change.phone, 30),
            ("address", &mut self.address, change.address, 200),
            ("signature", &mut self.signature, change.signature, 200),
        ];
        let mut changed = false;
        for (name, stored, given, max) in fields {
            let Some(given) = given else { continue };
            let given = given.trim().to_owned();
            if given.chars().count() > max || given.chars().any(char::is_control) {
                return Err(texts::INFO_INVALID.with("field", name).with("max", max));
            }
            changed = true;
            *stored = (!given.is_empty()).then_some(given);
        }
        Ok(changed)
    }
}

/// NFKC without blanks at the ends: full-width letters and composed forms become one spelling.
#[must_use]
pub fn normalise(raw: &str) -> String {
    raw.nfkc().collect::<String>().trim().to_owned()
}

/// Control, format and bidi characters, blanks other than the plain one, and fillers that show
/// nothing: with them two names could look alike. Private-use characters stay in real names: rare
/// Chinese ones are sometimes written with them.
#[must_use]
pub fn is_invisible(c: char) -> bool {
    c.is_control()
        || (c.is_whitespace() && c != ' ')
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}'
            | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffd}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Characters that are drawn as blanks, though Unicode counts them among signs and format controls.
const BLANKS: [char; 5] = ['\u{2800}', '\u{13441}', '\u{13442}', '\u{16fe4}', '\u{1d159}'];

/// Whether a net name may hold this. What nobody has assigned, and what each font draws as it likes,
/// may be drawn as nothing, or as any other name.
fn is_shown(c: char) -> bool {
    use GeneralCategory::{Control, EnclosingMark, Format, PrivateUse, Surrogate, Unassigned};
    // Enclosing marks are drawn over the letter before them.
    let hidden = [Control, EnclosingMark, Format, PrivateUse, Surrogate, Unassigned];
    !hidden.contains(&c.general_category()) && !is_invisible(c) && !BLANKS.contains(&c)
}

/// Whether marks are heaped on one letter until they cover its neighbours, or stand on none.
fn is_heaped(name: &str) -> bool {
    let is_mark = |c: char| c.general_category_group() == GeneralCategoryGroup::Mark;
    if name.starts_with(is_mark) {
        return true;
    }
    let mut in_a_row = 0;
    name.chars().any(|c| {
        in_a_row = if is_mark(c) { in_a_row + 1 } else { 0 };
        in_a_row > MAX_MARKS
    })
}

/// Marks in a row; Vietnamese and Thai need two.
const MAX_MARKS: usize = 2;

/// What a reader takes for the portal itself, or for those who run it.
const RESERVED: [&str; 17] = [
    "管理员",
    "系统",
    "系统管理员",
    "班级管理员",
    "超级管理员",
    "系统消息",
    "系统通知",
    "官方",
    "管理員",
    "系統",
    "系統管理員",
    "admin",
    "administrator",
    "system",
    "root",
    "moderator",
    "official",
];

fn is_reserved(key: &str) -> bool {
    static KEYS: LazyLock<Vec<String>> =
        LazyLock::new(|| RESERVED.iter().map(|word| look_alike_key(word)).collect());
    KEYS.iter().any(|reserved| reserved == key)
}

/// A net name that keeps every rule that needs no database. Holding one is the proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetName(String);

impl NetName {
    /// 1–20 visible characters after NFKC, not six digits, no class marker at the end, no reserved word.
    ///
    /// # Errors
    /// 400 saying which rule, 409 for a reserved word.
    pub fn parse(raw: &str) -> Result<Self> {
        let name = normalise(raw);
        let key = look_alike_key(&name);
        // Without a key it shows nothing, or nothing but strokes.
        let is_visible = !key.is_empty() && name.chars().all(is_shown) && !is_heaped(&name);
        if !(1..=20).contains(&name.chars().count()) || !is_visible {
            return Err(texts::NET_NAME_INVALID.err());
        }
        if name.len() == 6 && name.bytes().all(|b| b.is_ascii_digit()) {
            return Err(texts::NET_NAME_IS_ID.err());
        }
        if is_marked(&name) {
            return Err(texts::NET_NAME_MARKED.err());
        }
        if is_reserved(&key) {
            return Err(texts::NET_NAME_RESERVED_WORD.err());
        }
        Ok(Self(name))
    }

    /// As shown.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What must be unique: names that look alike have the same key.
    #[must_use]
    pub fn key(&self) -> String {
        look_alike_key(&self.0)
    }
}

fn is_marked(name: &str) -> bool {
    let Some((_, marker)) = name.strip_suffix(']').and_then(|rest| rest.rsplit_once('[')) else {
        return false;
    };
    !marker.is_empty() && marker.chars().all(|c| c.is_ascii_digit())
}

/// Case-folded confusable skeleton without blanks and strokes laid over letters; the same for its own
/// result.
pub(crate) fn look_alike_key(name: &str) -> String {
    let mut key = name.to_owned();
    // Each step can undo the other's work once, never twice.
    for _ in 0..4 {
        let folded = default_case_fold_str(&key.nfkc().collect::<String>());
        let skeleton: String = unicode_security::skeleton(&folded).filter(|c| !is_laid_over(*c)).collect();
        if skeleton == key {
            break;
        }
        key = skeleton;
    }
    key
}

/// Blanks, and marks of Unicode's class of overlays: the strokes through letters.
fn is_laid_over(c: char) -> bool {
    c.is_whitespace() || canonical_combining_class(c) == 1
}

/// The commonest passwords that pass the other rules; refused when the portal's setting says so.
const COMMON: &str = include_str!("common_passwords.txt");

/// Checks a new password (`interface 5.8`).
///
/// # Errors
/// 400 saying which rule.
pub fn check_password(password: &str, names: &[&str], deny_common: bool) -> Result<()> {
    if !(8..=128).contains(&password.len()) {
        return Err(texts::PASSWORD_LENGTH.err());
    }
    let letter = password.chars().any(char::is_alphabetic);
    let digit = password.chars().any(|c| c.is_ascii_digit());
    if !letter || !digit {
        return Err(texts::PASSWORD_WEAK.err());
    }
    let folded = default_case_fold_str(&normalise(password));
    if names.iter().any(|name| default_case_fold_str(&normalise(name)) == folded) {
        return Err(texts::PASSWORD_IS_NAME.err());
    }
    if deny_common && COMMON.lines().any(|common| common == folded) {
        return Err(texts::PASSWORD_COMMON.err());
    }
    Ok(())
}
