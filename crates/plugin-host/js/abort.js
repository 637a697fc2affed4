// The classes AbortController and AbortSignal, and DOMException for engines without it.
'use strict';

const CODES = { AbortError: 20, TimeoutError: 23, DataCloneError: 25 };

exports.DOMException = class DOMException extends Error {
  #name;

  constructor(message = '', name = 'Error') {
    super(message);
    this.#name = String(name);
  }

  get name() {
    return this.#name;
  }

  get code() {
    return CODES[this.#name] || 0;
  }
};

// Lets this file alone make signals.
const KEY = Symbol('key');

class AbortSignal {
  #listeners = [];
  #isAborted = false;
  #reason;

  constructor(key) {
    if (key !== KEY) throw new TypeError('Illegal constructor');
    this.onabort = null;
  }

  static abort(reason) {
    const signal = new AbortSignal(KEY);
    abort(signal, reason);
    return signal;
  }

  static timeout(milliseconds) {
    const signal = new AbortSignal(KEY);
    const late = () => abort(signal, new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
    internal('timers').setTimeout(late, milliseconds);
    return signal;
  }

  static any(signals) {
    const signal = new AbortSignal(KEY);
    for (const one of signals) {
      if (one.aborted) {
        abort(signal, one.reason);
        break;
      }
      one.addEventListener('abort', () => abort(signal, one.reason), { once: true });
    }
    return signal;
  }

  static {
    abort = (signal, reason) => signal.#abort(reason);
  }

  get aborted() {
    return this.#isAborted;
  }

  get reason() {
    return this.#reason;
  }

  throwIfAborted() {
    if (this.#isAborted) throw this.#reason;
  }

  addEventListener(name, listener, options) {
    if (name !== 'abort' || !listener || this.#listeners.some((one) => one.listener === listener)) return;
    this.#listeners.push({ listener, once: Boolean(options && options.once) });
  }

  removeEventListener(name, listener) {
    if (name === 'abort') this.#listeners = this.#listeners.filter((one) => one.listener !== listener);
  }

  dispatchEvent(event) {
    const list = this.#listeners;
    this.#listeners = list.filter((one) => !one.once);
    const all = list.map((one) => one.listener);
    if (typeof this.onabort === 'function') all.unshift(this.onabort);
    for (const listener of all) {
      try {
        if (typeof listener === 'function') listener.call(this, event);
        else listener.handleEvent(event);
      } catch (error) {
        // One listener's fault is not the others'.
        internal('console').error(error);
      }
    }
    return true;
  }

  #abort(reason) {
    if (this.#isAborted) return;
    this.#isAborted = true;
    this.#reason = reason === undefined ? new DOMException('This operation was aborted', 'AbortError') : reason;
    this.dispatchEvent({ type: 'abort', target: this, currentTarget: this });
    this.#listeners = [];
  }
}

var abort;

exports.AbortSignal = AbortSignal;

exports.AbortController = class AbortController {
  #signal = new AbortSignal(KEY);

  get signal() {
    return this.#signal;
  }

  abort(reason) {
    abort(this.#signal, reason);
  }
};
