//! Who sees which field of a profile; pure.

use identity::user::Info;
use kernel::user::UserId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Who sees a field of a profile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum FieldVisibility {
    /// Nobody but the member.
    #[default]
    Nobody,
    /// The members of the same class.
    Class,
    /// Everyone.
    Everyone,
}

/// Who sees which of the seven fields of a profile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub(crate) struct ProfileFields {
    /// Who sees the birthday.
    birthday: FieldVisibility,
    /// Who sees the WeChat name.
    wechat: FieldVisibility,
    /// Who sees the QQ number.
    qq: FieldVisibility,
    /// Who sees the email address.
    email: FieldVisibility,
    /// Who sees the telephone number.
    phone: FieldVisibility,
    /// Who sees the postal address.
    address: FieldVisibility,
    /// Who sees the short text about oneself.
    signature: FieldVisibility,
}

impl Default for ProfileFields {
    fn default() -> Self {
        let nobody = FieldVisibility::Nobody;
        Self {
            birthday: nobody,
            wechat: nobody,
            qq: nobody,
            email: nobody,
            phone: nobody,
            address: nobody,
            signature: FieldVisibility::Everyone,
        }
    }
}

/// What a member has chosen about their profile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct ProfileSettings {
    /// Who sees which field; by default everyone sees the signature, and nobody the others.
    pub(crate) fields: ProfileFields,
    /// Whether others see the level.
    pub(crate) show_level: bool,
}

impl Default for ProfileSettings {
    fn default() -> Self {
        Self { fields: ProfileFields::default(), show_level: true }
    }
}

/// The fields whose visibility changes; absent fields stay.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub(crate) struct ProfileFieldsChange {
    /// Who sees the birthday.
    birthday: Option<FieldVisibility>,
    /// Who sees the WeChat name.
    wechat: Option<FieldVisibility>,
    /// Who sees the QQ number.
    qq: Option<FieldVisibility>,
    /// Who sees the email address.
    email: Option<FieldVisibility>,
    /// Who sees the telephone number.
    phone: Option<FieldVisibility>,
    /// Who sees the postal address.
    address: Option<FieldVisibility>,
    /// Who sees the short text about oneself.
    signature: Option<FieldVisibility>,
}

/// What a member changes about their profile; absent fields stay.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct CommunityProfileChange {
    /// Who sees which field.
    #[serde(default)]
    fields: ProfileFieldsChange,
    /// Whether others see the level.
    show_level: Option<bool>,
}

impl ProfileSettings {
    /// With a change.
    pub(crate) fn changed(&self, change: &CommunityProfileChange) -> Self {
        let (now, new) = (&self.fields, &change.fields);
        let fields = ProfileFields {
            birthday: new.birthday.unwrap_or(now.birthday),
            wechat: new.wechat.unwrap_or(now.wechat),
            qq: new.qq.unwrap_or(now.qq),
            email: new.email.unwrap_or(now.email),
            phone: new.phone.unwrap_or(now.phone),
            address: new.address.unwrap_or(now.address),
            signature: new.signature.unwrap_or(now.signature),
        };
        Self { fields, show_level: change.show_level.unwrap_or(self.show_level) }
    }
}

/// How near a reader is to the member whose profile they read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nearness {
    Stranger,
    Classmate,
    Oneself,
}

impl Nearness {
    /// Members of class 00 and the developer are in no class, so they are nobody's classmates.
    pub(crate) fn between(reader: UserId, member: UserId) -> Self {
        let is_in_class = member.class() != "00" && !member.is_developer() && !reader.is_developer();
        if reader == member {
            Self::Oneself
        } else if is_in_class && reader.class() == member.class() {
            Self::Classmate
        } else {
            Self::Stranger
        }
    }

    fn sees(self, visibility: FieldVisibility) -> bool {
        match visibility {
            FieldVisibility::Nobody => self == Self::Oneself,
            FieldVisibility::Class => self != Self::Stranger,
            FieldVisibility::Everyone => true,
        }
    }
}

impl ProfileFields {
    /// What somebody this near sees of the fields.
    pub(crate) fn shown(&self, info: Info, to: Nearness) -> Info {
        let shown = |visibility, value: Option<String>| value.filter(|_| to.sees(visibility));
        Info {
            birthday: shown(self.birthday, info.birthday),
            wechat: shown(self.wechat, info.wechat),
            qq: shown(self.qq, info.qq),
            email: shown(self.email, info.email),
            phone: shown(self.phone, info.phone),
            address: shown(self.address, info.address),
            signature: shown(self.signature, info.signature),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nearness(reader: &str, member: &str) -> Nearness {
        Nearness::between(UserId::parse(reader).unwrap(), UserId::parse(member).unwrap())
    }

    #[test]
    fn whoever_is_in_no_class_has_no_classmates() {
        assert_eq!(nearness("240111", "240111"), Nearness::Oneself);
        assert_eq!(nearness("240111", "250112"), Nearness::Classmate, "whatever the year");
        assert_eq!(nearness("240111", "240211"), Nearness::Stranger);
        assert_eq!(nearness("240001", "240002"), Nearness::Stranger);
        assert_eq!(nearness("999999", "249911"), Nearness::Stranger);
    }

    #[test]
    fn nobody_sees_a_field_that_its_member_has_not_opened() {
        for (visibility, expected) in [
            (FieldVisibility::Nobody, [false, false, true]),
            (FieldVisibility::Class, [false, true, true]),
            (FieldVisibility::Everyone, [true, true, true]),
        ] {
            let seen =
                [Nearness::Stranger, Nearness::Classmate, Nearness::Oneself].map(|to| to.sees(visibility));
            assert_eq!(seen, expected, "{visibility:?}");
        }
    }
}
