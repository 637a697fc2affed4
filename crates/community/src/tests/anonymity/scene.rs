//! An author who writes anonymously, others who look for them, and everything that these others are shown.

use identity::admin::MANAGE_POSTS;
use kernel::events::Event;

use super::super::*;

/// The author.
pub(super) const AUTHOR: &str = "240101";
/// What would tell who it is.
const TRACES: [&str; 3] = ["240101", "net-240101", "实名240101"];
/// What the author does under their own name, by feature and kind of the event: they like and pass on what somebody else
/// wrote openly.
const OPEN_ACTS: [(&str, &str); 2] = [("community", "liked"), ("community", "post_shared")];
/// What the author alone hears, so that they are its whole audience: that they are a member, what they are told, and
/// what they earn by their open acts.
const OWN_NEWS: [(&str, &str); 4] = [
    ("user", "registered"),
    ("notifications", "added"),
    ("notifications", "changed"),
    ("level", "exp_changed"),
];

/// Somebody else.
pub(super) struct Other {
    pub(super) what: &'static str,
    pub(super) id: &'static str,
    pub(super) client: Client,
}

impl Other {
    fn user(&self) -> UserId {
        UserId::parse(self.id).unwrap()
    }
}

pub(super) struct Scene {
    pub(super) portal: TestPortal,
    pub(super) author: Client,
    pub(super) others: Vec<Other>,
    /// An anonymous poll.
    pub(super) post: Value,
    /// An anonymous comment below the post of a classmate.
    pub(super) comment: Value,
}

impl Scene {
    /// An anonymous poll with an image and a call, and an anonymous comment below another's post.
    pub(super) async fn new() -> Self {
        let limits = [
            ("RATE_LIMIT_USER", "100000/60"),
            ("RATE_LIMIT_COMMENTS", "1000/60"),
            ("RATE_LIMIT_REPORTS", "1000/60"),
        ];
        let features =
            [search::FEATURE, realtime::FEATURE, integrations::FEATURE, moderation::FEATURE, FEATURE];
        let portal = TestPortal::with(&features, &limits).await;
        let author = portal.register(AUTHOR).await;
        let officer = portal.officer(&[&MANAGE_POSTS]).await;
        let (mate, head, admin) =
            (portal.register("240102").await, portal.class_admin().await, portal.admin().await);
        let others = [
            ("a classmate", "240102", mate),
            ("an officer", "240112", officer),
            ("the class admin", "240100", head),
            ("an admin", "240000", admin),
        ];
        let others = others.map(|(what, id, client)| Other { what, id, client }).into();
        let image = upload(&portal, AUTHOR, PNG).await;
        let poll = json!({ "questions": [{ "kind": "choice", "options": ["是", "否"] }], "secret": false, "results_from": "vote" });
        let more = json!({ "type": "poll", "poll": poll, "anonymous": true, "images": [image], "tags": ["匿名"], "content": "@net-240102 怎么看", "visible_groups": ["class_01"] });
        let post = write(&author, more).await;
        let mut scene = Self { portal, author, others, post, comment: Value::Null };
        scene.act().await;
        scene
    }

    /// What the author does beside the post.
    async fn act(&mut self) {
        let own = json!({ "content": "我自己的补充", "anonymous": true });
        self.author.post(&at(&self.post, "/comments"), &own).await.data();
        let open = write(self.mate(), json!({ "title": "公开" })).await;
        let said = json!({ "content": "@net-240102 匿名说", "anonymous": true });
        self.comment = self.author.post(&at(&open, "/comments"), &said).await.data();
        self.author.patch(&at(&self.post, ""), &json!({ "content": "改过了 @net-240102" })).await.data();
        self.author.put(&at(&open, "/like"), &json!({})).await.data();
        self.author.post_empty(&at(&open, "/share")).await.data();
    }

    fn other(&self, id: &str) -> &Client {
        &self.others.iter().find(|other| other.id == id).unwrap().client
    }

    /// A classmate.
    pub(super) fn mate(&self) -> &Client {
        self.other("240102")
    }

    /// An officer who manages posts.
    pub(super) fn officer(&self) -> &Client {
        self.other("240112")
    }

    /// The class admin.
    pub(super) fn head(&self) -> &Client {
        self.other("240100")
    }

    /// Everything in the log.
    pub(super) async fn events(&self) -> Vec<Event> {
        self.portal.app.db.read(|read| Ok(kernel::events::after(read, 0, 10_000)?)).await.unwrap()
    }

    /// The frames of all features that a member has got so far.
    pub(super) async fn frames_for(&self, other: &Other) -> Vec<Value> {
        let facts = self.portal.app.accounts().load(other.user()).await.unwrap().unwrap();
        let mut frames = Vec::new();
        for feature in &self.portal.app.features {
            frames.extend(realtime::testing::frames_for(&self.portal.app, &facts, feature.name).await);
        }
        frames
    }

    /// What every feature exports of a member.
    pub(super) async fn exports_of(&self, other: &Other) -> Vec<(&'static str, Value)> {
        let (user, features) = (other.user(), self.portal.app.features.clone());
        let read = self.portal.app.db.read(move |read| {
            let mut all = Vec::new();
            for feature in &features {
                all.extend((feature.export_user)(read, &user)?.map(|data| (feature.name, data)));
            }
            Ok(all)
        });
        read.await.unwrap()
    }

    /// The cases of every state that somebody moderates, as their lists have them; none of whoever moderates nothing.
    pub(super) async fn cases_for(&self, other: &Other) -> Vec<Value> {
        let mut all = Vec::new();
        for status in ["open", "appealed", "kept", "removed", "restored"] {
            let list = other.client.get(&format!("/api/moderation/cases?status={status}")).await;
            let found = list.json()["data"]["cases"].as_array().cloned().unwrap_or_default();
            refuse_traces(&format!("the list of {status} cases for {}", other.what), &list.text());
            all.extend(found);
        }
        all
    }

    /// Looks for the author in everything that the others are shown beside the community itself.
    pub(super) async fn refuse_traces_for_others(&self, when: &str) {
        for other in &self.others {
            for case in self.cases_for(other).await {
                let path = format!("/api/moderation/cases/{}", case["id"].as_str().unwrap());
                let opened = other.client.get(&path).await;
                refuse_traces(
                    &format!("{when}: an open case for {}", other.what),
                    &opened.data().to_string(),
                );
            }
            for path in ["/api/moderation/own", "/api/notifications?limit=50", "/api/admin/logs?limit=100"] {
                let answer = other.client.get(path).await;
                refuse_traces(&format!("{when}: {path} for {}", other.what), &answer.text());
            }
            let frames = json!(self.frames_for(other).await).to_string();
            refuse_traces(&format!("{when}: frames for {}", other.what), &frames);
            for (feature, data) in self.exports_of(other).await {
                refuse_traces(
                    &format!("{when}: what {feature} exports to {}", other.what),
                    &data.to_string(),
                );
            }
        }
        self.refuse_traces_in_events(when).await;
    }

    /// Looks for the author in every event, but those of what they did openly and those that they alone hear.
    pub(super) async fn refuse_traces_in_events(&self, when: &str) {
        let anonymous = self.post["id"].to_string();
        for event in self.events().await {
            let Event { feature, kind, actor_id, audience, subject_id, data, .. } = &event;
            let what = format!("{when}: the event {feature} {kind} of {subject_id}");
            let name = (feature.as_str(), kind.as_str());
            if OPEN_ACTS.contains(&name) && actor_id == AUTHOR {
                assert_ne!(*subject_id, anonymous, "{what} names its author");
                refuse_traces(&what, &format!("{audience} {data}"));
            } else if OWN_NEWS.contains(&name) && *audience == format!("user:{AUTHOR}") {
                refuse_traces(&what, &format!("{actor_id} {data}"));
            } else {
                refuse_traces(&what, &format!("{actor_id} {audience} {subject_id} {data}"));
            }
        }
    }
}

pub(super) fn refuse_traces(what: &str, text: &str) {
    for trace in TRACES {
        assert!(!text.contains(trace), "{what} has {trace}: {text}");
    }
}
