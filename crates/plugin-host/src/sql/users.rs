//! The table `users` that back ends read: a temporary copy of what every member may know of another.

use rusqlite::{Connection, params};

use super::{Database, DatabaseError};
use crate::portal::PublicUser;

/// Made before any code of the back end runs. The table in the file holds IDs alone, for foreign keys: those cannot
/// name a temporary table. It only grows, so a member who leaves takes no rows of the back end along.
const CREATE: &str = include_str!("users.sql");

const EMPTY: &str = include_str!("empty_users.sql");
const FILL: &str = include_str!("fill_users.sql");
const KEEP_IDS: &str = include_str!("keep_user_ids.sql");

/// Creates both tables.
pub fn create(connection: &Connection) -> Result<(), rusqlite::Error> {
    connection.execute_batch(CREATE)
}

impl Database {
    /// Replaces the members that the back end sees.
    pub(crate) fn set_users(&mut self, users: &[PublicUser]) -> Result<(), DatabaseError> {
        let connection = &mut self.connection;
        let filled = self.authorizer.as_host(|| -> Result<(), rusqlite::Error> {
            let transaction = connection.transaction()?;
            transaction.execute_batch(EMPTY)?;
            let mut fill = transaction.prepare(FILL)?;
            for user in users {
                let PublicUser { user_id, net_name, real_name, avatar, class, role } = user;
                fill.execute(params![user_id, net_name, real_name, avatar, class, role])?;
            }
            drop(fill);
            transaction.commit()?;
            // By itself, because a full database has no room for new IDs. It writes only when there are some: each
            // write is a page to store.
            connection.execute_batch(KEEP_IDS)
        });
        Ok(filled?)
    }
}
