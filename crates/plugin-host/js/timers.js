// setTimeout and its kin. The thread sleeps until the first timer is due and then calls `fire` once for each timer,
// so that every callback is a turn with a time of its own.
'use strict';

// Ordered by the time when they are due; removed ones stay until they come first.
const queue = [];
let waiting = 0;
let lastId = 0;
// The due time that the host knows; nothing when it knows of no timer.
let known;

const LONGEST = 2147483647;
const IMMEDIATE = Symbol('immediate');

class Timeout {
  constructor(callback, delay, args, repeats) {
    if (typeof callback !== 'function') throw new TypeError('The "callback" argument must be of type function');
    if (waiting >= host.maxTimers) throw new RangeError('a back end has at most ' + host.maxTimers + ' timers');
    const number = delay === IMMEDIATE ? 0 : Number(delay);
    this.id = ++lastId;
    this.callback = callback;
    // Zero is for setImmediate alone.
    this.delay = delay === IMMEDIATE ? 0 : number >= 1 && number <= LONGEST ? number : 1;
    this.args = args;
    this.repeats = repeats;
    this.isWaiting = false;
    this.isReferenced = true;
    start(this);
  }

  // A back end runs until it is stopped, so references decide nothing.
  ref() {
    this.isReferenced = true;
    return this;
  }

  unref() {
    this.isReferenced = false;
    return this;
  }

  hasRef() {
    return this.isReferenced;
  }

  refresh() {
    if (this.isWaiting) {
      stop(this);
      start(this);
    }
    return this;
  }

  close() {
    stop(this);
    return this;
  }

  [Symbol.toPrimitive]() {
    byId.set(this.id, this);
    return this.id;
  }
}

// Timers that somebody keeps by their number.
const byId = new Map();

function start(timer) {
  timer.isWaiting = true;
  waiting++;
  insert({ due: host.now() + timer.delay, timer });
}

function insert(entry) {
  let low = 0;
  let high = queue.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (queue[middle].due <= entry.due) low = middle + 1;
    else high = middle;
  }
  queue.splice(low, 0, entry);
  entry.timer.entry = entry;
  tellHost();
}

function stop(timer) {
  if (!timer.isWaiting) return;
  timer.isWaiting = false;
  waiting--;
  const entry = timer.entry;
  entry.timer = timer.entry = null;
  byId.delete(timer.id);
  tellHost();
}

function tellHost() {
  while (queue.length && !queue[0].timer) queue.shift();
  const due = queue.length ? queue[0].due : undefined;
  if (due === known) return;
  known = due;
  host.wake(due === undefined ? -1 : Math.max(0, due - host.now()));
}

// Runs the first timer that is due.
exports.fire = function fire() {
  // The time that the host knows is over, so it hears of the next one, or that there is none.
  known = null;
  while (queue.length && !queue[0].timer) queue.shift();
  const first = queue[0];
  if (!first || first.due > host.now()) return tellHost();
  const timer = first.timer;
  queue.shift();
  first.timer = timer.entry = null;
  waiting--;
  timer.isWaiting = false;
  if (timer.repeats) start(timer);
  else byId.delete(timer.id);
  tellHost();
  timer.callback.apply(timer, timer.args);
};

exports.setTimeout = function setTimeout(callback, delay, ...args) {
  return new Timeout(callback, delay, args, false);
};

exports.setInterval = function setInterval(callback, delay, ...args) {
  return new Timeout(callback, delay, args, true);
};

exports.setImmediate = function setImmediate(callback, ...args) {
  return new Timeout(callback, IMMEDIATE, args, false);
};

exports.clearTimeout = function clearTimeout(timer) {
  if (typeof timer === 'number' || typeof timer === 'string') timer = byId.get(Number(timer));
  if (timer instanceof Timeout) stop(timer);
};
exports.clearInterval = exports.clearImmediate = exports.clearTimeout;
