//! Who may see an event.

use crate::random::parse_id;
use crate::user::{Tier, UserFacts, UserId};

/// Who may see an event. [`Memberships`] decide for one reader, groups included. Where an event goes out to many,
/// [`crate::groups::Groups::resolve`] puts members in the place of groups, and then [`Audience::includes`] decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Everyone who is signed in.
    All,
    /// One user.
    User(UserId),
    /// A class, by its two digits.
    Class(String),
    /// Class admins and admins.
    Admins,
    /// Officers, class admins and admins.
    Officers,
    /// The members of a group, by its UUID; who they are, [`crate::groups`] knows.
    Group(String),
    /// Two users who speak to each other.
    Pair(UserId, UserId),
    /// Officers, class admins and admins of one class.
    OfficersOf(String),
    /// Class admins and admins of one class.
    AdminsOf(String),
    /// Whoever is among at least one of these.
    Any(Vec<Audience>),
    /// Whoever is among the first and among none of the others; it stands in no other audience.
    Except(Box<Audience>, Vec<Audience>),
}

/// Everything that one member is among, spelt as [`Audience::to_key`] spells it.
#[derive(Clone, Debug, Default)]
pub struct Memberships(Vec<String>);

impl Memberships {
    /// Of a member who is in these groups.
    #[must_use]
    pub fn new(facts: &UserFacts, groups: impl IntoIterator<Item = String>) -> Self {
        let groups = groups.into_iter().map(Audience::Group);
        Self(Audience::all_of(facts).into_iter().chain(groups).map(|audience| audience.to_key()).collect())
    }

    /// Of whoever is in a class, by its two digits: what all its members are among.
    #[must_use]
    pub fn of_class(class: &str) -> Self {
        Self([Audience::All, Audience::Class(class.to_owned())].iter().map(Audience::to_key).collect())
    }

    /// Each of them, spelt as [`Audience::to_key`] spells it.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    /// Whether the member is among an audience, which is spelt as a row has it. A pair is none that this knows.
    #[must_use]
    pub fn are_among(&self, audience: &str) -> bool {
        let (whoever, but) = audience.split_once(BUT).unwrap_or((audience, ""));
        let any = |several: &str| several.split(OR).any(|one| self.0.iter().any(|key| key == one));
        any(whoever) && !any(but)
    }
}

/// Stands between those of whom being among one is enough.
const OR: char = '|';
/// Stands before those who are left out.
const BUT: char = '!';

impl Audience {
    /// As the log holds it.
    #[must_use]
    pub fn to_key(&self) -> String {
        match self {
            Self::All => "all".into(),
            Self::User(user) => format!("user:{user}"),
            Self::Class(class) => format!("class:{class}"),
            Self::Admins => "role:admin".into(),
            Self::Officers => "role:officer".into(),
            Self::Group(group) => format!("group:{group}"),
            Self::Pair(one, other) => format!("pair:{one}:{other}"),
            Self::OfficersOf(class) => format!("officer:{class}"),
            Self::AdminsOf(class) => format!("admin:{class}"),
            Self::Any(several) => joined(several),
            Self::Except(whoever, but) => format!("{}{BUT}{}", whoever.to_key(), joined(but)),
        }
    }

    /// Everything this user is among, as far as their facts tell.
    #[must_use]
    pub fn all_of(facts: &UserFacts) -> Vec<Self> {
        let class = facts.user_id.class();
        let offices =
            [Self::Officers, Self::OfficersOf(class.into()), Self::Admins, Self::AdminsOf(class.into())];
        [Self::All, Self::Class(class.into()), Self::User(facts.user_id)]
            .into_iter()
            .chain(offices.into_iter().filter(|office| office.includes(facts)))
            .collect()
    }

    /// Reads one; `None` is nobody the kernel knows.
    #[must_use]
    pub fn parse(raw: &str) -> Option<Self> {
        let is_class = |class: &&str| class.len() == 2 && class.bytes().all(|digit| digit.is_ascii_digit());
        let several = |raw: &str| raw.split(OR).map(Self::parse).collect::<Option<Vec<_>>>();
        if let Some((whoever, but)) = raw.split_once(BUT) {
            let is_one = !but.contains(BUT);
            return is_one.then(|| Some(Self::Except(Box::new(Self::parse(whoever)?), several(but)?)))?;
        }
        if raw.contains(OR) {
            return several(raw).map(Self::Any);
        }
        match raw.split_once(':') {
            None => (raw == "all").then_some(Self::All),
            Some(("user", id)) => UserId::parse(id).map(Self::User),
            Some(("class", class)) => Some(class).filter(is_class).map(|class| Self::Class(class.to_owned())),
            Some(("officer", class)) => {
                Some(class).filter(is_class).map(|class| Self::OfficersOf(class.to_owned()))
            }
            Some(("admin", class)) => {
                Some(class).filter(is_class).map(|class| Self::AdminsOf(class.to_owned()))
            }
            Some(("role", "admin")) => Some(Self::Admins),
            Some(("role", "officer")) => Some(Self::Officers),
            Some(("group", id)) => parse_id(id).filter(|known| known == id).map(Self::Group),
            Some(("pair", ids)) => {
                let (one, other) = ids.split_once(':')?;
                Some(Self::Pair(UserId::parse(one)?, UserId::parse(other)?))
            }
            Some(_) => None,
        }
    }

    /// Whether this user is among them, as far as their facts tell: of a group they do not, see
    /// [`crate::groups::Groups::has`].
    #[must_use]
    pub fn includes(&self, facts: &UserFacts) -> bool {
        match self {
            Self::All => true,
            Self::User(user) => facts.user_id == *user,
            Self::Class(class) => facts.user_id.class() == class,
            Self::Admins => facts.tier() >= Tier::ClassAdmin,
            Self::Officers => facts.tier() >= Tier::Officer,
            Self::Group(_) => false,
            Self::Pair(one, other) => facts.user_id == *one || facts.user_id == *other,
            Self::OfficersOf(class) => facts.user_id.class() == class && facts.tier() >= Tier::Officer,
            Self::AdminsOf(class) => facts.user_id.class() == class && facts.tier() >= Tier::ClassAdmin,
            Self::Any(several) => several.iter().any(|audience| audience.includes(facts)),
            Self::Except(whoever, but) => {
                // Of a group facts tell nothing: until it is resolved it leaves everybody out rather than nobody.
                let leaves_out =
                    |audience: &Self| matches!(audience, Self::Group(_)) || audience.includes(facts);
                whoever.includes(facts) && !but.iter().any(leaves_out)
            }
        }
    }
}

fn joined(several: &[Audience]) -> String {
    several.iter().map(Audience::to_key).collect::<Vec<_>>().join(&OR.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::facts;

    #[test]
    fn an_audience_is_read_as_it_is_spelt_and_nothing_else_is_one() {
        let group = "group:0198f2b4-3c1d-7e55-8a11-1b2c3d4e5f60";
        for raw in [
            "all",
            "user:240111",
            "class:01",
            "role:admin",
            "role:officer",
            group,
            "pair:240111:240112",
            "officer:01",
            "admin:02",
            "class:01|admin:02|user:240111",
            "all!class:02",
            "class:01|class:02!role:officer|user:240111",
        ] {
            assert_eq!(Audience::parse(raw).map(|audience| audience.to_key()).as_deref(), Some(raw));
        }
        for raw in [
            "",
            "ALL",
            "all:",
            "user:",
            "user:24011",
            "class:1",
            "class:0x",
            "role:user",
            "group:7",
            "pair:240111",
            "class:０１",
            "officer:1",
            "admin:",
            "class:01|",
            "class:01|x",
            "all!",
            "!all",
            "all!class:02!class:01",
        ] {
            assert_eq!(Audience::parse(raw), None, "{raw}");
        }
    }

    #[test]
    fn each_audience_has_its_own_and_no_others() {
        let (member, mut officer, mut admin) = (facts("240111"), facts("240112"), facts("240211"));
        officer.is_officer = true;
        admin.is_admin = true;
        let everyone = [member, officer, facts("240100"), admin];
        let seen_by = |raw: &str| {
            let audience = Audience::parse(raw).unwrap();
            everyone.iter().map(|facts| u8::from(audience.includes(facts))).collect::<Vec<_>>()
        };
        assert_eq!(seen_by("all"), [1, 1, 1, 1]);
        assert_eq!(seen_by("user:240111"), [1, 0, 0, 0]);
        assert_eq!(seen_by("class:01"), [1, 1, 1, 0]);
        assert_eq!(seen_by("role:officer"), [0, 1, 1, 1]);
        assert_eq!(seen_by("role:admin"), [0, 0, 1, 1]);
        assert_eq!(seen_by("pair:240111:240211"), [1, 0, 0, 1]);
        assert_eq!(seen_by("officer:01"), [0, 1, 1, 0]);
        assert_eq!(seen_by("admin:01"), [0, 0, 1, 0]);
        assert_eq!(seen_by("admin:02"), [0, 0, 0, 1]);
        assert_eq!(seen_by("user:240111|admin:02"), [1, 0, 0, 1]);
        assert_eq!(seen_by("all!class:02"), [1, 1, 1, 0]);
        assert_eq!(seen_by("class:01|class:02!role:officer"), [1, 0, 0, 0]);
        assert_eq!(seen_by("all!group:0198f2b4-3c1d-7e55-8a11-1b2c3d4e5f60"), [0, 0, 0, 0], "not resolved");
        assert_eq!(seen_by("group:0198f2b4-3c1d-7e55-8a11-1b2c3d4e5f60"), [0, 0, 0, 0]);
    }

    #[test]
    fn memberships_decide_as_the_facts_do_and_know_groups_as_well() {
        let group = "0198f2b4-3c1d-7e55-8a11-1b2c3d4e5f60".to_owned();
        let mut officer = facts("240112");
        officer.is_officer = true;
        for facts in [facts("240111"), officer, facts("240100")] {
            let memberships = Memberships::new(&facts, [group.clone()]);
            for raw in [
                "all",
                "class:01",
                "class:02",
                "role:officer|class:02",
                "all!class:01",
                "class:01!role:admin",
            ] {
                let told = Audience::parse(raw).unwrap().includes(&facts);
                assert_eq!(memberships.are_among(raw), told, "{raw}");
            }
            assert!(memberships.are_among(&format!("class:02|group:{group}")));
            assert!(!memberships.are_among(&format!("all!class:02|group:{group}")));
        }
        assert!(!Memberships::default().are_among("all"));
    }

    #[test]
    fn what_a_user_is_among_includes_them() {
        for mut facts in [facts("240111"), facts("240112"), facts("240100")] {
            facts.is_officer = facts.user_id.number() == 12;
            let all = Audience::all_of(&facts);
            assert!(all.iter().all(|audience| audience.includes(&facts)));
        }
    }
}
