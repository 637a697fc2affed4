// What a quiz is and who may do what. The server keeps questions, which of them is shown, rounds and scores; who is in
// the room, the pages tell each other.
'use strict';

const crypto = require('crypto');
const store = require('./store');

const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const KEEP_MS = 24 * 60 * 60 * 1000;
const POINTS = 10;
const MAX_QUESTIONS = 60;
const MAX_PLAYERS = 80;

/** A request that is refused; `error` is the word that pages translate. */
class Refusal extends Error {
  constructor(status, error, message) {
    super(message);
    Object.assign(this, { status, error });
  }
}

/** What everybody in the room may know: neither questions that come nor answers before a question is over. */
function stateOf(code) {
  const room = store.room(code);
  if (!room) return { code, status: 'gone', players: [], round: null };
  const round = store.lastRound(code);
  return {
    code,
    version: room.version,
    title: room.title,
    status: room.status,
    host: { user_id: room.host_id, name: room.host_name || room.host_id },
    total: store.questions(code).length,
    players: store.players(code).map(({ user_id, score, name }) => ({ user_id, score, name: name || user_id })),
    round: round ? roundOf(round) : null,
    stage: stageOf(room, round),
  };
}

/** The question that the host shows. */
function stageOf({ code, stage }, round) {
  const question = store.questions(code).find(({ number }) => number === stage);
  if (!question) return { phase: 'waiting', number: 0, text: '', answer: '' };
  const isClosed = Boolean(round) && round.number === stage && round.state === 'closed';
  return { phase: 'question', number: stage, text: question.text, answer: isClosed ? question.answer : '' };
}

function roundOf({ id, number, state, answering_id, winner_id }) {
  const buzzes = store.buzzes(id);
  const first = buzzes.find(({ user_id }) => user_id === (answering_id || winner_id));
  const wrong = buzzes.filter(({ verdict }) => verdict === 'wrong').map(({ user_id }) => user_id);
  return { id, number, state, answering: answering_id, winner: winner_id, ms: first ? first.ms : null, wrong };
}

function enter(code, user) {
  const room = store.room(code);
  if (!room) throw new Refusal(404, 'room_gone', '房间不存在或已关闭');
  const isHost = room.host_id === user;
  if (!isHost && !store.players(code).some((player) => player.user_id === user))
    throw new Refusal(403, 'not_a_member', '请先加入房间');
  return { room, isHost, round: store.lastRound(code) };
}

function enterAsHost(code, user) {
  const entered = enter(code, user);
  if (!entered.isHost) throw new Refusal(403, 'not_the_host', '只有主持人可以这样做');
  return entered;
}

/** The round that the page means, in one of these states. */
function expectRound(round, id, states) {
  if (!round || round.id !== id || !states.includes(round.state))
    throw new Refusal(409, 'wrong_moment', '这一题已经过去了');
}

function change(code, act) {
  return store.atomically(() => {
    act();
    store.touch(code);
    return stateOf(code);
  });
}

function words(value, longest) {
  return typeof value === 'string' ? value.trim().slice(0, longest) : '';
}

function newCode() {
  for (;;) {
    const code = Array.from(crypto.randomBytes(6), (byte) => LETTERS[byte % LETTERS.length]).join('');
    if (!store.room(code)) return code;
  }
}

/** Opens a room with its questions; the host's earlier ones end. */
function open(user, number, body) {
  const given = Array.isArray(body.questions) ? body.questions.slice(0, MAX_QUESTIONS) : [];
  const questions = given
    .map((question) => question || {})
    .map(({ text, answer }) => ({ text: words(text, 300), answer: words(answer, 200) }))
    .filter(({ text }) => text !== '');
  const title = words(body.title, 40);
  if (questions.length === 0) throw new Refusal(400, 'no_questions', '至少写一道题');
  if (title === '') throw new Refusal(400, 'no_title', '请写标题');
  return store.atomically(() => {
    store.codesBefore(Date.now() - KEEP_MS).concat(store.codesOfHost(user)).forEach(store.deleteRoom);
    const code = newCode();
    store.insertRoom(code, number, user, title);
    questions.forEach(({ text, answer }, index) => store.insertQuestion(code, index + 1, text, answer));
    return stateOf(code);
  });
}

/** A room as one sees it: the host gets the questions too. */
function look(code, user) {
  const { isHost } = enter(code, user);
  const state = stateOf(code);
  return isHost ? { ...state, questions: store.questions(code) } : state;
}

/** Pages talk within the class, so only the class can play. */
function join(code, user, number) {
  const room = store.room(code);
  if (!room) throw new Refusal(404, 'room_gone', '房间不存在或已关闭');
  const players = store.players(code);
  if (room.host_id === user || players.some((player) => player.user_id === user)) return stateOf(code);
  if (room.class !== number) throw new Refusal(403, 'other_class', '只能加入自己班的抢答');
  if (players.length >= MAX_PLAYERS) throw new Refusal(409, 'room_full', '人数已满');
  return change(code, () => store.insertPlayer(code, user));
}

/** The room goes with its host. */
function leave(code, user) {
  const { isHost } = enter(code, user);
  if (!isHost) return change(code, () => store.deletePlayer(code, user));
  store.atomically(() => store.deleteRoom(code));
  return stateOf(code);
}

function enterQuestion(code, user, number) {
  const entered = enterAsHost(code, user);
  if (entered.room.status !== 'open') throw new Refusal(409, 'wrong_moment', '抢答已经结束');
  if (!store.questions(code).some((question) => question.number === number))
    throw new Refusal(400, 'invalid', '没有这道题');
  return entered;
}

function showQuestion(code, user, number) {
  enterQuestion(code, user, number);
  return change(code, () => store.setStage(code, number));
}

function openRound(code, user, number) {
  const { round } = enterQuestion(code, user, number);
  return change(code, () => {
    if (round && round.state !== 'closed') store.closeRound(round.id, null);
    store.setStage(code, number);
    store.insertRound(code, number);
  });
}

/** Decides who was first, in the transaction that notes it. Whoever comes later is answered the other's name. */
function buzz(code, user, id) {
  const { isHost, round } = enter(code, user);
  if (isHost) throw new Refusal(403, 'host_plays_not', '主持人不能抢答');
  expectRound(round, id, ['open', 'answering']);
  if (store.buzzes(id).some((earlier) => earlier.user_id === user && earlier.verdict === 'wrong'))
    throw new Refusal(409, 'had_a_try', '这一题你已经答过了');
  return store.atomically(() => {
    if (!store.takeRound(id, user)) return stateOf(code);
    store.insertBuzz(id, user, Date.now() - round.opened_at);
    store.touch(code);
    return stateOf(code);
  });
}

/** A right answer ends the round; a wrong one opens it again for all others. */
function judge(code, user, id, isRight) {
  const { round } = enterAsHost(code, user);
  expectRound(round, id, ['answering']);
  const player = round.answering_id;
  return change(code, () => {
    store.judge(id, player, isRight ? 'right' : 'wrong');
    if (!isRight) return store.reopenRound(id);
    store.addScore(code, player, POINTS);
    store.closeRound(id, player);
  });
}

function closeRound(code, user, id) {
  const { round } = enterAsHost(code, user);
  expectRound(round, id, ['open', 'answering']);
  return change(code, () => store.closeRound(id, null));
}

function finish(code, user) {
  const { round } = enterAsHost(code, user);
  return change(code, () => {
    if (round && round.state !== 'closed') store.closeRound(round.id, null);
    store.finish(code);
  });
}

module.exports = { Refusal, stateOf, look, open, join, leave, showQuestion, openRound, buzz, judge, closeRound, finish };
