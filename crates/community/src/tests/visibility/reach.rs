//! What reaches people by other features: images, the search, the inbox, frames and long polls.

use std::collections::BTreeSet;

use super::*;

#[tokio::test]
async fn an_image_is_read_by_whoever_sees_its_post_and_of_a_gone_one_by_its_author_and_who_decides() {
    let table = Table::new().await;
    for person in table.members() {
        for post in &table.posts {
            let wanted = match post.case.fate {
                Fate::Stands => post.case.is_for(person),
                Fate::Deleted => person.is_author(),
                // Its author may appeal, so that moderators look at it again.
                Fate::Removed => person.is_author() || person.moderates(),
            };
            let is_read = reads(&table.portal, person.name, &post.image).await;
            assert_eq!(is_read, wanted, "the image of {} for {person}", post.case.mark);
        }
    }
}

#[tokio::test]
async fn the_search_finds_the_posts_that_somebody_sees_and_the_comments_below_them_and_no_others() {
    let table = Table::new().await;
    let app = &table.portal.app;
    let all = format!("/api/search?q={}", encoded("标记"));
    for person in &table.people {
        if person.user().is_none() {
            for kind in ["", "&kind=post", "&kind=comment"] {
                let answer = person.client.get(&format!("{all}{kind}")).await;
                refuses_whoever_is_no_member(person, "the search", &answer);
            }
            continue;
        }
        let seen: Vec<&Post> = table.posts.iter().filter(|post| post.case.shows(person)).collect();
        let wanted_posts: BTreeSet<String> = seen.iter().map(|post| post.id.to_string()).collect();
        let wanted_comments: BTreeSet<String> =
            seen.iter().map(|post| format!("{}-{}", post.id, post.comment)).collect();
        for (kind, wanted) in [("post", wanted_posts), ("comment", wanted_comments)] {
            let hits = search::testing::hits(app, &person.client, kind, "标记").await;
            let found = hits.iter().map(|hit| hit["id"].as_str().unwrap().to_owned());
            assert_eq!(found.collect::<BTreeSet<_>>(), wanted, "each {kind} for {person}");
            for post in table.posts.iter().filter(|post| !post.case.shows(person)) {
                assert!(!json!(hits).to_string().contains(post.case.mark), "a {kind} for {person}");
            }
        }
        let few = person.client.get(&all).await.text();
        for post in table.posts.iter().filter(|post| !post.case.shows(person)) {
            assert!(!few.contains(post.case.mark), "all kinds for {person}");
            let none = search::testing::found(app, &person.client, post.case.mark).await;
            assert_eq!(json!(none), json!([]), "{} for {person}", post.case.mark);
        }
    }
}

#[tokio::test]
async fn the_inbox_of_whoever_is_called_tells_of_the_posts_that_they_see_alone() {
    let table = Table::new().await;
    for person in &table.people {
        let answer = person.client.get("/api/notifications?limit=50").await;
        if person.user().is_none() {
            refuses_whoever_is_no_member(person, "the inbox", &answer);
            continue;
        }
        let inbox = answer.data().to_string();
        let is_called = ["240102", "240201"].contains(&person.name);
        for post in &table.posts {
            let is_told = is_called && post.case.shows(person);
            assert_eq!(inbox.contains(post.case.mark), is_told, "{} for {person}", post.case.mark);
        }
    }
}

#[tokio::test]
async fn frames_and_long_polls_tell_of_a_post_whom_it_is_for_and_repeat_no_word_of_it() {
    let table = Table::new().await;
    for person in table.members() {
        let facts = table.portal.app.accounts().load(person.user().unwrap()).await.unwrap().unwrap();
        let mut frames = Vec::new();
        for feature in &table.portal.app.features {
            let of_feature = realtime::testing::frames_for(&table.portal.app, &facts, feature.name).await;
            frames.extend(of_feature);
        }
        let polled = polled(person).await;
        assert!(!json!([frames, polled]).to_string().contains("标记"), "{person}");
        // Authors have the answers to what they do; frames of posts for others alone do not reach them.
        for post in table.posts.iter().filter(|_| !person.is_author()) {
            for (by, told) in [("the socket", &frames), ("the long poll", &polled)] {
                let is_told = told.iter().any(|frame| frame["post_id"] == post.id);
                assert_eq!(is_told, post.case.is_for(person), "{by} of {} for {person}", post.case.mark);
            }
        }
    }
    for person in table.people.iter().filter(|person| person.user().is_none()) {
        let answer = person.client.post_empty("/api/realtime/poll/register").await;
        refuses_whoever_is_no_member(person, "a long poll", &answer);
    }
}

/// What a long poll from the beginning of the log answers.
async fn polled(person: &Person) -> Vec<Value> {
    let registered = person.client.post_empty("/api/realtime/poll/register").await.data();
    let poll = registered["poll_id"].as_str().unwrap();
    let page = person.client.get(&format!("/api/realtime/poll?since_seq=0&poll_id={poll}")).await.data();
    assert!(page["last_seq"].as_i64() >= registered["seq"].as_i64(), "everything is on one page: {page}");
    page["events"].as_array().unwrap().iter().map(|event| event["event"].clone()).collect()
}
