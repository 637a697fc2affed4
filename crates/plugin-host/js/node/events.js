// The module `events`.
'use strict';

class EventEmitter {
  on(name, listener) {
    return add(this, name, listener, false);
  }

  prependListener(name, listener) {
    return add(this, name, listener, true);
  }

  once(name, listener) {
    return this.on(name, onceWrapper(this, name, listener));
  }

  prependOnceListener(name, listener) {
    return this.prependListener(name, onceWrapper(this, name, listener));
  }

  removeListener(name, listener) {
    const list = listenersOf(this).get(name);
    const index = list ? list.findLastIndex((one) => one === listener || one.listener === listener) : -1;
    if (index < 0) return this;
    // A copy, because `emit` may be walking through the old list.
    const rest = list.filter((_, at) => at !== index);
    if (rest.length) listenersOf(this).set(name, rest);
    else listenersOf(this).delete(name);
    if (name !== 'removeListener') this.emit('removeListener', name, listener);
    return this;
  }

  removeAllListeners(name) {
    if (name === undefined) listenersOf(this).clear();
    else listenersOf(this).delete(name);
    return this;
  }

  emit(name, ...args) {
    const list = listenersOf(this).get(name);
    if (!list) {
      if (name !== 'error') return false;
      throw args[0] instanceof Error ? args[0] : new Error('Unhandled error. (' + args[0] + ')');
    }
    for (const listener of list) listener.apply(this, args);
    return true;
  }

  listeners(name) {
    return this.rawListeners(name).map((one) => one.listener || one);
  }

  rawListeners(name) {
    return [...(listenersOf(this).get(name) || [])];
  }

  listenerCount(name) {
    return (listenersOf(this).get(name) || []).length;
  }

  eventNames() {
    return [...listenersOf(this).keys()];
  }

  setMaxListeners(count) {
    this._maxListeners = count;
    return this;
  }

  getMaxListeners() {
    return this._maxListeners === undefined ? EventEmitter.defaultMaxListeners : this._maxListeners;
  }
}

EventEmitter.prototype.addListener = EventEmitter.prototype.on;
EventEmitter.prototype.off = EventEmitter.prototype.removeListener;

// Of objects that never called the constructor too: util.inherits and Object.assign make such.
function listenersOf(emitter) {
  if (!Object.prototype.hasOwnProperty.call(emitter, '_events')) {
    Object.defineProperty(emitter, '_events', { configurable: true, writable: true, value: new Map() });
  }
  return emitter._events;
}

function add(emitter, name, listener, isFirst) {
  if (typeof listener !== 'function') throw new TypeError('The "listener" argument must be of type function');
  const list = listenersOf(emitter).get(name) || [];
  if (list.length || name !== 'newListener') {
    if (listenersOf(emitter).has('newListener')) emitter.emit('newListener', name, listener.listener || listener);
  }
  listenersOf(emitter).set(name, isFirst ? [listener, ...list] : [...list, listener]);
  return emitter;
}

function onceWrapper(emitter, name, listener) {
  if (typeof listener !== 'function') throw new TypeError('The "listener" argument must be of type function');
  const wrapper = function (...args) {
    emitter.removeListener(name, wrapper);
    return listener.apply(emitter, args);
  };
  wrapper.listener = listener;
  return wrapper;
}

// Callable without `new`, as constructors of older code do with `EventEmitter.call(this)`.
function Constructor() {
  if (!new.target) return this === undefined || this === globalThis ? new EventEmitter() : this;
  return Reflect.construct(EventEmitter, [], new.target);
}
Constructor.prototype = EventEmitter.prototype;
Object.defineProperty(EventEmitter.prototype, 'constructor', { value: Constructor, configurable: true, writable: true });
EventEmitter.defaultMaxListeners = Constructor.defaultMaxListeners = 10;

Constructor.EventEmitter = Constructor;
Constructor.once = (emitter, name) =>
  new Promise((resolve, reject) => {
    const failed = (error) => {
      emitter.removeListener(name, done);
      reject(error);
    };
    const done = (...args) => {
      emitter.removeListener('error', failed);
      resolve(args);
    };
    emitter.once(name, done);
    if (name !== 'error') emitter.once('error', failed);
  });
Constructor.listenerCount = (emitter, name) => emitter.listenerCount(name);

module.exports = Constructor;
