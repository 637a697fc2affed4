// http.request and https.request. The request is sent at its end as a whole, by the portal: it chooses the
// connection and follows redirects, and options that speak of agents, certificates and addresses do nothing.
'use strict';

const EventEmitter = internal('node/events');
const { Buffer } = internal('node/buffer');
const { IncomingMessage } = internal('incoming');
const { URL } = internal('node/url');
const { nameOf, valueOf } = internal('fetch-headers');
const outgoing = internal('outgoing');
const timers = internal('timers');

function coded(error, code) {
  return Object.assign(error, { code });
}

// The options of (url[, options][, callback]) and (options[, callback]).
function argumentsOf(args) {
  const callback = args.find((one) => typeof one === 'function');
  const [first, second] = args;
  if (typeof first !== 'string' && !(first instanceof URL)) return [{ ...first }, callback];
  const url = new URL(first);
  const options = {
    protocol: url.protocol, hostname: url.hostname, port: url.port, path: url.pathname + url.search, method: 'GET',
  };
  if (url.username || url.password) options.auth = decodeURIComponent(url.username) + ':' + decodeURIComponent(url.password);
  return [Object.assign(options, typeof second === 'function' ? {} : second), callback];
}

function urlOf(options, protocol) {
  const hostname = String(options.hostname || options.host || 'localhost');
  const isBare6 = hostname.split(':').length > 2 && !hostname.startsWith('[');
  const path = String(options.path || '/');
  if (/[^\x21-\xff]/.test(path)) {
    throw coded(new TypeError('Request path contains unescaped characters'), 'ERR_UNESCAPED_CHARACTERS');
  }
  // Nothing in a host name may become another part of the address.
  if (/[/?#@\\\s]/.test(hostname)) throw coded(new TypeError('Invalid host: ' + hostname), 'ERR_INVALID_ARG_VALUE');
  const port = options.port ? ':' + Number(options.port) : '';
  return protocol + '//' + (isBare6 ? '[' + hostname + ']' : hostname) + port + (path.startsWith('/') ? '' : '/') + path;
}

class ClientRequest extends EventEmitter {
  #forget;
  #response;
  #timer;
  #body = [];
  #headers = new Map();

  constructor(options, callback, defaultProtocol) {
    super();
    this.protocol = String(options.protocol || defaultProtocol);
    if (this.protocol !== defaultProtocol) {
      const text = 'Protocol "' + this.protocol + '" not supported. Expected "' + defaultProtocol + '"';
      throw coded(new TypeError(text), 'ERR_INVALID_PROTOCOL');
    }
    this.method = String(options.method || 'GET').toUpperCase();
    this.host = options.hostname || options.host || 'localhost';
    this.path = options.path || '/';
    this.url = urlOf(options, this.protocol);
    this.agent = options.agent;
    Object.assign(this, { writable: true, writableEnded: false, writableFinished: false, finished: false });
    Object.assign(this, { headersSent: false, aborted: false, destroyed: false, closed: false, reusedSocket: false });
    const given = Array.isArray(options.headers) ? pairs(options.headers) : Object.entries(options.headers || {});
    for (const [name, value] of given) if (value !== undefined) this.setHeader(name, value);
    if (options.auth && !this.hasHeader('authorization')) {
      this.setHeader('Authorization', 'Basic ' + Buffer.from(String(options.auth)).toString('base64'));
    }
    this.socket = this.connection = socketOf(this);
    queueMicrotask(() => this.destroyed || this.emit('socket', this.socket));
    if (callback) this.once('response', callback);
    if (options.timeout) this.setTimeout(options.timeout);
    if (options.signal) watch(this, options.signal);
  }

  setHeader(name, value) {
    if (this.headersSent) {
      throw coded(new Error('Cannot set headers after they are sent to the client'), 'ERR_HTTP_HEADERS_SENT');
    }
    const known = nameOf(name);
    for (const one of [].concat(value)) valueOf(one, name);
    this.#headers.set(known, { name: String(name), value });
    return this;
  }

  getHeader(name) {
    const header = this.#headers.get(String(name).toLowerCase());
    return header && header.value;
  }

  hasHeader(name) {
    return this.#headers.has(String(name).toLowerCase());
  }

  removeHeader(name) {
    this.#headers.delete(String(name).toLowerCase());
  }

  getHeaders() {
    return Object.fromEntries([...this.#headers].map(([known, header]) => [known, header.value]));
  }

  getHeaderNames() {
    return [...this.#headers.keys()];
  }

  flushHeaders() {}

  setNoDelay() {}

  setSocketKeepAlive() {}

  // Emits 'timeout' once when no response has come by then. As in Node.js, that ends nothing.
  setTimeout(milliseconds, callback) {
    if (callback) this.once('timeout', callback);
    timers.clearTimeout(this.#timer);
    const isOver = this.destroyed || this.#response;
    this.#timer = milliseconds > 0 && !isOver ? timers.setTimeout(() => this.emit('timeout'), milliseconds) : undefined;
    return this;
  }

  write(chunk, encoding, callback) {
    if (typeof encoding === 'function') [encoding, callback] = [undefined, encoding];
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) {
      const text = 'The "chunk" argument must be of type string or an instance of Buffer or Uint8Array';
      throw coded(new TypeError(text), 'ERR_INVALID_ARG_TYPE');
    }
    if (this.writableEnded) {
      this.#fail(coded(new Error('write after end'), 'ERR_STREAM_WRITE_AFTER_END'));
      return false;
    }
    this.#body.push(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : Buffer.from(chunk));
    if (typeof callback === 'function') queueMicrotask(() => callback());
    return true;
  }

  end(chunk, encoding, callback) {
    callback = [chunk, encoding, callback].find((one) => typeof one === 'function');
    if (this.writableEnded || this.destroyed) return this;
    if (chunk !== undefined && chunk !== null && typeof chunk !== 'function') {
      this.write(chunk, typeof encoding === 'string' ? encoding : undefined);
    }
    if (callback) this.once('finish', callback);
    this.writableEnded = this.finished = true;
    this.writable = false;
    try {
      const body = this.#body.length === 1 ? this.#body[0] : Buffer.concat(this.#body);
      this.#body = [];
      this.headersSent = true;
      this.#forget = outgoing.send(this.method, this.url, this.#flat(), body, (error, result) => this.#fetched(error, result));
      queueMicrotask(() => {
        this.writableFinished = true;
        this.emit('finish');
      });
    } catch (error) {
      this.#fail(error);
    }
    return this;
  }

  abort() {
    if (this.aborted) return;
    this.aborted = true;
    queueMicrotask(() => this.emit('abort'));
    this.destroy();
  }

  destroy(error) {
    if (this.destroyed) return this;
    if (this.#response) {
      this.destroyed = true;
      this.#response.destroy(error);
      return this;
    }
    this.#fail(error || coded(new Error('socket hang up'), 'ECONNRESET'));
    return this;
  }

  // Names and values in turn.
  #flat() {
    const all = [];
    for (const [known, { value }] of this.#headers) {
      const values = Array.isArray(value) && known === 'cookie' ? [value.join('; ')] : [].concat(value);
      for (const one of values) all.push(known, valueOf(one, known));
    }
    return all;
  }

  #fetched(error, result) {
    if (error) return this.#fail(error);
    timers.clearTimeout(this.#timer);
    const response = (this.#response = this.res = new IncomingMessage(result, this));
    EventEmitter.prototype.on.call(response, 'close', () => this.#close());
    if (!this.emit('response', response)) response.resume();
  }

  #fail(error) {
    if (this.destroyed) return;
    this.destroyed = true;
    if (this.#forget) this.#forget();
    timers.clearTimeout(this.#timer);
    // Later, when the caller has set its listeners. Without any the error is the log's, and no other request's.
    queueMicrotask(() => {
      if (this.listenerCount('error')) this.emit('error', error);
      else host.log('error', this.method + ' ' + this.url.slice(0, 200) + ': ' + error.message);
      this.#close();
    });
  }

  #close() {
    if (this.closed) return;
    this.closed = this.destroyed = true;
    this.emit('close');
  }
}

function pairs(flat) {
  if (flat.length && Array.isArray(flat[0])) return flat;
  return flat.flatMap((name, index) => (index % 2 ? [] : [[name, flat[index + 1]]]));
}

function watch(request, signal) {
  const abort = () => request.destroy(Object.assign(new Error('The operation was aborted'), { name: 'AbortError', code: 'ABORT_ERR' }));
  if (signal.aborted) return abort();
  signal.addEventListener('abort', abort, { once: true });
  request.once('close', () => signal.removeEventListener('abort', abort));
}

// There is no socket; programs set their timeouts on it.
function socketOf(request) {
  return Object.assign(new EventEmitter(), {
    setTimeout: (milliseconds, callback) => request.setTimeout(milliseconds, callback),
    destroy: (error) => request.destroy(error),
    setNoDelay() {}, setKeepAlive() {}, ref() {}, unref() {},
  });
}

// The functions `request` and `get` of one protocol.
exports.clientOf = function clientOf(protocol) {
  const request = (...args) => new ClientRequest(...argumentsOf(args), protocol);
  return { request, get: (...args) => request(...args).end() };
};
exports.ClientRequest = ClientRequest;
