//! Every SQL text of the community, by topic.

pub(crate) mod audiences;
pub(crate) mod comments;
pub(crate) mod erasure;
pub(crate) mod lists;
pub(crate) mod marks;
pub(crate) mod polls;
pub(crate) mod posts;
pub(crate) mod profiles;
pub(crate) mod reveals;

use kernel::db::Statement;

const COUNT: usize = audiences::STATEMENTS.len()
    + comments::STATEMENTS.len()
    + erasure::STATEMENTS.len()
    + lists::STATEMENTS.len()
    + marks::STATEMENTS.len()
    + polls::STATEMENTS.len()
    + posts::STATEMENTS.len()
    + profiles::STATEMENTS.len()
    + reveals::STATEMENTS.len();

/// All of them, for the test that prepares each on both engines.
pub(crate) static STATEMENTS: [&Statement; COUNT] = kernel::db::joined::<COUNT>(&[
    audiences::STATEMENTS,
    comments::STATEMENTS,
    erasure::STATEMENTS,
    lists::STATEMENTS,
    marks::STATEMENTS,
    polls::STATEMENTS,
    posts::STATEMENTS,
    profiles::STATEMENTS,
    reveals::STATEMENTS,
]);
