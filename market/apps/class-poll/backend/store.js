// The tables and every SQL text of the app.
'use strict';

const db = require('../../../server/src/utils/db');

db.exec(`
  CREATE TABLE IF NOT EXISTS poll_polls (
    id INTEGER PRIMARY KEY AUTOINCREMENT, class TEXT NOT NULL, author_id TEXT NOT NULL, question TEXT NOT NULL,
    options TEXT NOT NULL, created_at INTEGER NOT NULL, closes_at INTEGER
  );
  CREATE INDEX IF NOT EXISTS poll_polls_class ON poll_polls (class, id);
  CREATE TABLE IF NOT EXISTS poll_votes (
    poll_id INTEGER NOT NULL, user_id TEXT NOT NULL, choice INTEGER NOT NULL, PRIMARY KEY (poll_id, user_id)
  );
`);

const POLL = 'SELECT p.*, u.net_name AS author FROM poll_polls p LEFT JOIN users u ON u.user_id = p.author_id';

const sql = {
  list: db.prepare(`${POLL} WHERE p.class = ? ORDER BY p.id DESC LIMIT 30`),
  find: db.prepare(`${POLL} WHERE p.id = ? AND p.class = ?`),
  current: db.prepare(
    `${POLL} WHERE p.class = ? AND (p.closes_at IS NULL OR p.closes_at > ?) ORDER BY p.id DESC LIMIT 1`),
  open: db.prepare('SELECT COUNT(*) AS n FROM poll_polls WHERE class = ? AND (closes_at IS NULL OR closes_at > ?)'),
  insert: db.prepare(
    'INSERT INTO poll_polls (class, author_id, question, options, created_at, closes_at) VALUES (?, ?, ?, ?, ?, ?)'),
  close: db.prepare('UPDATE poll_polls SET closes_at = ? WHERE id = ?'),
  remove: db.prepare('DELETE FROM poll_polls WHERE id = ?'),
  removeVotes: db.prepare('DELETE FROM poll_votes WHERE poll_id = ?'),
  counts: db.prepare('SELECT choice, COUNT(*) AS n FROM poll_votes WHERE poll_id = ? GROUP BY choice'),
  own: db.prepare('SELECT choice FROM poll_votes WHERE poll_id = ? AND user_id = ?'),
  // The primary key makes it one vote for each member; voting again moves it.
  vote: db.prepare(`INSERT INTO poll_votes (poll_id, user_id, choice) VALUES (?, ?, ?)
    ON CONFLICT (poll_id, user_id) DO UPDATE SET choice = excluded.choice`),
  classmates: db.prepare('SELECT user_id FROM users WHERE class = ?'),
};

module.exports = {
  list: (number) => sql.list.all(number),
  find: (id, number) => sql.find.get(id, number),
  current: (number) => sql.current.get(number, Date.now()),
  openCount: (number) => sql.open.get(number, Date.now()).n,
  insert: (number, author, question, options, closesAt) =>
    sql.insert.run(number, author, question, JSON.stringify(options), Date.now(), closesAt).lastInsertRowid,
  close: (id) => sql.close.run(Date.now(), id),
  remove: db.transaction((id) => {
    sql.removeVotes.run(id);
    sql.remove.run(id);
  }),
  counts: (id) => new Map(sql.counts.all(id).map(({ choice, n }) => [choice, n])),
  ownChoice: (id, user) => {
    const row = sql.own.get(id, user);
    return row ? row.choice : null;
  },
  vote: (id, user, choice) => sql.vote.run(id, user, choice),
  classmates: (number) => sql.classmates.all(number).map(({ user_id }) => user_id),
};
