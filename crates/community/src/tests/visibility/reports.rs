//! Reports, removals and cases: what moderation does with posts and with the comments below them.

use super::*;

/// A post and the comment below it, as moderation names them.
fn contents(post: &Post) -> [(&'static str, i64); 2] {
    [("post", post.id), ("comment", post.comment)]
}

async fn report(person: &Person, (kind, id): (&str, i64)) -> Answer {
    let body = json!({ "kind": kind, "id": id.to_string(), "reason": "难听" });
    person.client.post("/api/moderation/reports", &body).await
}

async fn remove(person: &Person, (kind, id): (&str, i64)) -> Answer {
    let body = json!({ "kind": kind, "id": id.to_string(), "reason": "伤人" });
    person.client.post("/api/moderation/removals", &body).await
}

/// The cases of every state that somebody is shown.
async fn cases_for(person: &Person) -> Vec<Value> {
    let mut all = Vec::new();
    for status in ["open", "appealed", "kept", "removed", "restored"] {
        let page =
            person.client.get(&format!("/api/moderation/cases?status={status}&limit=100")).await.data();
        assert_eq!(page["total"], page["cases"].as_array().unwrap().len(), "one page has them all");
        all.extend(page["cases"].as_array().unwrap().clone());
    }
    all
}

#[tokio::test]
async fn nobody_reports_or_removes_what_they_do_not_see_and_nobody_removes_who_does_not_moderate() {
    let table = Table::new().await;
    let before = cases_for(table.person("240301")).await;
    for person in &table.people {
        for (post, content) in table.posts.iter().flat_map(|post| contents(post).map(|one| (post, one))) {
            let what = format!("{content:?} of {} for {person}", post.case.mark);
            let sees = post.case.shows(person);
            if person.user().is_none() {
                refuses_whoever_is_no_member(person, &what, &report(person, content).await);
                refuses_whoever_is_no_member(person, &what, &remove(person, content).await);
                continue;
            }
            if !sees {
                let answer = report(person, content).await;
                assert_eq!(answer.status, StatusCode::NOT_FOUND, "{what}: {}", answer.text());
                assert!(!answer.text().contains("标记"), "{what}");
            }
            if !sees || !person.moderates() {
                let answer = remove(person, content).await;
                let refused = if person.moderates() { StatusCode::NOT_FOUND } else { StatusCode::FORBIDDEN };
                assert_eq!(answer.status, refused, "{what}: {}", answer.text());
                assert!(!answer.text().contains("标记"), "{what}");
            }
        }
    }
    assert_eq!(cases_for(table.person("240301")).await, before, "what is refused opens no case");
}

#[tokio::test]
async fn moderators_remove_what_they_see_and_it_is_gone_for_everyone() {
    let table = Table::without_posts().await;
    for moderator in table.members().filter(|person| person.moderates()) {
        for case in cases(&table.group).iter().filter(|case| case.fate == Fate::Stands) {
            let mut body = case.audience.clone();
            body["title"] = json!(case.mark);
            let made = write(table.author(), body).await;
            let content = ("post", made["id"].as_i64().unwrap());
            let wanted = if case.shows(moderator) { StatusCode::OK } else { StatusCode::NOT_FOUND };
            let answer = remove(moderator, content).await;
            assert_eq!(answer.status, wanted, "{} for {moderator}: {}", case.mark, answer.text());
            for person in table.members() {
                let is_there = person.client.get(&at(&made, "")).await.status == StatusCode::OK;
                let wanted = case.is_for(person) && !case.shows(moderator);
                assert_eq!(is_there, wanted, "{} removed by {moderator} for {person}", case.mark);
            }
        }
    }
}

/// Reports, as every member who sees them, the posts and comments of the table.
async fn report_everything(table: &Table) {
    for person in table.members() {
        for post in table.posts.iter().filter(|post| post.case.shows(person)) {
            for content in contents(post) {
                let wanted = if person.is_author() { 400 } else { 200 };
                let answer = report(person, content).await;
                assert_eq!(answer.status.as_u16(), wanted, "{content:?} for {person}: {}", answer.text());
            }
        }
    }
}

#[tokio::test]
async fn cases_are_for_moderators_and_lists_of_them_quote_only_what_each_sees_anyway() {
    let table = Table::new().await;
    report_everything(&table).await;
    let admin = table.person("240301");
    let known = cases_for(admin).await;
    // Every post and comment but those that are gone, which were reported by nobody; two posts were removed.
    assert_eq!(known.len(), 2 * (table.posts.len() - 4) + 2);
    for person in &table.people {
        if !person.moderates() {
            let opened = known.iter().map(|case| format!("/{}", case["id"].as_str().unwrap()));
            let lists = ["", "?status=removed", "?status=kept", "?status=appealed"];
            for path in lists.map(str::to_owned).into_iter().chain(opened) {
                let answer = person.client.get(&format!("/api/moderation/cases{path}")).await;
                match person.user() {
                    Some(_) => assert_eq!(answer.status, StatusCode::FORBIDDEN, "{path} for {person}"),
                    None => refuses_whoever_is_no_member(person, &path, &answer),
                }
                assert!(!answer.text().contains("标记"), "{path} for {person}");
            }
            continue;
        }
        let shown = cases_for(person).await;
        assert_eq!(shown.len(), known.len(), "{person} moderates the author's class");
        for case in shown {
            let place: i64 = case["place"].as_str().unwrap().parse().unwrap();
            let post = table.posts.iter().find(|post| post.id == place).unwrap();
            let is_quoted = post.case.is_for(person);
            assert_eq!(case["words_hidden"], !is_quoted, "{case} for {person}");
            assert_eq!(case.to_string().contains(post.case.mark), is_quoted, "{case} for {person}");
        }
    }
}

#[tokio::test]
async fn reports_and_notices_of_cases_repeat_no_word_of_what_their_reader_does_not_see() {
    let table = Table::new().await;
    report_everything(&table).await;
    for person in &table.people {
        let own = person.client.get("/api/moderation/own").await;
        if person.user().is_none() {
            refuses_whoever_is_no_member(person, "one's own reports", &own);
            continue;
        }
        let inbox = person.client.get("/api/notifications?limit=100").await.data().to_string();
        for post in &table.posts {
            let mark = post.case.mark;
            let is_own = person.is_author() && post.case.fate == Fate::Removed;
            let is_reported = post.case.shows(person) && !person.is_author();
            assert_eq!(own.text().contains(mark), is_own || is_reported, "{mark} for {person}");
            assert!(post.case.shows(person) || !inbox.contains(mark), "{mark} in the inbox of {person}");
        }
    }
    // What a member has reported is gone for them once a moderator has removed it.
    let (reporter, officer) = (table.person("240103"), table.person("240104"));
    let seen = table.posts.iter().filter(|post| post.case.shows(reporter) && post.case.shows(officer));
    for post in seen {
        remove(officer, ("post", post.id)).await.data();
    }
    let own = reporter.client.get("/api/moderation/own").await.data();
    assert!(!own.to_string().contains("标记"), "{own}");
}

#[tokio::test]
async fn the_dry_run_of_a_word_rule_is_for_class_admins_and_quotes_only_what_each_sees() {
    let table = Table::new().await;
    let rule = json!({ "term": "标记", "matching": "substring", "effect": "mask" });
    for person in &table.people {
        let answer = person.client.post("/api/moderation/rules/dry-run", &rule).await;
        let is_asked = ["240100", "240301"].contains(&person.name);
        match person.user() {
            Some(_) if is_asked => assert_ne!(answer.data()["examples"], json!([]), "{person}"),
            Some(_) => assert_eq!(answer.status, StatusCode::FORBIDDEN, "{person}"),
            None => refuses_whoever_is_no_member(person, "a dry run", &answer),
        }
        for post in &table.posts {
            let is_told = answer.text().contains(post.case.mark);
            assert!(!is_told || (is_asked && post.case.shows(person)), "{} for {person}", post.case.mark);
        }
    }
}
