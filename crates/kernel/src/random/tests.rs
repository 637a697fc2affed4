//! Ids, codes and bytes.

use std::collections::BTreeSet;
use std::time::Duration;

use super::*;
use crate::testing::START;

#[test]
fn a_code_is_groups_of_four_without_look_alikes() {
    let random = Random::seeded(1);
    for groups in 1..=4 {
        let code = random.code(groups);
        assert_eq!(code.len(), groups * 5 - 1);
        assert!(code.split('-').all(|group| group.len() == 4), "{code}");
        assert!(!code.contains(['0', 'O', '1', 'I', 'L']), "{code}");
    }
    assert_eq!(random.code(0), "");
}

#[test]
fn every_letter_of_a_code_occurs_about_as_often() {
    let random = Random::seeded(1);
    let mut counts = [0_u32; 128];
    for _ in 0..2000 {
        random.code(2).bytes().filter(|byte| *byte != b'-').for_each(|byte| counts[usize::from(byte)] += 1);
    }
    let seen: Vec<u32> = counts.into_iter().filter(|count| *count > 0).collect();
    assert_eq!(seen.len(), 31);
    // 16,000 letters: 516 each, give or take five standard deviations.
    assert!(seen.iter().all(|count| (400..640).contains(count)), "{seen:?}");
}

#[test]
fn ids_are_unique_and_sort_by_time() {
    let random = Random::seeded(1);
    let clock = Clock::manual(START.parse().unwrap());
    let mut ids = Vec::new();
    for _ in 0..1000 {
        ids.push(random.id(&clock));
        clock.advance(Duration::from_millis(1));
    }
    assert!(ids.is_sorted());
    let same: BTreeSet<String> = (0..1000).map(|_| random.id(&clock)).collect();
    assert_eq!(same.len(), 1000, "also within one millisecond");
    assert!(ids[0].starts_with("01") && ids[0].as_bytes()[14] == b'7', "{}", ids[0]);
    assert!(ids.iter().all(|id| parse_id(id).as_ref() == Some(id)));
}

#[test]
fn a_time_before_the_epoch_still_makes_an_id() {
    let clock = Clock::manual("1960-01-01T00:00:00Z".parse().unwrap());
    assert!(Random::seeded(1).id(&clock).starts_with("00000000-0000-7"));
}

#[test]
fn only_a_uuid_in_its_usual_spelling_is_an_id() {
    let id = "0198f2b4-3c1d-7e55-8a11-1b2c3d4e5f60";
    assert_eq!(parse_id(id).as_deref(), Some(id));
    assert_eq!(parse_id(&id.to_uppercase()).as_deref(), Some(id), "one spelling in the tables");
    for other in [
        "",
        "1",
        &id.replace('-', ""),
        &format!("{{{id}}}"),
        &format!("urn:uuid:{id}"),
        &format!(" {id}"),
        &id.replace('0', "g"),
    ] {
        assert_eq!(parse_id(other), None, "{other}");
    }
}

#[test]
fn a_seed_repeats_itself_and_the_system_does_not() {
    assert_eq!(Random::seeded(7).bytes::<32>(), Random::seeded(7).bytes::<32>());
    assert_ne!(Random::system().bytes::<32>(), Random::system().bytes::<32>());
    assert_eq!(Random::seeded(7).hex::<8>().len(), 16);
}
