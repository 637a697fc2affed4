// The paths below /api/quiz-rush. Every change answers the room's new state and tells it to all who are in the room.
'use strict';

const express = require('express');
const quiz = require('./quiz');
const store = require('./store');
const { requireAuth } = require('../../../server/src/middleware/auth');
const realtime = require('../../../server/src/utils/realtime-bus');

const router = express.Router();
router.use(requireAuth);

function publish(users, event, payload) {
  if (users.length === 0) return;
  const created_at = new Date().toISOString();
  realtime.publishToUsers(users, { type: 'extension_event', app_name: 'quiz-rush', event, payload, created_at });
}

function membersOf(code) {
  const room = store.room(code);
  return room ? [room.host_id].concat(store.players(code).map(({ user_id }) => user_id)) : [];
}

/** Runs a change and tells of it. `isListed`: the class's list of rooms reads differently then. */
function act(change, { isListed = false } = {}) {
  return (req, res) => {
    const code = String(req.params.code || '').toUpperCase();
    const room = store.room(code);
    const before = membersOf(code);
    const state = change(req.user.user_id, code, req.body || {}, req.user.class);
    const users = new Set(before.concat(membersOf(state.code)));
    // Whoever was second changed nothing, so nobody has to hear of it.
    const isChanged = !room || state.version !== room.version;
    if (isChanged) publish([...users], 'quiz-rush.changed', { roomCode: state.code, room: state });
    if (isListed) publish(store.classmates((room || req.user).class), 'quiz-rush.rooms.changed', {});
    res.json({ code: 200, message: 'ok', data: state });
  };
}

router.get('/rooms', (req, res) => {
  const { user_id, class: number } = req.user;
  res.json({ code: 200, message: 'ok', data: { rooms: store.rooms(user_id, number) } });
});

router.get('/rooms/:code', (req, res) => {
  res.json({ code: 200, message: 'ok', data: quiz.look(req.params.code.toUpperCase(), req.user.user_id) });
});

const listed = { isListed: true };
router.post('/rooms', act((user, code, body, number) => quiz.open(user, number, body), listed));
router.post('/rooms/:code/join', act((user, code, body, number) => quiz.join(code, user, number), listed));
router.post('/rooms/:code/leave', act((user, code) => quiz.leave(code, user), listed));
router.post('/rooms/:code/finish', act((user, code) => quiz.finish(code, user), listed));
router.post('/rooms/:code/stage', act((user, code, body) => quiz.showQuestion(code, user, body.number)));
router.post('/rooms/:code/rounds', act((user, code, body) => quiz.openRound(code, user, body.number)));
router.post('/rooms/:code/buzz', act((user, code, body) => quiz.buzz(code, user, body.round)));
router.post('/rooms/:code/verdict', act((user, code, body) => quiz.judge(code, user, body.round, body.right === true)));
router.post('/rooms/:code/close', act((user, code, body) => quiz.closeRound(code, user, body.round)));

// Four parameters make it the handler of errors.
router.use((error, req, res, next) => {
  if (!(error instanceof quiz.Refusal)) return next(error);
  res.status(error.status).json({ code: error.status, message: error.message, data: null, error: error.error });
});

module.exports = router;
