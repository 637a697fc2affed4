//! Every SQL text of the chat feature, by topic.

pub(super) mod erasure;
pub(super) mod groups;
pub(super) mod messages;
pub(super) mod reactions;
pub(super) mod read_markers;
pub(super) mod removals;

use kernel::db::Statement;

const PARTS: [&[&Statement]; 6] = [
    groups::STATEMENTS,
    erasure::STATEMENTS,
    read_markers::STATEMENTS,
    messages::STATEMENTS,
    removals::STATEMENTS,
    reactions::STATEMENTS,
];

const COUNT: usize = {
    let (mut count, mut part) = (0, 0);
    while part < PARTS.len() {
        count += PARTS[part].len();
        part += 1;
    }
    count
};

/// All of them, for the test that prepares each on both engines.
pub(super) static STATEMENTS: [&Statement; COUNT] = {
    let mut all = [PARTS[0][0]; COUNT];
    let (mut next, mut part) = (0, 0);
    while part < PARTS.len() {
        let mut index = 0;
        while index < PARTS[part].len() {
            all[next] = PARTS[part][index];
            next += 1;
            index += 1;
        }
        part += 1;
    }
    all
};
