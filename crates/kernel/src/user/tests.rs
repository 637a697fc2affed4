//! IDs, tiers and who may manage whom.

use proptest::prelude::*;

use super::*;
use crate::tests::{MANAGE_POSTS, MANAGE_USERS, facts, user};

fn officer(id: &str, permissions: &[&Permission]) -> UserFacts {
    let permissions = permissions.iter().map(|permission| permission.id.to_owned()).collect();
    UserFacts { is_officer: true, permissions, ..facts(id) }
}

fn admin(id: &str) -> UserFacts {
    UserFacts { is_admin: true, ..facts(id) }
}

#[test]
fn an_id_is_six_ascii_digits_and_says_cohort_class_and_number() {
    let id = user("240317");
    assert_eq!((id.cohort(), id.class(), id.number()), ("24", "03", 17));
    assert_eq!((format!("{id}"), format!("{id:?}")), ("240317".into(), "240317".into()));
    for other in ["", "24031", "2403170", "24031a", " 40317", "+40317", "-40317", "２４０３１７", "24٠٣17"]
    {
        assert_eq!(UserId::parse(other), None, "{other}");
    }
    assert_eq!(UserId::compose(24, 3, 7), Some(user("240307")));
    assert_eq!(UserId::compose(24, 3, 100), None);
}

#[test]
fn a_class_admin_is_number_00_of_a_class_and_the_developer() {
    for (id, is_class_admin) in [
        ("240100", true),
        ("240000", false),
        ("240101", false),
        ("999999", true),
        ("999900", true),
        ("000100", true),
    ] {
        assert_eq!(user(id).is_class_admin(), is_class_admin, "{id}");
    }
}

#[test]
fn the_highest_tier_that_applies_counts() {
    assert_eq!(facts("240111").tier(), Tier::User);
    assert_eq!(officer("240111", &[]).tier(), Tier::Officer);
    assert_eq!(officer("240100", &[]).tier(), Tier::ClassAdmin);
    assert_eq!(facts("999999").tier(), Tier::ClassAdmin, "the developer is no admin");
    assert_eq!(admin("240100").tier(), Tier::Admin);
    let roles: Vec<_> = [facts("240111"), officer("240111", &[]), facts("240100"), admin("240111")]
        .iter()
        .map(UserFacts::role)
        .collect();
    assert_eq!(roles, ["user", "officer", "admin", "admin"]);
}

#[test]
fn an_officer_may_what_was_granted_and_no_one_below_anything() {
    for permission in [&MANAGE_USERS, &MANAGE_POSTS] {
        assert!(facts("240100").may(permission) && admin("240111").may(permission));
        assert!(officer("240111", &[permission]).may(permission));
        assert!(!officer("240111", &[]).may(permission));
        let was_officer = UserFacts { is_officer: false, ..officer("240111", &[permission]) };
        assert!(!was_officer.may(permission), "rights without the office are worth nothing");
    }
    assert!(!officer("240111", &[&MANAGE_POSTS]).may(&MANAGE_USERS));
}

#[test]
fn nobody_manages_an_equal_a_higher_one_another_class_or_themselves() {
    let all = [&MANAGE_USERS];
    let (member, other_class) = (facts("240111"), facts("240211"));
    let (class_admin, developer, chief) = (facts("240100"), facts("999999"), admin("240501"));
    let may = |actor: &UserFacts, target: &UserFacts| actor.may_manage(target, &MANAGE_USERS);

    assert!(may(&class_admin, &member) && may(&class_admin, &officer("240112", &all)));
    assert!(may(&officer("240112", &all), &member) && !may(&officer("240112", &[]), &member));
    assert!(
        may(&chief, &member)
            && may(&chief, &other_class)
            && may(&chief, &class_admin)
            && may(&chief, &developer)
    );
    for (actor, target) in [
        (&member, &facts("240112")),
        (&class_admin, &other_class),
        (&class_admin, &chief),
        (&class_admin, &class_admin),
        (&class_admin, &facts("230100")),
        (&officer("240112", &all), &officer("240113", &[])),
        (&officer("240112", &all), &class_admin),
        (&officer("240112", &all), &other_class),
        (&developer, &member),
        (&chief, &admin("240502")),
        (&chief, &chief),
    ] {
        assert!(!may(actor, target), "{} manages {}", actor.user_id, target.user_id);
    }
}

#[test]
fn a_token_opens_by_its_version_or_as_the_one_kept() {
    let facts = UserFacts { token_version: 3, kept_token: Some("kept".into()), ..facts("240111") };
    assert!(facts.accepts(3, "any") && facts.accepts(2, "kept"));
    assert!(!facts.accepts(2, "any") && !facts.accepts(4, "any"));
}

#[test]
fn permissions_are_a_json_text() {
    assert_eq!(facts("240111").permissions_json(), "[]");
    let two = officer("240111", &[&MANAGE_USERS, &MANAGE_POSTS]);
    assert_eq!(two.permissions_json(), r#"["manage_users","manage_posts"]"#);
}

proptest! {
    #[test]
    fn whatever_parses_is_spelt_as_it_was_given(raw in "\\PC{0,8}|[0-9]{5,7}") {
        if let Some(id) = UserId::parse(&raw) {
            prop_assert_eq!(id.as_str(), raw.as_str());
            let json = serde_json::to_string(&id).unwrap();
            prop_assert_eq!(serde_json::from_str::<UserId>(&json).unwrap(), id);
        }
    }
}
