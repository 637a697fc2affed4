// The paths below /api/class-poll. Who voted for what is stored so that everybody has one vote, and never answered.
'use strict';

const express = require('express');
const store = require('./store');
const { requireAuth } = require('../../../server/src/middleware/auth');
const realtime = require('../../../server/src/utils/realtime-bus');

const MINUTES = [0, 60, 1440, 4320];
const MAX_OPEN = 10;
/** Forty votes within a second are told as one change. */
const TELL_MS = 2000;

const router = express.Router();
router.use(requireAuth);

function refuse(res, status, error, message) {
  res.status(status).json({ code: status, message, data: null, error });
}

function answer(res, data) {
  res.json({ code: 200, message: 'ok', data });
}

/** Officers and whoever runs the class. */
function mayCreate(user) {
  return Boolean(user.is_admin || user.class_admin || user.is_officer);
}

/** A poll as one member sees it: without the counts until that member has voted. */
function shown(poll, user) {
  const counts = store.counts(poll.id);
  const choice = store.ownChoice(poll.id, user.user_id);
  const isOpen = poll.closes_at === null || poll.closes_at > Date.now();
  const maySee = choice !== null || !isOpen;
  return {
    id: poll.id,
    question: poll.question,
    options: JSON.parse(poll.options).map((text, n) => ({ text, votes: maySee ? counts.get(n) || 0 : null })),
    total: [...counts.values()].reduce((sum, n) => sum + n, 0),
    choice,
    open: isOpen,
    closes_at: poll.closes_at,
    created_at: poll.created_at,
    author: poll.author || poll.author_id,
    may_manage: poll.author_id === user.user_id || Boolean(user.is_admin || user.class_admin),
  };
}

const waiting = new Map();

/** Tells the class that something changed; pages ask what, because not everybody may see the same. */
function tell(number) {
  if (waiting.has(number)) return;
  const timer = setTimeout(() => {
    waiting.delete(number);
    realtime.publishToUsers(store.classmates(number), {
      type: 'extension_event',
      app_name: 'class-poll',
      event: 'class-poll.changed',
      payload: {},
      created_at: new Date().toISOString(),
    });
  }, TELL_MS);
  timer.unref();
  waiting.set(number, timer);
}

function findPoll(req, res, next) {
  req.poll = store.find(Number(req.params.id), req.user.class);
  if (!req.poll) return refuse(res, 404, 'gone', '这个投票已经删除');
  next();
}

function mayManage(req, res, next) {
  if (!shown(req.poll, req.user).may_manage) return refuse(res, 403, 'not_yours', '只有发起人和管理员可以这样做');
  next();
}

router.get('/polls', (req, res) => {
  const polls = store.list(req.user.class).map((poll) => shown(poll, req.user));
  answer(res, { may_create: mayCreate(req.user), polls });
});

router.get('/current', (req, res) => {
  const poll = store.current(req.user.class);
  answer(res, { poll: poll ? shown(poll, req.user) : null });
});

router.post('/polls', (req, res) => {
  if (!mayCreate(req.user)) return refuse(res, 403, 'not_allowed', '只有班干部和老师可以发起投票');
  const { question, options, minutes } = req.body;
  const words = (value, longest) => (typeof value === 'string' ? value.trim().slice(0, longest) : '');
  const given = Array.isArray(options) ? options : [];
  const texts = given.map((option) => words(option, 60)).filter((text) => text !== '');
  if (words(question, 120) === '') return refuse(res, 400, 'no_question', '请写问题');
  if (texts.length < 2 || texts.length > 8) return refuse(res, 400, 'options', '请写 2 到 8 个选项');
  if (new Set(texts).size < texts.length) return refuse(res, 400, 'same_options', '有两个选项一样');
  if (!MINUTES.includes(minutes)) return refuse(res, 400, 'invalid', '时间不对');
  const { class: number, user_id: author } = req.user;
  if (store.openCount(number) >= MAX_OPEN) return refuse(res, 409, 'too_many', '进行中的投票太多，请先结束一个');
  const closesAt = minutes === 0 ? null : Date.now() + minutes * 60000;
  const id = store.insert(number, author, words(question, 120), texts, closesAt);
  tell(number);
  answer(res, shown(store.find(id, number), req.user));
});

router.post('/polls/:id/vote', findPoll, (req, res) => {
  const { poll, user } = req;
  const { choice } = req.body;
  if (!Number.isInteger(choice) || choice < 0 || choice >= JSON.parse(poll.options).length)
    return refuse(res, 400, 'invalid', '没有这个选项');
  if (!shown(poll, user).open) return refuse(res, 409, 'closed', '投票已经结束');
  store.vote(poll.id, user.user_id, choice);
  tell(poll.class);
  answer(res, shown(poll, user));
});

router.post('/polls/:id/close', findPoll, mayManage, (req, res) => {
  store.close(req.poll.id);
  tell(req.poll.class);
  answer(res, shown(store.find(req.poll.id, req.poll.class), req.user));
});

router.post('/polls/:id/remove', findPoll, mayManage, (req, res) => {
  store.remove(req.poll.id);
  tell(req.poll.class);
  answer(res, null);
});

module.exports = router;
