// The paths below /api/gobang. Every change answers the room's new state and tells it to all who are in the room.
'use strict';

const path = require('path');
const express = require('express');
const room = require('./room');
const store = require('./store');

const { requireAuth } = require(path.resolve(process.cwd(), 'src/middleware/auth'));
const realtime = require(path.resolve(process.cwd(), 'src/utils/realtime-bus'));

const router = express.Router();
router.use(requireAuth);

function publish(users, event, payload) {
  if (users.length === 0) return;
  const created_at = new Date().toISOString();
  realtime.publishToUsers(users, { type: 'extension_event', app_name: 'gobang', event, payload, created_at });
}

function membersOf(code) {
  return store.members(code).map(({ user_id }) => user_id);
}

/** Runs a change; whoever was or is in the room hears of it, and the class when its list of rooms reads differently. */
function act(change) {
  return (req, res) => {
    const code = String(req.params.code || '').toUpperCase();
    const user = req.user.user_id;
    const before = code ? { users: membersOf(code), ...summary(code) } : { users: [] };
    // Before the change, so that the state it answers knows who is here.
    if (before.users.includes(user)) room.see(code, user);
    const state = change(user, code, req.body || {}, req.user.class);
    const users = new Set(before.users.concat(membersOf(state.code)));
    publish([...users], 'gobang.room.changed', { roomCode: state.code, state });
    const after = summary(state.code);
    if (before.text !== after.text) publish(store.classmates(after.class || before.class), 'gobang.rooms.changed', {});
    res.json({ code: 200, message: 'ok', data: state });
  };
}

/** What the list of rooms shows of one. */
function summary(code) {
  const known = store.room(code);
  const { status, players, spectators } = room.stateOf(code);
  const text = known ? JSON.stringify([status, players.map(({ user_id }) => user_id), spectators.length]) : '';
  return { class: known && known.class, text };
}

router.get('/rooms', (req, res) => {
  res.json({ code: 200, message: 'ok', data: { rooms: room.list(req.user.user_id, req.user.class) } });
});

router.get('/rooms/:code', (req, res) => {
  const code = req.params.code.toUpperCase();
  room.enter(code, req.user.user_id);
  room.see(code, req.user.user_id);
  res.json({ code: 200, message: 'ok', data: room.stateOf(code) });
});

router.post('/rooms', act((user, code, body, number) => room.open(user, number)));
router.post('/rooms/:code/join', act((user, code) => room.join(code, user)));
router.post('/rooms/:code/moves', act((user, code, body) => room.move(code, user, body)));
router.post('/rooms/:code/undo', act((user, code) => room.askUndo(code, user)));
router.post('/rooms/:code/undo/answer', act((user, code, body) => room.answerUndo(code, user, body.accept === true)));
router.post('/rooms/:code/resign', act((user, code) => room.resign(code, user)));
router.post('/rooms/:code/claim', act((user, code) => room.claim(code, user)));
router.post('/rooms/:code/rematch', act((user, code) => room.rematch(code, user)));
router.post('/rooms/:code/rematch/decline', act((user, code) => room.declineRematch(code, user)));
router.post('/rooms/:code/leave', act((user, code) => room.leave(code, user)));

// Four parameters make it the handler of errors.
router.use((error, req, res, next) => {
  if (!(error instanceof room.Refusal)) return next(error);
  res.status(error.status).json({ code: error.status, message: error.message, data: null, error: error.error });
});

module.exports = router;
