// What a room is and how it changes. Every change runs in one transaction and ends with the room's new state.
'use strict';

const crypto = require('crypto');
const rules = require('./rules');
const store = require('./store');

const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const KEEP_MS = 24 * 60 * 60 * 1000;
/** Pages ask for their room every 20 seconds. */
const ONLINE_MS = 50 * 1000;
const AWAY_MS = 90 * 1000;
const MAX_SPECTATORS = 60;

/** A request that is refused; `error` is the word that pages translate. */
class Refusal extends Error {
  constructor(status, error, message) {
    super(message);
    Object.assign(this, { status, error });
  }
}

// Who looked at which room when. It is only for who is online, so it may be lost with the process.
const seen = new Map();
/** Whoever is not in the map counts as seen at this moment. */
let began = Date.now();

function see(code, user) {
  if (seen.size > 5000) {
    seen.clear();
    began = Date.now();
  }
  seen.set(`${code}/${user}`, Date.now());
}

/** Who has just joined counts as seen then. */
function awayMs(code, { user_id, joined_at }) {
  return Date.now() - Math.max(seen.get(`${code}/${user_id}`) || began, joined_at);
}

function stateOf(code) {
  const room = store.room(code);
  if (!room) return { code, status: 'closed', players: [], spectators: [], moves: [] };
  const members = store.members(code);
  const last = store.lastGame(code);
  const game = isOn(last, members) ? last : undefined;
  const moves = game ? store.moves(game.id) : [];
  const wins = store.wins(code);
  const colors = new Map(game ? [[game.black_id, 'black'], [game.white_id, 'white']] : []);
  const named = ({ user_id, name }) => ({ user_id, name: name || user_id });
  return {
    code,
    version: room.version,
    status: game ? game.status : 'waiting',
    players: members.filter(isPlayer).map((member) => ({
      ...named(member),
      color: colors.get(member.user_id) || null,
      wins: wins.get(member.user_id) || 0,
      online: awayMs(code, member) < ONLINE_MS,
    })),
    spectators: members.filter((member) => !isPlayer(member)).map(named),
    moves,
    turn: game && game.status === 'playing' ? playerAt(game, moves.length) : null,
    // How the last game ended; it stays there after one of the two has left.
    winner: last ? last.winner_id : null,
    reason: last ? last.reason : null,
    line: game && game.reason === 'five' ? rules.winningLine(moves) : null,
    request: game && game.request ? { kind: game.request, from: game.request_from } : null,
  };
}

function isPlayer(member) {
  return member.role === 'player';
}

function playerAt(game, number) {
  return number % 2 === 0 ? game.black_id : game.white_id;
}

/** Whether a game is on the board: both who play it sit there. */
function isOn(game, members) {
  const sits = (user) => members.some((member) => member.user_id === user && isPlayer(member));
  return Boolean(game) && sits(game.black_id) && sits(game.white_id);
}

/** The room of a member, with the parts that changes need. */
function enter(code, user) {
  if (!store.room(code)) throw new Refusal(404, 'room_gone', '房间不存在或已关闭');
  const members = store.members(code);
  const me = members.find((member) => member.user_id === user);
  if (!me) throw new Refusal(403, 'not_a_member', '请先加入房间');
  const game = store.lastGame(code);
  return { members, me, game: isOn(game, members) ? game : undefined };
}

function enterGame(code, user, status) {
  const { members, me, game } = enter(code, user);
  if (!isPlayer(me)) throw new Refusal(403, 'not_a_player', '观战时不能操作');
  if (!game || game.status !== status) throw new Refusal(409, 'wrong_moment', '现在不能这样做');
  const opponent = user === game.black_id ? game.white_id : game.black_id;
  return { members, game, moves: store.moves(game.id), opponent };
}

/** A change of a room, which answers its new state. */
function change(code, act) {
  return store.atomically(() => {
    act();
    store.touch(code);
    return stateOf(code);
  });
}

function newCode() {
  for (;;) {
    const code = Array.from(crypto.randomBytes(6), (byte) => LETTERS[byte % LETTERS.length]).join('');
    if (!store.room(code)) return code;
  }
}

/** Opens a room; a member who waits in one already gets that. */
function open(user, number) {
  return store.atomically(() => {
    store.deleteRoomsBefore(Date.now() - KEEP_MS);
    const waiting = store.codesOfMember(user).map(stateOf);
    const own = waiting.find(({ status, players }) => status === 'waiting' && players.some((p) => p.user_id === user));
    if (own) return own;
    const code = newCode();
    store.insertRoom(code, number, user, Date.now());
    store.putMember(code, user, 'player');
    return stateOf(code);
  });
}

/** Takes a seat, and where both are taken a place among the spectators; a second player begins the game. */
function join(code, user) {
  if (!store.room(code)) throw new Refusal(404, 'room_gone', '房间不存在或已关闭');
  const members = store.members(code);
  const me = members.find((member) => member.user_id === user);
  const players = members.filter(isPlayer);
  const isFull = players.length >= 2;
  if (me && (isPlayer(me) || isFull)) return stateOf(code);
  if (isFull && members.length - 2 >= MAX_SPECTATORS) throw new Refusal(409, 'room_full', '观战的人已满');
  return change(code, () => {
    store.putMember(code, user, isFull ? 'spectator' : 'player');
    if (players.length === 1) begin(code, players[0].user_id, user);
  });
}

function begin(code, one, other) {
  const isOneBlack = crypto.randomBytes(1)[0] % 2 === 0;
  store.insertGame(code, isOneBlack ? one : other, isOneBlack ? other : one);
}

/** `number` is the place of the move in the game, so a move that was sent twice is made once. */
function move(code, user, { row, col, number }) {
  if (!rules.isPoint(row, col)) throw new Refusal(400, 'invalid', '位置不对');
  const current = enter(code, user).game;
  const made = current && playerAt(current, number) === user && store.moves(current.id)[number];
  if (made && made[0] === row && made[1] === col) return stateOf(code);
  const { game, moves } = enterGame(code, user, 'playing');
  if (playerAt(game, moves.length) !== user) throw new Refusal(409, 'not_your_turn', '还没轮到你');
  if (number !== moves.length) throw new Refusal(409, 'board_changed', '棋盘已经变了');
  if (rules.isTaken(moves, row, col)) throw new Refusal(409, 'taken', '这里已经有子了');
  return change(code, () => {
    store.insertMove(game.id, moves.length, row, col);
    store.setRequest(game.id, null, null);
    const after = moves.concat([[row, col]]);
    if (rules.winningLine(after)) store.endGame(game.id, user, 'five');
    else if (rules.isFull(after)) store.endGame(game.id, null, 'full');
  });
}

function askUndo(code, user) {
  const { game, moves } = enterGame(code, user, 'playing');
  if (rules.lengthAfterUndo(moves, user === game.black_id) === null)
    throw new Refusal(409, 'nothing_to_undo', '你还没有落子');
  if (game.request) throw new Refusal(409, 'wrong_moment', '已有一个请求在等待');
  return change(code, () => store.setRequest(game.id, 'undo', user));
}

function answerUndo(code, user, accept) {
  const { game, moves, opponent } = enterGame(code, user, 'playing');
  if (game.request !== 'undo' || game.request_from !== opponent)
    throw new Refusal(409, 'wrong_moment', '对方没有请求悔棋');
  return change(code, () => {
    store.setRequest(game.id, null, null);
    if (accept) store.deleteMovesFrom(game.id, rules.lengthAfterUndo(moves, opponent === game.black_id));
  });
}

function resign(code, user) {
  const { game, opponent } = enterGame(code, user, 'playing');
  return change(code, () => store.endGame(game.id, opponent, 'resign'));
}

/** Whoever waits for somebody who went away may end the game. */
function claim(code, user) {
  const { members, game, moves, opponent } = enterGame(code, user, 'playing');
  if (playerAt(game, moves.length) !== opponent) throw new Refusal(409, 'wrong_moment', '轮到你了');
  if (awayMs(code, members.find((member) => member.user_id === opponent)) < AWAY_MS) throw new Refusal(409, 'still_here', '对方还在线');
  return change(code, () => store.endGame(game.id, user, 'away'));
}

/** The first of the two asks, the second one begins; colours change sides. */
function rematch(code, user) {
  const { game, opponent } = enterGame(code, user, 'over');
  return change(code, () => {
    if (game.request === 'rematch' && game.request_from === opponent)
      store.insertGame(code, game.white_id, game.black_id);
    else store.setRequest(game.id, 'rematch', user);
  });
}

function declineRematch(code, user) {
  const { game, opponent } = enterGame(code, user, 'over');
  if (game.request !== 'rematch' || game.request_from !== opponent)
    throw new Refusal(409, 'wrong_moment', '对方没有邀请再来一局');
  return change(code, () => store.setRequest(game.id, null, null));
}

/** Leaving a game that is on loses it. The room goes with its last player. */
function leave(code, user) {
  const { members, me, game } = enter(code, user);
  const isLast = !members.some((member) => isPlayer(member) && member.user_id !== user);
  if (isPlayer(me) && isLast) {
    store.atomically(() => store.deleteRoom(code));
    return stateOf(code);
  }
  return change(code, () => {
    if (isPlayer(me) && game && game.status === 'playing')
      store.endGame(game.id, user === game.black_id ? game.white_id : game.black_id, 'left');
    store.deleteMember(code, user);
  });
}

/** Rooms of the member first, then those of the class. */
function list(user, number) {
  const own = store.codesOfMember(user);
  const others = store.codesOfClass(number).filter((code) => !own.includes(code));
  return own.concat(others).map((code) => {
    const { status, players, spectators, moves } = stateOf(code);
    const mine = own.includes(code);
    return { code, status, players, spectators: spectators.length, moves: moves.length, mine };
  });
}

module.exports = {
  Refusal, see, stateOf, enter, open, join, move, askUndo, answerUndo, resign, claim, rematch, declineRematch, leave,
  list,
};
