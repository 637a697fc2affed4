//! The paths that name a post or a comment.

use super::*;

/// An operation of the document whose path names a post or a comment.
struct Operation {
    method: Method,
    path: String,
    is_open_to_programs: bool,
}

fn operations() -> Vec<Operation> {
    let named = document().into_iter().filter(|(path, _)| path.contains("{id}"));
    let of_path = |(path, item): (String, Value)| {
        let operations = item.as_object().unwrap().clone();
        operations.into_iter().map(move |(method, operation)| Operation {
            method: method.to_uppercase().parse().unwrap(),
            path: path.clone(),
            is_open_to_programs: is_open_to_programs(&operation),
        })
    };
    named.flat_map(of_path).collect()
}

impl Operation {
    fn is_read(&self) -> bool {
        self.method == Method::GET
    }

    fn ends_with(&self, ends: &[&str]) -> bool {
        ends.iter().any(|end| self.path.ends_with(end))
    }

    /// The address for a post, or for the comment below it.
    fn target(&self, post: &Post) -> String {
        let is_of_comment = self.path.starts_with("/api/community/comments/");
        let id = if is_of_comment { post.comment } else { post.id };
        self.path.replace("{id}", &id.to_string())
    }

    /// A body that does what the path is for.
    fn body(&self) -> Option<Value> {
        let is_whole = self.path.ends_with("{id}");
        let title = if is_whole { json!("标题") } else { Value::Null };
        let answers = json!([{ "question": 0, "choices": [0] }]);
        let body = json!({ "content": "改", "pinned": false, "featured": false, "reason": "因为",
            "answers": answers, "title": title });
        (!self.is_read()).then_some(body)
    }

    /// Whether somebody may do this to a post that is gone: its author and moderators restore it, moderators take it from
    /// its author, and ask who wrote it. What that does has tests of its own.
    fn is_done_to_what_is_gone(&self, person: &Person) -> bool {
        let is_deletion = self.method == Method::DELETE && self.path == "/api/community/{id}";
        let is_restoring = self.path == "/api/community/{id}/restore";
        let by_moderators = is_deletion || self.path.ends_with("/reveal");
        (is_restoring && (person.is_author() || person.moderates())) || (by_moderators && person.moderates())
    }

    /// The statuses that somebody may get; none when they are not asked.
    fn statuses(&self, person: &Person, post: &Post) -> Option<&'static [u16]> {
        let has_no_poll = post.kind != "poll" && self.ends_with(&["/voters", "/results.csv"]);
        if person.user().is_none() && !person.is_program() {
            return Some(&[401]);
        }
        if person.is_program() && !self.is_open_to_programs {
            return Some(&[401, 403]);
        }
        if post.case.shows(person) {
            // Whoever sees it is asked to read alone: what changes it would change what others are asked for.
            let is_asked = self.is_read() && !has_no_poll;
            return is_asked.then_some(&[200, 403, 409]);
        }
        if post.case.fate != Fate::Stands && self.is_done_to_what_is_gone(person) {
            return None;
        }
        if self.method == Method::DELETE && self.ends_with(&["/bookmark"]) {
            return Some(&[200]);
        }
        // Who is not of the staff is refused before anything is looked for.
        let is_of_staff = self.ends_with(&["/pin", "/feature", "/reveal"]);
        Some(if is_of_staff { &[403, 404] } else { &[404] })
    }
}

#[tokio::test]
async fn what_somebody_does_not_see_is_not_there_on_any_path_that_names_a_post_or_comment() {
    let table = Table::new().await;
    let operations = operations();
    assert!(operations.len() >= 25, "{}", operations.len());
    let mut asked = 0;
    for person in &table.people {
        for post in &table.posts {
            for operation in &operations {
                let Some(statuses) = operation.statuses(person, post) else { continue };
                let target = operation.target(post);
                let body = operation.body();
                let answer = person.client.send(operation.method.clone(), &target, body.as_ref()).await;
                let what = format!("{} {target} of {} for {person}", operation.method, post.case.mark);
                let (status, text) = (answer.status.as_u16(), answer.text());
                assert!(statuses.contains(&status), "{what}: {status}, not one of {statuses:?}: {text}");
                assert!(post.case.shows(person) || !text.contains("标记"), "{what}: {text}");
                asked += 1;
            }
        }
    }
    assert!(asked > 2_500, "{asked}");
}
