//! Every SQL text of the market.

pub(crate) mod apps;
pub(crate) mod backends;
pub(crate) mod config;
pub(crate) mod storage;

use kernel::db::Statement;

/// All of them.
pub(crate) const STATEMENTS: &[&Statement] =
    &kernel::db::joined::<
        {
            apps::STATEMENTS.len()
                + backends::STATEMENTS.len()
                + config::STATEMENTS.len()
                + storage::STATEMENTS.len()
        },
    >(&[apps::STATEMENTS, backends::STATEMENTS, config::STATEMENTS, storage::STATEMENTS]);
