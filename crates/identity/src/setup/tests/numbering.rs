//! Numbering and the file's text, for any input.

use std::collections::HashSet;

use kernel::user::UserId;
use proptest::prelude::*;

use super::super::list_file;
use super::super::model::{self, Entry, Known, Listed, Position};
use super::super::names;

/// Rows of three classes, distinct names; some lead, some have a number, some have registered.
fn entries() -> impl Strategy<Value = Vec<Entry>> {
    let row = (1_u8..=3, 0_u8..12, prop::bool::weighted(0.2), prop::bool::weighted(0.05));
    prop::collection::vec(row, 1..60).prop_map(|rows| {
        let entry = |(index, (class, number, numbered, leads)): (usize, (u8, u8, bool, bool))| Entry {
            position: Position { class, row: index + 1 },
            real_name: format!("n{index}"),
            user_id: if numbered { UserId::compose(24, class, number) } else { None },
            gender: String::new(),
            leads,
        };
        rows.into_iter().enumerate().map(entry).collect()
    })
}

/// Members with distinct names and IDs, some of them on the list.
fn members() -> impl Strategy<Value = Vec<(UserId, String)>> {
    prop::collection::hash_map((1_u8..=3, 0_u8..12), 0_usize..80, 0..8).prop_map(|members| {
        let mut names = HashSet::new();
        let member = |((class, number), name): ((u8, u8), usize)| {
            (UserId::compose(24, class, number).unwrap(), format!("n{name}"))
        };
        members.into_iter().map(member).filter(|(_, name)| names.insert(name.clone())).collect()
    })
}

fn known(registered: &[(UserId, String)]) -> Known<'_> {
    Known { cohort: Some("24"), only_cohort: true, registered }
}

/// What holds for every numbered list.
fn check(listed: &[Listed], entries: &[Entry], registered: &[(UserId, String)]) -> Result<(), TestCaseError> {
    let ids: HashSet<UserId> = listed.iter().map(|row| row.user_id).collect();
    prop_assert_eq!(ids.len(), listed.len(), "user IDs are unique");
    for row in listed {
        let entry = entries.iter().find(|entry| entry.real_name == row.real_name).unwrap();
        let kept = registered.iter().find(|(_, name)| *name == row.real_name).map(|(id, _)| *id);
        let owner = registered.iter().find(|(id, _)| *id == row.user_id).map(|(_, name)| name);
        prop_assert!(owner.is_none_or(|owner| *owner == row.real_name), "a member's number is nobody else's");
        match (kept, entry.user_id) {
            (Some(kept), _) => prop_assert_eq!(row.user_id, kept, "a member keeps the number"),
            (None, Some(given)) => prop_assert_eq!(row.user_id, given, "a given number stands"),
            (None, None) if entry.leads => prop_assert_eq!(row.user_id.number(), 0, "a class admin has 00"),
            (None, None) => prop_assert!(row.user_id.number() >= 1, "00 is for class admins"),
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn a_strict_list_is_numbered_whole_or_refused(entries in entries(), registered in members()) {
        if let Ok(listed) = model::assign(entries.clone(), &known(&registered)) {
            let names = |rows: &[Listed]| rows.iter().map(|row| row.real_name.clone()).collect::<Vec<_>>();
            let given: Vec<_> = entries.iter().map(|entry| entry.real_name.clone()).collect();
            prop_assert_eq!(names(&listed), given, "every row, in its order");
            for (row, entry) in listed.iter().zip(&entries) {
                prop_assert_eq!(row.user_id.class(), &model::class_key(entry.position.class)[5..]);
                prop_assert!(!entry.leads || row.user_id.is_class_admin(), "a class admin has 00");
            }
            check(&listed, &entries, &registered)?;
        }
    }

    #[test]
    fn a_list_without_given_numbers_is_always_numbered(sizes in prop::collection::vec(0_usize..=99, 1..5)) {
        let mut entries = Vec::new();
        for (index, size) in sizes.iter().enumerate() {
            let class = u8::try_from(index + 1).unwrap();
            for row in 0..=*size {
                let (position, real_name) = (Position { class, row: row + 1 }, format!("{class}-{row}"));
                entries.push(Entry { position, real_name, user_id: None, gender: String::new(), leads: row == 0 });
            }
        }
        let listed = model::assign(entries.clone(), &known(&[])).unwrap();
        check(&listed, &entries, &[])?;
        prop_assert_eq!(listed.iter().filter(|row| row.user_id.is_class_admin()).count(), sizes.len());
    }

    #[test]
    fn a_file_is_numbered_as_far_as_it_fits(entries in entries(), registered in members()) {
        let (listed, left_out) = model::assign_what_fits(entries.clone(), &known(&registered)).unwrap();
        prop_assert_eq!(listed.len() + left_out, entries.len());
        check(&listed, &entries, &registered)?;
    }

    #[test]
    fn any_bytes_are_a_list_or_a_fault(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = list_file::parse(&bytes);
    }

    #[test]
    fn anything_like_a_list_is_a_list_or_a_fault(
        key in "(class)?[0-9a]{0,3}",
        name in any::<String>(),
        id in "\\PC{0,7}",
        gender in any::<Option<String>>(),
        rest in "[\\[\\]{}\",:0-9 ]{0,10}",
    ) {
        let row = serde_json::json!({ "real_name": name, "user_id": id, "gender": gender });
        let text = format!("{}{rest}", serde_json::json!({ key: [row] }));
        if let Ok(entries) = list_file::parse(text.as_bytes()) {
            prop_assert!(entries.iter().all(|entry| (1..=20).contains(&entry.real_name.chars().count())));
        }
    }

    #[test]
    fn what_is_written_reads_as_the_same_list(
        rows in prop::collection::hash_map("[a-zé张三李四 ·]{1,20}", (1_u8..=99, 0_u8..=99, "[男女a-z]{0,10}"), 1..40)
    ) {
        let mut ids = HashSet::new();
        let mut keys = HashSet::new();
        let mut listed: Vec<Listed> = rows
            .into_iter()
            .filter_map(|(name, (class, number, gender))| {
                let row = Listed { real_name: names::clean_name(&name)?, user_id: UserId::compose(24, class, number)?, gender };
                (ids.insert(row.user_id) && keys.insert(names::name_key(&row.real_name))).then_some(row)
            })
            .collect();
        prop_assume!(!listed.is_empty());
        listed.sort_by_key(|row| row.user_id);
        let text = list_file::render(&listed);
        let entries = list_file::parse(&text).unwrap();
        let (read, left_out) =
            model::assign_what_fits(entries, &Known { cohort: None, only_cohort: false, registered: &[] }).unwrap();
        prop_assert_eq!(left_out, 0);
        prop_assert_eq!(list_file::render(&read), text);
        prop_assert_eq!(read, listed);
    }
}
