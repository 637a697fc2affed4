//! A forum that has been in use: posts for everyone, for classes and for groups, put straight into the tables.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result};
use kernel::clock::Clock;
use kernel::db::Tx;
use kernel::texts::Language;
use kernel::{p, statements};
use serde_json::json;

use crate::message_seed::WORDS;
use crate::seed::open;

statements! {
    /// A group of the chat.
    GROUP = "insert into chat_rooms (id, kind, name, announcement, created_at) values ($1, 'group', 'Group', '', $2)";
    /// Someone in it.
    GROUP_MEMBER = "insert into chat_members (room_id, user_id, joined_at) values ($1, $2, $3)";
    /// Whom posts are for.
    AUDIENCE = "insert into community_audiences (id, audience) values ($1, $2)";
    /// A post.
    POST = "insert into community_posts (id, type, title, content, author_id, class, author_tier, anonymous,
                audience_id, tags, images, pinned, featured, like_count, comment_count, share_count, hot, revision,
                deleted_by, created_at, updated_at)
            values ($1, $2, $3, $4, $5, $6, 0, $7, $8, $9, $10, $11, $12, $13, $14, 0, $15, 1, '', $16, $16)";
    /// One of its tags.
    TAG = "insert into community_tags (tag, post_id) values ($1, $2)";
    /// What it asks.
    POLL = "insert into community_polls (post_id, questions, secret, results_from, voter_count, tally)
            values ($1, $2, 0, 'vote', 30, $3)";
    /// Who has voted.
    VOTER = "insert into community_voters (post_id, user_id, answers)
             values ($1, $2, '[{\"question\":0,\"choices\":[1]}]')";
    /// Who likes it.
    LIKE = "insert into community_likes (target, target_id, user_id, created_at) values ('post', $1, $2, $3)";
    /// What was said to it.
    COMMENT = "insert into community_comments (id, post_id, author_id, class, author_tier, anonymous, content,
                   like_count, deleted_by, created_at)
               values ($1, $2, $3, $4, 0, 0, $5, 0, '', $6)";
    /// Who has opened it, and up to which comment.
    OPENED = "insert into community_reads (user_id, post_id, comment_id) values ($1, $2, $3)";
    /// Who keeps it.
    BOOKMARK = "insert into community_bookmarks (user_id, post_id, created_at) values ($1, $2, $3)";
}

/// These posts are for classes and groups alone, so that a reader of another class passes over all of them.
pub const FOR_OTHERS: Range<u64> = 48_000..50_000;
/// Classes that posts are for; the authors are theirs.
const CLASSES: u64 = 4;
const GROUPS: u64 = 40;
/// Between two posts: ten minutes.
const APART: i64 = 600_000;
/// Likes of a post: few have many.
const LIKES: f64 = 6.0;
/// Likewise its comments.
const COMMENTS: f64 = 4.0;
/// By which a post counts as newer each time its points double.
const HALF_A_DAY: f64 = 12.0 * 3_600_000.0;

/// Who is there.
pub struct Class {
    /// The authors, of the classes that posts are for.
    pub authors: Vec<String>,
    /// Those who read and have read; the first one is in three groups.
    pub readers: Vec<String>,
}

/// Fills the database of a portal that has these members and is not running.
pub fn fill(path: &Path, class: Class, posts: u64) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let db = open(path).await?;
        let now = Clock::system().now_ms();
        let begun = now - i64::try_from(posts).context("posts")? * APART;
        let written = db.write(move |tx| {
            let mut seeding = Seeding { tx, class: &class, posts, comments: 0 };
            seeding.insert_audiences(begun)?;
            (1..=posts).try_for_each(|number| seeding.insert_post(number, begun))
        });
        written.await.map_err(|error| anyhow::anyhow!("{}", error.localized(Language::English)))?;
        db.close();
        Ok(())
    })
}

/// A number that looks random and is the same in each run (SplitMix64).
fn dice(number: u64, salt: u64) -> u64 {
    let mut z = number.wrapping_mul(64).wrapping_add(salt).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// From 0 to 99.
fn percent(number: u64, salt: u64) -> u64 {
    dice(number, salt) % 100
}

/// Few are far above the mean.
fn spread(number: u64, salt: u64, mean: f64) -> u64 {
    let share = dice(number, salt) as f64 / u64::MAX as f64;
    (-(1.0 - share).max(1e-9).ln() * mean) as u64
}

fn word(number: u64, salt: u64) -> &'static str {
    WORDS[dice(number, salt) as usize % WORDS.len()]
}

fn words(number: u64, salt: u64, count: u64) -> String {
    (0..count).map(|place| word(number, salt + 1000 * place)).collect()
}

fn class_key(class: u64) -> String {
    format!("class:{:02}", class + 1)
}

fn group_id(group: u64) -> String {
    format!("00000000-0000-7000-8000-{group:012x}")
}

/// All audiences; the place of one is its number less one.
fn audiences() -> Vec<String> {
    let groups = || (0..GROUPS).map(|group| format!("group:{}", group_id(group)));
    std::iter::once("all".to_owned())
        .chain((0..CLASSES).map(class_key))
        .chain(groups())
        .chain((0..CLASSES).map(|class| format!("all!{}", class_key(class))))
        .chain(groups().enumerate().map(|(at, group)| format!("{}!{group}", class_key(at as u64 % CLASSES))))
        .collect()
}

struct Seeding<'a, 'b> {
    tx: &'a mut Tx<'b>,
    class: &'a Class,
    posts: u64,
    /// So far.
    comments: i64,
}

impl Seeding<'_, '_> {
    fn insert_audiences(&mut self, now: i64) -> kernel::Result<()> {
        for group in 0..GROUPS {
            let room = format!("group_{}", group_id(group));
            self.tx.exec(&GROUP, p![&room, now])?;
            let reader = self.class.readers.first().filter(|_| group < 3);
            let members = self.class.authors.iter().skip(group as usize).step_by(10).chain(reader);
            for user in members.collect::<BTreeSet<_>>() {
                self.tx.exec(&GROUP_MEMBER, p![&room, user, now])?;
            }
        }
        for (id, audience) in (1_i64..).zip(audiences()) {
            self.tx.exec(&AUDIENCE, p![id, &audience])?;
        }
        Ok(())
    }

    /// Whom a post is for: 30 of 100 for everyone, 40 for a class, 20 for a group, 10 with somebody left out.
    fn audience(&self, number: u64) -> i64 {
        let share = if FOR_OTHERS.contains(&number) { 30 + dice(number, 1) % 60 } else { percent(number, 1) };
        let which = dice(number, 2);
        let place = match share {
            0..30 => 0,
            30..70 => 1 + which % CLASSES,
            70..90 => 1 + CLASSES + which % GROUPS,
            90..95 => 1 + CLASSES + GROUPS + which % CLASSES,
            _ => 1 + 2 * CLASSES + GROUPS + which % GROUPS,
        };
        place as i64 + 1
    }

    fn author(&self, number: u64, salt: u64) -> String {
        let authors = &self.class.authors;
        authors[dice(number, salt) as usize % authors.len()].clone()
    }

    fn insert_post(&mut self, number: u64, begun: i64) -> kernel::Result<()> {
        let (id, at) = (number as i64, begun + number as i64 * APART);
        let kind = match percent(number, 3) {
            0..4 => "poll",
            4 => "survey",
            5..25 => "food",
            25..35 => "hot",
            _ => "forum",
        };
        let length = if percent(number, 4) == 0 { 1_500 } else { 10 + spread(number, 5, 50.0) };
        let (likes, comments) = (spread(number, 6, LIKES), spread(number, 7, COMMENTS));
        let bonus = ((1 + likes + 2 * comments) as f64).log2() * HALF_A_DAY;
        let mut tags: Vec<&str> = (0..dice(number, 8) % 4).map(|tag| word(number, 9 + tag)).collect();
        tags.sort_unstable();
        tags.dedup();
        let image =
            json!({ "hash": format!("{number:064x}"), "mime": "image/webp", "width": 1280, "height": 960 });
        let images = vec![image; spread(number, 13, 0.6).min(9) as usize];
        let author = self.author(number, 14);
        let params = p![
            id,
            kind,
            words(number, 15, 4),
            words(number, 16, length),
            &author,
            &author[2..4],
            percent(number, 17) < 20,
            self.audience(number),
            json!(tags).to_string(),
            json!(images).to_string(),
            number % (self.posts / 3).max(1) == 1,
            percent(number, 18) == 0,
            likes as i64,
            comments as i64,
            at + bonus as i64,
            at
        ];
        self.tx.exec(&POST, params)?;
        tags.iter().try_for_each(|tag| self.tx.exec(&TAG, p![*tag, id]).map(drop))?;
        if matches!(kind, "poll" | "survey") {
            self.insert_poll(id)?;
        }
        self.insert_reactions(number, likes, comments, at)
    }

    fn insert_poll(&mut self, id: i64) -> kernel::Result<()> {
        let question = json!([{
            "kind": "choice", "text": "", "options": ["食堂", "操场", "图书馆"], "max_choices": 1,
            "scale_min": 1, "scale_max": 5, "low_label": "", "high_label": "", "required": true,
        }]);
        let tally = json!([{ "answered": 30, "counts": [12, 10, 8] }]);
        self.tx.exec(&POLL, p![id, question.to_string(), tally.to_string()])?;
        for reader in self.class.readers.iter().filter(|_| percent(id as u64, 19) < 30) {
            self.tx.exec(&VOTER, p![id, reader])?;
        }
        Ok(())
    }

    fn insert_reactions(&mut self, number: u64, likes: u64, comments: u64, at: i64) -> kernel::Result<()> {
        let id = number as i64;
        let Class { authors, readers } = self.class;
        let first = dice(number, 20) as usize % authors.len();
        let fans = authors.iter().cycle().skip(first).take(likes as usize);
        let readers_too = readers.iter().filter(|_| percent(number, 21) < 10);
        for user in fans.chain(readers_too).collect::<BTreeSet<_>>() {
            self.tx.exec(&LIKE, p![id, user, at])?;
        }
        let before = self.comments;
        for comment in 0..comments {
            self.comments += 1;
            let author = self.author(number, 22 + comment);
            let text = words(number, 23 + comment, 12);
            let class = author[2..4].to_owned();
            self.tx.exec(&COMMENT, p![self.comments, id, author, class, text, at])?;
        }
        // A third of what was opened has comments that came since.
        let seen = if percent(number, 24) < 33 { before } else { self.comments };
        for (salt, reader) in (25..).zip(&self.class.readers) {
            if percent(number, salt) < 30 {
                self.tx.exec(&OPENED, p![reader, id, seen])?;
            }
            if percent(number, salt + 10) < 2 {
                self.tx.exec(&BOOKMARK, p![reader, id, at])?;
            }
        }
        Ok(())
    }
}
