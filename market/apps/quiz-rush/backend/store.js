// The tables and every SQL text of the app.
'use strict';

const db = require('../../../server/src/utils/db');

db.exec(`
  CREATE TABLE IF NOT EXISTS quiz_rooms (
    code TEXT PRIMARY KEY, class TEXT NOT NULL, host_id TEXT NOT NULL, title TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'open', version INTEGER NOT NULL DEFAULT 1, updated_at INTEGER NOT NULL
  );
  CREATE TABLE IF NOT EXISTS quiz_questions (
    room_code TEXT NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL, answer TEXT NOT NULL,
    PRIMARY KEY (room_code, number)
  );
  CREATE TABLE IF NOT EXISTS quiz_players (
    room_code TEXT NOT NULL, user_id TEXT NOT NULL, score INTEGER NOT NULL DEFAULT 0, joined_at INTEGER NOT NULL,
    PRIMARY KEY (room_code, user_id)
  );
  CREATE TABLE IF NOT EXISTS quiz_rounds (
    id INTEGER PRIMARY KEY AUTOINCREMENT, room_code TEXT NOT NULL, number INTEGER NOT NULL, state TEXT NOT NULL,
    answering_id TEXT, winner_id TEXT, opened_at INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS quiz_rounds_room ON quiz_rounds (room_code, id);
  CREATE TABLE IF NOT EXISTS quiz_buzzes (
    round_id INTEGER NOT NULL, user_id TEXT NOT NULL, ms INTEGER NOT NULL, verdict TEXT,
    PRIMARY KEY (round_id, user_id)
  );
`);

// It came after version 1.0.0: an update of the app finds its old tables.
if (!db.prepare('PRAGMA table_info(quiz_rooms)').all().some(({ name }) => name === 'stage'))
  db.exec('ALTER TABLE quiz_rooms ADD COLUMN stage INTEGER NOT NULL DEFAULT 0');

const sql = {
  room: db.prepare(`SELECT r.*, u.net_name AS host_name FROM quiz_rooms r LEFT JOIN users u ON u.user_id = r.host_id
    WHERE r.code = ?`),
  rooms: db.prepare(`SELECT r.code, r.title, r.status, r.host_id, u.net_name AS host_name,
      (SELECT COUNT(*) FROM quiz_players p WHERE p.room_code = r.code) AS players,
      (SELECT COUNT(*) FROM quiz_questions q WHERE q.room_code = r.code) AS total,
      r.host_id = ? OR EXISTS (SELECT 1 FROM quiz_players p WHERE p.room_code = r.code AND p.user_id = ?) AS mine
    FROM quiz_rooms r LEFT JOIN users u ON u.user_id = r.host_id
    WHERE r.class = ? ORDER BY mine DESC, r.updated_at DESC LIMIT 40`),
  insertRoom: db.prepare('INSERT INTO quiz_rooms (code, class, host_id, title, updated_at) VALUES (?, ?, ?, ?, ?)'),
  touch: db.prepare('UPDATE quiz_rooms SET version = version + 1, updated_at = ? WHERE code = ?'),
  setStage: db.prepare('UPDATE quiz_rooms SET stage = ? WHERE code = ?'),
  finish: db.prepare("UPDATE quiz_rooms SET status = 'finished' WHERE code = ?"),
  old: db.prepare('SELECT code FROM quiz_rooms WHERE updated_at < ?'),
  ofHost: db.prepare("SELECT code FROM quiz_rooms WHERE host_id = ? AND status = 'open'"),
  insertQuestion: db.prepare('INSERT INTO quiz_questions (room_code, number, text, answer) VALUES (?, ?, ?, ?)'),
  questions: db.prepare('SELECT number, text, answer FROM quiz_questions WHERE room_code = ? ORDER BY number'),
  players: db.prepare(`SELECT p.user_id, p.score, u.net_name AS name FROM quiz_players p
    LEFT JOIN users u ON u.user_id = p.user_id WHERE p.room_code = ? ORDER BY p.score DESC, p.joined_at, p.user_id`),
  insertPlayer: db.prepare('INSERT OR IGNORE INTO quiz_players (room_code, user_id, joined_at) VALUES (?, ?, ?)'),
  deletePlayer: db.prepare('DELETE FROM quiz_players WHERE room_code = ? AND user_id = ?'),
  addScore: db.prepare('UPDATE quiz_players SET score = score + ? WHERE room_code = ? AND user_id = ?'),
  lastRound: db.prepare('SELECT * FROM quiz_rounds WHERE room_code = ? ORDER BY id DESC LIMIT 1'),
  insertRound: db.prepare("INSERT INTO quiz_rounds (room_code, number, state, opened_at) VALUES (?, ?, 'open', ?)"),
  // Whoever comes while the round is still open is first; for everybody after that no row is left to change.
  takeRound: db.prepare("UPDATE quiz_rounds SET state = 'answering', answering_id = ? WHERE id = ? AND state = 'open'"),
  closeRound: db.prepare(
    "UPDATE quiz_rounds SET state = 'closed', answering_id = NULL, winner_id = ? WHERE id = ?"),
  reopenRound: db.prepare("UPDATE quiz_rounds SET state = 'open', answering_id = NULL, opened_at = ? WHERE id = ?"),
  buzzes: db.prepare('SELECT user_id, ms, verdict FROM quiz_buzzes WHERE round_id = ? ORDER BY ms'),
  insertBuzz: db.prepare('INSERT INTO quiz_buzzes (round_id, user_id, ms) VALUES (?, ?, ?)'),
  judge: db.prepare('UPDATE quiz_buzzes SET verdict = ? WHERE round_id = ? AND user_id = ?'),
  classmates: db.prepare('SELECT user_id FROM users WHERE class = ?'),
};

const REMOVALS = [
  'DELETE FROM quiz_buzzes WHERE round_id IN (SELECT id FROM quiz_rounds WHERE room_code = ?)',
  'DELETE FROM quiz_rounds WHERE room_code = ?',
  'DELETE FROM quiz_players WHERE room_code = ?',
  'DELETE FROM quiz_questions WHERE room_code = ?',
  'DELETE FROM quiz_rooms WHERE code = ?',
].map((text) => db.prepare(text));

module.exports = {
  atomically: (change) => db.transaction(change)(),
  room: (code) => sql.room.get(code),
  rooms: (user, number) => sql.rooms.all(user, user, number).map((room) => ({ ...room, mine: room.mine === 1 })),
  insertRoom: (code, number, host, title) => sql.insertRoom.run(code, number, host, title, Date.now()),
  touch: (code) => sql.touch.run(Date.now(), code),
  setStage: (code, number) => sql.setStage.run(number, code),
  finish: (code) => sql.finish.run(code),
  codesOfHost: (host) => sql.ofHost.all(host).map(({ code }) => code),
  codesBefore: (time) => sql.old.all(time).map(({ code }) => code),
  deleteRoom: (code) => REMOVALS.forEach((removal) => removal.run(code)),
  insertQuestion: (code, number, text, answer) => sql.insertQuestion.run(code, number, text, answer),
  questions: (code) => sql.questions.all(code),
  players: (code) => sql.players.all(code),
  insertPlayer: (code, user) => sql.insertPlayer.run(code, user, Date.now()),
  deletePlayer: (code, user) => sql.deletePlayer.run(code, user),
  addScore: (code, user, points) => sql.addScore.run(points, code, user),
  lastRound: (code) => sql.lastRound.get(code),
  insertRound: (code, number) => sql.insertRound.run(code, number, Date.now()),
  takeRound: (id, user) => sql.takeRound.run(user, id).changes === 1,
  closeRound: (id, winner) => sql.closeRound.run(winner, id),
  reopenRound: (id) => sql.reopenRound.run(Date.now(), id),
  buzzes: (id) => sql.buzzes.all(id),
  insertBuzz: (id, user, ms) => sql.insertBuzz.run(id, user, ms),
  judge: (id, user, verdict) => sql.judge.run(verdict, id, user),
  classmates: (number) => sql.classmates.all(number).map(({ user_id }) => user_id),
};
