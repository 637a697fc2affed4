//! The made-up people, and what they say: `class/class.json`.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use serde::Deserialize;
use serde_json::Value;

/// The file, so that the folder of a demo knows which one it was made from.
pub(crate) const FILE: &str = include_str!("../class/class.json");
/// The password of every member of the demo class.
pub const PASSWORD: &str = "class-demo-1";

/// A dialogue: each line begins with its speaker, `A:` to `D:` for pupils and `T:` for the teacher.
pub(crate) type Dialogue = Vec<String>;

/// The whole file.
#[derive(Deserialize)]
pub(crate) struct Class {
    pub(crate) people: Vec<Person>,
    /// What a `{placeholder}` of a dialogue can be; one choice holds for the whole dialogue.
    pub(crate) words: BTreeMap<String, Vec<String>>,
    /// Dialogues of the class room.
    pub(crate) class: Vec<Dialogue>,
    pub(crate) groups: Vec<Group>,
    /// Dialogues of two.
    pub(crate) private: Vec<Dialogue>,
    pub(crate) announcements: Vec<Announcement>,
    pub(crate) broadcasts: Vec<Broadcast>,
    pub(crate) countdowns: Countdowns,
    /// The message that the teacher pins in the class room.
    pub(crate) pinned: String,
    pub(crate) reported: Reported,
    pub(crate) posts: Vec<Post>,
}

/// Someone on the class list.
#[derive(Deserialize)]
pub(crate) struct Person {
    pub(crate) real_name: String,
    /// Empty for someone who has not registered.
    pub(crate) net_name: String,
    pub(crate) gender: String,
    /// `teacher`, `admin`, the title of an officer, or empty.
    pub(crate) office: String,
}

/// A chat group.
#[derive(Deserialize)]
pub(crate) struct Group {
    pub(crate) name: String,
    pub(crate) talk: Vec<Dialogue>,
}

/// An announcement of the teacher.
#[derive(Deserialize)]
pub(crate) struct Announcement {
    pub(crate) days_ago: i32,
    pub(crate) title: String,
    /// Lines of Markdown.
    pub(crate) content: Vec<String>,
    /// `homework` or nothing.
    pub(crate) r#type: Option<String>,
    /// Days from its publication to its last day.
    pub(crate) due: Option<i32>,
    /// The subject of homework.
    pub(crate) subject: Option<String>,
    /// `HH:MM` of its last day.
    pub(crate) due_time: Option<String>,
    /// Whether pupils hand something in.
    #[serde(default)]
    pub(crate) hand_in: bool,
    #[serde(default)]
    pub(crate) requires_ack: bool,
    #[serde(default)]
    pub(crate) pinned: bool,
}

/// A broadcast of the teacher.
#[derive(Deserialize)]
pub(crate) struct Broadcast {
    pub(crate) days_ago: i32,
    pub(crate) content: String,
    pub(crate) priority: String,
}

/// The countdowns that members have.
#[derive(Deserialize)]
pub(crate) struct Countdowns {
    /// Those of [`crate::PUPIL`].
    pub(crate) pupil: Vec<Countdown>,
    /// Each other pupil has some of these.
    pub(crate) others: Vec<Countdown>,
}

/// A countdown.
#[derive(Deserialize)]
pub(crate) struct Countdown {
    /// From today.
    pub(crate) days: i32,
    /// Title, colour and the other fields, as the API takes them.
    #[serde(flatten)]
    pub(crate) fields: serde_json::Map<String, Value>,
}

/// A message that a pupil has reported.
#[derive(Deserialize)]
pub(crate) struct Reported {
    pub(crate) days_ago: i32,
    pub(crate) said: String,
    pub(crate) reason: String,
}

/// A post of the community.
#[derive(Deserialize)]
pub(crate) struct Post {
    pub(crate) days_ago: i32,
    /// By real name, as all here.
    pub(crate) author: String,
    pub(crate) r#type: String,
    pub(crate) title: String,
    /// Lines of Markdown.
    pub(crate) content: Vec<String>,
    pub(crate) tags: Vec<String>,
    #[serde(default)]
    pub(crate) anonymous: bool,
    #[serde(default)]
    pub(crate) pinned: bool,
    #[serde(default)]
    pub(crate) featured: bool,
    pub(crate) poll: Option<Poll>,
    /// How many of a hundred pupils vote.
    #[serde(default)]
    pub(crate) votes: usize,
    /// How many of a hundred pupils like it.
    pub(crate) likes: usize,
    pub(crate) comments: Vec<PostComment>,
}

/// What a post asks.
#[derive(Deserialize)]
pub(crate) struct Poll {
    /// As the API takes them.
    pub(crate) questions: Vec<Value>,
    /// Days from the post to the end of the vote.
    pub(crate) closes: i32,
    pub(crate) secret: bool,
}

/// A comment: its author and its text, the place of the comment that it answers, from 1, and whether it is anonymous.
#[derive(Deserialize)]
pub(crate) struct PostComment(
    pub(crate) String,
    pub(crate) String,
    #[serde(default)] pub(crate) Option<usize>,
    #[serde(default)] pub(crate) bool,
);

impl Class {
    /// Reads the file.
    pub(crate) fn load() -> Result<Self> {
        serde_json::from_str(FILE).context("class/class.json")
    }
}
