//! The paths that name no post: lists and numbers of what somebody sees.

use std::collections::BTreeSet;

use super::*;

/// Posts in a ranking.
const RANKED: usize = 10;
/// Pinned posts that stand on the first page of the feed and on no other: all of the table are pinned.
const PINNED: usize = 5;

/// Of the posts that somebody sees, whether a list has this one.
type Has = fn(&Post, &Person) -> bool;

const EVERY: Has = |_, _| true;
const POLLS: Has = |post, _| post.kind == "poll";
const FOOD: Has = |post, _| post.kind == "food";
/// A program has marked nothing and wrote nothing.
const KEPT: Has = |_, person| !person.is_program();
const OWN: Has = |_, person| person.is_author();

/// The feed after its first page, from a number above those of all posts.
const LATER_PAGE: &str = "?before=1000000&limit=50";

/// The lists: path, query, and what they have of what somebody sees.
const LISTS: [(&str, &str, Has); 18] = [
    ("/api/community", "?limit=50", EVERY),
    ("/api/community", LATER_PAGE, EVERY),
    ("/api/community", "?sort=hot&limit=50", EVERY),
    ("/api/community", "?sort=hot&type=poll&limit=50", POLLS),
    ("/api/community", "?sort=hot&featured=true&limit=50", EVERY),
    ("/api/community", "?type=poll&limit=50", POLLS),
    ("/api/community", "?type=food&limit=50", FOOD),
    ("/api/community", "?featured=true&limit=50", EVERY),
    ("/api/community", "?featured=true&type=food&limit=50", FOOD),
    ("/api/community", "?author=240101&limit=50", EVERY),
    ("/api/community", "?bookmarked=true&limit=50", KEPT),
    ("/api/community", "?bookmarked=true&type=poll&limit=50", |post, person| {
        POLLS(post, person) && KEPT(post, person)
    }),
    ("/api/community", "?own=true&limit=50", OWN),
    ("/api/community", "?waiting=true&limit=50", |post, person| POLLS(post, person) && KEPT(post, person)),
    ("/api/community", "?author=240102&limit=50", |_, _| false),
    ("/api/community/rankings", "?days=90", EVERY),
    ("/api/community/rankings", "?list=hot&days=90", EVERY),
    ("/api/community/rankings", "?list=food&days=90", FOOD),
];
/// The list of each tag, which has a test of its own.
const TAGGED: (&str, &str) = ("/api/community", "?limit=50&tag=");
/// What has numbers alone.
const UNREAD: &str = "/api/community/unread";
const PROFILE: &str = "/api/community/profiles/{user_id}";
/// What has nothing of any post.
const SETTINGS: &str = "/api/community/profile";

fn is_open(path: &str) -> bool {
    is_open_to_programs(&document()[path]["get"])
}

#[test]
fn every_path_and_query_of_the_document_that_names_no_post_is_asked() {
    let rows = LISTS.iter().map(|(path, query, _)| (*path, *query)).chain([TAGGED]);
    let rows: Vec<_> = rows.chain([(UNREAD, ""), (PROFILE, ""), (SETTINGS, "")]).collect();
    let document = document();
    let nameless = document.iter().filter(|(path, _)| !path.contains("{id}"));
    let read: Vec<_> = nameless.filter(|(_, item)| item.get("get").is_some()).collect();
    assert!(read.len() >= 5, "{read:?}");
    for (path, item) in read {
        let queries: Vec<&str> =
            rows.iter().filter(|(row, _)| row == path).map(|(_, query)| *query).collect();
        assert!(!queries.is_empty(), "GET {path} is new: say in `LISTS` which posts it has");
        for parameter in item["get"]["parameters"].as_array().into_iter().flatten() {
            let name = parameter["name"].as_str().unwrap();
            let is_in_address = parameter["in"] == "path";
            let asks = |query: &&str| query[1..].split('&').any(|part| part.starts_with(&format!("{name}=")));
            let is_asked = is_in_address || queries.iter().filter(|query| !query.is_empty()).any(asks);
            assert!(is_asked, "the parameter {name} of GET {path} is new: ask it in `LISTS`");
        }
    }
}

/// The numbers of the posts on a page, in its order.
fn numbers(page: &Value) -> Vec<i64> {
    page["posts"].as_array().unwrap().iter().map(|post| post["id"].as_i64().unwrap()).collect()
}

#[tokio::test]
async fn each_list_has_all_that_somebody_sees_of_it_and_nothing_else() {
    let table = Table::new().await;
    for person in &table.people {
        for (path, query, has) in LISTS {
            let what = format!("{path}{query}");
            let answer = person.client.get(&what).await;
            if person.user().is_none() && !(person.is_program() && is_open(path)) {
                refuses_whoever_is_no_member(person, &what, &answer);
                continue;
            }
            let seen = table.posts.iter().filter(|post| post.case.shows(person));
            // All have the same points, so that the newest are the first of a ranking too.
            let mut wanted: Vec<i64> = seen.filter(|post| has(post, person)).map(|post| post.id).collect();
            wanted.sort_by_key(|id| std::cmp::Reverse(*id));
            if path.ends_with("/rankings") {
                wanted.truncate(RANKED);
            }
            if query == LATER_PAGE {
                wanted.drain(..PINNED);
            }
            let mut found = numbers(&answer.data());
            found.sort_by_key(|id| std::cmp::Reverse(*id));
            assert_eq!(found, wanted, "{what} for {person}");
            for post in table.posts.iter().filter(|post| !post.case.shows(person)) {
                assert!(!answer.text().contains(post.case.mark), "{what} has a word of it for {person}");
            }
        }
    }
}

#[tokio::test]
async fn the_list_of_a_tag_has_what_somebody_sees_of_it() {
    let table = Table::new().await;
    for person in &table.people {
        for post in &table.posts {
            let mark = post.case.mark;
            let (path, query) = TAGGED;
            let answer = person.client.get(&format!("{path}{query}{}", encoded(mark))).await;
            if person.user().is_none() && !person.is_program() {
                refuses_whoever_is_no_member(person, query, &answer);
                continue;
            }
            let same = table.posts.iter().filter(|other| other.case.mark == mark && other.case.shows(person));
            let wanted: BTreeSet<i64> = same.map(|post| post.id).collect();
            assert_eq!(BTreeSet::from_iter(numbers(&answer.data())), wanted, "{mark} for {person}");
        }
    }
}

#[tokio::test]
async fn unread_marks_and_profiles_count_only_what_somebody_sees() {
    let table = Table::new().await;
    let profile = PROFILE.replace("{user_id}", AUTHOR);
    for person in &table.people {
        let seen = table.posts.iter().filter(|post| post.case.shows(person)).count();
        let (unread, shown) = (person.client.get(UNREAD).await, person.client.get(&profile).await);
        let settings = person.client.get(SETTINGS).await;
        if person.user().is_none() {
            for answer in [&unread, &shown, &settings] {
                refuses_whoever_is_no_member(person, "a number", answer);
            }
            continue;
        }
        let of_others = if person.is_author() { 0 } else { seen };
        assert_eq!(unread.data()["unread"], of_others, "{person}");
        assert_eq!(shown.data()["post_count"], seen, "{person}");
        assert_eq!(shown.data()["comment_count"], seen, "{person}");
        assert!(!settings.text().contains("标记"), "{person}");
    }
}
