// The tables and every SQL text of the app. Names of members are not copied: they come from the view `users`.
'use strict';

const path = require('path');
const db = require(path.resolve(process.cwd(), 'src/utils/db'));

db.exec(`
  CREATE TABLE IF NOT EXISTS gobang_rooms (
    code TEXT PRIMARY KEY, class TEXT NOT NULL, owner_id TEXT NOT NULL,
    created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
  );
  CREATE TABLE IF NOT EXISTS gobang_members (
    room_code TEXT NOT NULL, user_id TEXT NOT NULL, role TEXT NOT NULL, joined_at INTEGER NOT NULL,
    PRIMARY KEY (room_code, user_id)
  );
  CREATE TABLE IF NOT EXISTS gobang_games (
    id INTEGER PRIMARY KEY AUTOINCREMENT, room_code TEXT NOT NULL, black_id TEXT NOT NULL, white_id TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'playing', winner_id TEXT, reason TEXT, started_at INTEGER NOT NULL, ended_at INTEGER
  );
  CREATE INDEX IF NOT EXISTS gobang_games_room ON gobang_games (room_code, id);
  CREATE TABLE IF NOT EXISTS gobang_moves (
    game_id INTEGER NOT NULL, number INTEGER NOT NULL, row INTEGER NOT NULL, col INTEGER NOT NULL,
    PRIMARY KEY (game_id, number), UNIQUE (game_id, row, col)
  );
`);

// Columns that came after version 1.0.0: an update of the app finds its old tables.
addColumn('gobang_rooms', 'version', 'INTEGER NOT NULL DEFAULT 0');
addColumn('gobang_games', 'request', 'TEXT');
addColumn('gobang_games', 'request_from', 'TEXT');

function addColumn(table, column, type) {
  const known = db.prepare(`PRAGMA table_info(${table})`).all();
  if (!known.some(({ name }) => name === column)) db.exec(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`);
}

const sql = {
  room: db.prepare('SELECT * FROM gobang_rooms WHERE code = ?'),
  ofClass: db.prepare('SELECT code FROM gobang_rooms WHERE class = ? ORDER BY updated_at DESC LIMIT 40'),
  ofMember: db.prepare(`SELECT r.code FROM gobang_rooms r JOIN gobang_members m ON m.room_code = r.code
    WHERE m.user_id = ? ORDER BY r.updated_at DESC LIMIT 20`),
  insertRoom: db.prepare(
    'INSERT INTO gobang_rooms (code, class, owner_id, created_at, updated_at, version) VALUES (?, ?, ?, ?, ?, 1)'),
  touch: db.prepare('UPDATE gobang_rooms SET updated_at = ?, version = version + 1 WHERE code = ?'),
  deleteRoom: db.prepare('DELETE FROM gobang_rooms WHERE code = ?'),
  old: db.prepare('SELECT code FROM gobang_rooms WHERE updated_at < ?'),
  members: db.prepare(`SELECT m.user_id, m.role, m.joined_at, u.net_name AS name FROM gobang_members m
    LEFT JOIN users u ON u.user_id = m.user_id WHERE m.room_code = ? ORDER BY m.joined_at, m.user_id`),
  putMember: db.prepare(`INSERT INTO gobang_members (room_code, user_id, role, joined_at) VALUES (?, ?, ?, ?)
    ON CONFLICT (room_code, user_id) DO UPDATE SET role = excluded.role`),
  deleteMember: db.prepare('DELETE FROM gobang_members WHERE room_code = ? AND user_id = ?'),
  deleteMembers: db.prepare('DELETE FROM gobang_members WHERE room_code = ?'),
  lastGame: db.prepare('SELECT * FROM gobang_games WHERE room_code = ? ORDER BY id DESC LIMIT 1'),
  insertGame: db.prepare('INSERT INTO gobang_games (room_code, black_id, white_id, started_at) VALUES (?, ?, ?, ?)'),
  endGame: db.prepare(`UPDATE gobang_games SET status = 'over', winner_id = ?, reason = ?, ended_at = ?,
    request = NULL, request_from = NULL WHERE id = ?`),
  setRequest: db.prepare('UPDATE gobang_games SET request = ?, request_from = ? WHERE id = ?'),
  wins: db.prepare(`SELECT winner_id, COUNT(*) AS n FROM gobang_games
    WHERE room_code = ? AND winner_id IS NOT NULL GROUP BY winner_id`),
  deleteGames: db.prepare('DELETE FROM gobang_games WHERE room_code = ?'),
  moves: db.prepare('SELECT row, col FROM gobang_moves WHERE game_id = ? ORDER BY number'),
  insertMove: db.prepare('INSERT INTO gobang_moves (game_id, number, row, col) VALUES (?, ?, ?, ?)'),
  deleteMovesFrom: db.prepare('DELETE FROM gobang_moves WHERE game_id = ? AND number >= ?'),
  deleteMovesOfRoom: db.prepare(
    'DELETE FROM gobang_moves WHERE game_id IN (SELECT id FROM gobang_games WHERE room_code = ?)'),
  classmates: db.prepare('SELECT user_id FROM users WHERE class = ?'),
};

function deleteRoom(code) {
  sql.deleteMovesOfRoom.run(code);
  sql.deleteGames.run(code);
  sql.deleteMembers.run(code);
  sql.deleteRoom.run(code);
}

module.exports = {
  /** Runs a function in one transaction: what it throws undoes what it wrote. */
  atomically: (change) => db.transaction(change)(),
  room: (code) => sql.room.get(code),
  codesOfClass: (number) => sql.ofClass.all(number).map(({ code }) => code),
  codesOfMember: (user) => sql.ofMember.all(user).map(({ code }) => code),
  insertRoom: (code, number, owner, now) => sql.insertRoom.run(code, number, owner, now, now),
  /** Every change of a room raises its version, by which pages know which of two states is the newer one. */
  touch: (code) => sql.touch.run(Date.now(), code),
  deleteRoom,
  deleteRoomsBefore: (time) => sql.old.all(time).forEach(({ code }) => deleteRoom(code)),
  members: (code) => sql.members.all(code),
  putMember: (code, user, role) => sql.putMember.run(code, user, role, Date.now()),
  deleteMember: (code, user) => sql.deleteMember.run(code, user),
  lastGame: (code) => sql.lastGame.get(code),
  insertGame: (code, black, white) => sql.insertGame.run(code, black, white, Date.now()),
  endGame: (id, winner, reason) => sql.endGame.run(winner, reason, Date.now(), id),
  setRequest: (id, kind, from) => sql.setRequest.run(kind, from, id),
  wins: (code) => new Map(sql.wins.all(code).map(({ winner_id, n }) => [winner_id, n])),
  moves: (id) => sql.moves.all(id).map(({ row, col }) => [row, col]),
  insertMove: (id, number, row, col) => sql.insertMove.run(id, number, row, col),
  deleteMovesFrom: (id, number) => sql.deleteMovesFrom.run(id, number),
  classmates: (number) => sql.classmates.all(number).map(({ user_id }) => user_id),
};
