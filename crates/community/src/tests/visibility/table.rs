//! The people and the posts of the table.

use std::fmt;

use super::super::*;
use crate::store::{marks, posts};

/// Who wrote everything.
pub(super) const AUTHOR: &str = "240101";
/// The members of the table. 240102 and 240201 are in the group, 240104 is an officer, 240100 the class admin of class 01,
/// 240301 an admin of class 03.
const MEMBERS: [&str; 7] = [AUTHOR, "240102", "240103", "240104", "240201", "240100", "240301"];
/// A program that 240102 runs in the name of the class admin, who approved it.
const PROGRAM: &str = "a program";
/// Who moderates what the author writes.
const MODERATORS: [&str; 3] = ["240104", "240100", "240301"];

/// What became of a post.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Stands,
    /// Its author has deleted it.
    Deleted,
    /// A moderator has removed it.
    Removed,
}

/// Whom a post is for.
pub(super) struct Case {
    /// What its title, text, tag and options say.
    pub(super) mark: &'static str,
    /// The lists that its author names.
    pub(super) audience: Value,
    /// Who of the members and the program it is for. The program reaches no further than both of its people.
    for_whom: [bool; 8],
    pub(super) fate: Fate,
}

/// Every kind of audience, and what is gone.
pub(super) fn cases(group: &str) -> Vec<Case> {
    let only = |rooms: &[&str]| json!({ "visible_groups": rooms });
    let but = |rooms: &[&str]| json!({ "hidden_groups": rooms });
    let stands = |mark, audience, for_whom| Case { mark, audience, for_whom, fate: Fate::Stands };
    vec![
        stands("标记甲", json!({}), [true; 8]),
        stands("标记乙", only(&["class_01"]), [true, true, true, true, false, true, false, true]),
        stands("标记丙", only(&["class_02"]), [true, false, false, false, true, false, false, false]),
        stands("标记丁", only(&[group]), [true, true, false, false, true, false, false, false]),
        stands("标记戊", but(&[group]), [true, false, true, true, false, true, true, false]),
        stands("标记己", but(&["class_02"]), [true, true, true, true, false, true, true, true]),
        stands(
            "标记庚",
            json!({ "visible_groups": ["class_01"], "hidden_groups": [group] }),
            [true, false, true, true, false, true, false, false],
        ),
        stands("标记辛", only(&[group, "class_03"]), [true, true, false, false, true, false, true, false]),
        Case { mark: "标记壬", audience: json!({}), for_whom: [true; 8], fate: Fate::Deleted },
        Case { mark: "标记癸", audience: json!({}), for_whom: [true; 8], fate: Fate::Removed },
    ]
}

impl Case {
    /// Whether a post is for somebody: it may be gone all the same.
    pub(super) fn is_for(&self, person: &Person) -> bool {
        self.for_whom.get(person.place).copied().unwrap_or_default()
    }

    /// Whether somebody sees a post.
    pub(super) fn shows(&self, person: &Person) -> bool {
        self.fate == Fate::Stands && self.is_for(person)
    }
}

/// Somebody who asks.
pub(super) struct Person {
    /// The user ID of a member, else what it is.
    pub(super) name: &'static str,
    pub(super) client: Client,
    place: usize,
}

impl Person {
    /// The user ID; nobody's of a program and of whoever has not signed in.
    pub(super) fn user(&self) -> Option<UserId> {
        UserId::parse(self.name)
    }

    pub(super) fn is_program(&self) -> bool {
        self.name == PROGRAM
    }

    pub(super) fn is_author(&self) -> bool {
        self.name == AUTHOR
    }

    pub(super) fn moderates(&self) -> bool {
        MODERATORS.contains(&self.name)
    }
}

impl fmt::Display for Person {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// A post with a comment below it and an image.
pub(super) struct Post {
    pub(super) case: Case,
    pub(super) id: i64,
    /// `food` or `poll`.
    pub(super) kind: &'static str,
    pub(super) comment: i64,
    pub(super) image: String,
}

pub(super) struct Table {
    pub(super) portal: TestPortal,
    pub(super) people: Vec<Person>,
    pub(super) posts: Vec<Post>,
    pub(super) group: String,
}

impl Table {
    /// The people, and a food post and a poll for each case.
    pub(super) async fn new() -> Self {
        let mut table = Self::without_posts().await;
        for kind in ["food", "poll"] {
            for case in cases(&table.group) {
                let number = u8::try_from(table.posts.len()).unwrap();
                let image = upload(&table.portal, AUTHOR, &[PNG, &[number]].concat()).await;
                let (id, comment) = table.write(&case, kind, &image).await;
                table.mark(id).await;
                table.end(id, case.fate).await;
                table.posts.push(Post { case, id, kind, comment, image });
            }
        }
        table.portal.settle().await;
        table
    }

    /// The people alone.
    pub(super) async fn without_posts() -> Self {
        let limits = [
            ("RATE_LIMIT_POSTS", "10000/60"),
            ("RATE_LIMIT_EDITS", "10000/60"),
            ("RATE_LIMIT_COMMENTS", "10000/60"),
            ("RATE_LIMIT_LIKES", "10000/60"),
            ("RATE_LIMIT_REPORTS", "10000/60"),
            ("RATE_LIMIT_INTEGRATION", "10000/60"),
            ("RATE_LIMIT_USER", "100000/60"),
        ];
        let features =
            [search::FEATURE, realtime::FEATURE, integrations::FEATURE, moderation::FEATURE, FEATURE];
        let portal = TestPortal::with(&features, &limits).await;
        let mut callers = Vec::new();
        for id in MEMBERS {
            callers.push((id, portal.register(id).await));
        }
        portal.promote("240104", &[&identity::admin::MANAGE_POSTS]).await;
        make_admin(&portal, "240301").await;
        let client = |id: &str| &callers.iter().find(|(name, _)| *name == id).unwrap().1;
        let program = program_of(&portal, client("240102"), client("240100")).await;
        callers.extend([(PROGRAM, program), ("nobody who has signed in", portal.anonymous())]);
        let group = group(&portal, &[AUTHOR, "240102", "240201"]);
        let person = |(place, (name, client))| Person { name, client, place };
        let people = callers.into_iter().enumerate().map(person).collect();
        Self { portal, people, posts: Vec::new(), group }
    }

    pub(super) fn person(&self, name: &str) -> &Person {
        self.people.iter().find(|person| person.name == name).unwrap()
    }

    pub(super) fn members(&self) -> impl Iterator<Item = &Person> {
        self.people.iter().filter(|person| person.user().is_some())
    }

    pub(super) fn author(&self) -> &Client {
        &self.person(AUTHOR).client
    }

    /// A post that calls two members, and a comment below it.
    async fn write(&self, case: &Case, kind: &str, image: &str) -> (i64, i64) {
        let mark = case.mark;
        let mut more = case.audience.clone();
        let fields = json!({ "title": mark, "content": format!("@net-240102 @net-240201 {mark}"),
            "images": [image], "tags": [mark], "type": kind });
        more.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        if kind == "poll" {
            let options = [format!("{mark}一"), format!("{mark}二")];
            more["poll"] = json!({ "questions": [{ "kind": "choice", "options": options }] });
        }
        let made = write(self.author(), more).await;
        let said = self.author().post(&at(&made, "/comments"), &json!({ "content": mark })).await.data();
        (made["id"].as_i64().unwrap(), said["id"].as_i64().unwrap())
    }

    /// Pins and features a post, and puts it among the bookmarks of everyone, as if all of them had seen it once: no list
    /// is short because nobody could choose for it what they do not see.
    async fn mark(&self, id: i64) {
        let users: Vec<UserId> = self.members().filter_map(Person::user).collect();
        let write = self.portal.app.write(move |tx| {
            let now = tx.now();
            for user in &users {
                marks::set_bookmark(tx, *user, id, now)?;
            }
            let mut post = posts::find(tx, id)?.unwrap();
            (post.pinned, post.featured) = (true, true);
            Ok(posts::mark(tx, &post)?)
        });
        write.await.unwrap();
    }

    async fn end(&self, id: i64, fate: Fate) {
        let removal = json!({ "kind": "post", "id": id.to_string(), "reason": "伤人" });
        match fate {
            Fate::Stands => return,
            Fate::Deleted => self.author().delete(&format!("/api/community/{id}")).await,
            Fate::Removed => self.person("240104").client.post("/api/moderation/removals", &removal).await,
        }
        .data();
    }
}

async fn make_admin(portal: &TestPortal, id: &str) {
    let user = UserId::parse(id).unwrap();
    portal.app.write(move |tx| Ok(identity::user::settle_admins(tx, &[user])?)).await.unwrap();
    portal.settle().await;
}

/// A program that a pupil asked for and the class admin approved, by its secret.
async fn program_of(portal: &TestPortal, pupil: &Client, head: &Client) -> Client {
    let wanted = json!({ "name": "阅读器", "scopes": ["community:read"] });
    let request = pupil.post("/api/integrations/requests", &wanted).await.data()["id"].clone();
    let approval = json!({ "scopes": ["community:read"] });
    head.post(&format!("/api/integrations/requests/{request}/approve"), &approval).await.data();
    let taken = pupil.post_empty(&format!("/api/integrations/requests/{request}/secret")).await.data();
    portal.anonymous().bearing(taken["secret"].as_str().unwrap())
}
