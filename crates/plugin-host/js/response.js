// The response that handlers get. It is collected and leaves as one answer when it ends.
'use strict';

const TYPES = {
  __proto__: null,
  bin: 'application/octet-stream', css: 'text/css; charset=utf-8', csv: 'text/csv; charset=utf-8',
  gif: 'image/gif', html: 'text/html; charset=utf-8', jpeg: 'image/jpeg', jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8', json: 'application/json; charset=utf-8', md: 'text/markdown; charset=utf-8',
  mp3: 'audio/mpeg', png: 'image/png', svg: 'image/svg+xml', text: 'text/plain; charset=utf-8',
  txt: 'text/plain; charset=utf-8', webp: 'image/webp', xml: 'application/xml; charset=utf-8',
};

// What is collected, out of sight of code that looks through a response.
const STATE = Symbol('state');

function typeOf(name) {
  if (TYPES[name]) return TYPES[name];
  if (name.includes('/')) return name;
  return TYPES[name.replace(/^.*\./, '').toLowerCase()] || TYPES.bin;
}

class Response {
  constructor(id, request) {
    this.req = request;
    this.statusCode = 200;
    this.locals = {};
    this.isSent = false;
    this.hasBegun = false;
    this[STATE] = { id, headers: new Map(), pieces: [], bytes: 0, events: undefined };
  }

  get headersSent() {
    return this.hasBegun;
  }

  get finished() {
    return this.isSent;
  }

  get writableEnded() {
    return this.isSent;
  }

  get writableFinished() {
    return this.isSent;
  }

  status(code) {
    this.statusCode = checkedStatus(code);
    return this;
  }

  setHeader(name, value) {
    if (this.hasBegun) throw sentError('Cannot set headers after they are sent to the client');
    this[STATE].headers.set(String(name).toLowerCase(), { name: String(name), value });
    return this;
  }

  getHeader(name) {
    const header = this[STATE].headers.get(String(name).toLowerCase());
    return header && header.value;
  }

  getHeaders() {
    const all = {};
    for (const [lower, { value }] of this[STATE].headers) all[lower] = value;
    return all;
  }

  getHeaderNames() {
    return [...this[STATE].headers.keys()];
  }

  hasHeader(name) {
    return this[STATE].headers.has(String(name).toLowerCase());
  }

  removeHeader(name) {
    this[STATE].headers.delete(String(name).toLowerCase());
  }

  get(name) {
    return this.getHeader(name);
  }

  set(name, value) {
    if (typeof name === 'object' && name !== null) {
      for (const key of Object.keys(name)) this.set(key, name[key]);
      return this;
    }
    return this.setHeader(name, value);
  }

  header(name, value) {
    return this.set(name, value);
  }

  append(name, value) {
    const known = this.getHeader(name);
    return this.setHeader(name, known === undefined ? value : [known, value].flat());
  }

  vary(name) {
    return this.append('Vary', name);
  }

  type(name) {
    return this.setHeader('Content-Type', typeOf(String(name)));
  }

  contentType(name) {
    return this.type(name);
  }

  location(url) {
    return this.setHeader('Location', String(url));
  }

  redirect(status, url) {
    const [code, target] = typeof status === 'number' ? [status, url] : [typeof url === 'number' ? url : 302, status];
    this.statusCode = code;
    this.location(target).type('txt').end('Redirecting to ' + target);
  }

  attachment(filename) {
    if (filename) this.type(filename);
    const name = filename ? '; filename="' + encodeURIComponent(filename) + '"' : '';
    return this.setHeader('Content-Disposition', 'attachment' + name);
  }

  // Cookies belong to the portal; a back end sets none. Code that tries goes on.
  cookie() {
    return this;
  }

  clearCookie() {
    return this;
  }

  json(value) {
    if (!this.hasHeader('Content-Type')) this.type('json');
    const text = JSON.stringify(value);
    return this.end(text === undefined ? '' : text);
  }

  send(body) {
    if (typeof body === 'string') {
      if (!this.hasHeader('Content-Type')) this.type('html');
      return this.end(body);
    }
    if (body === undefined || body === null) return this.end();
    if (ArrayBuffer.isView(body)) {
      if (!this.hasHeader('Content-Type')) this.type('bin');
      return this.end(body);
    }
    return this.json(body);
  }

  sendStatus(code) {
    this.status(code).type('txt');
    return this.end(internal('node/http').STATUS_CODES[code] || String(code));
  }

  sendFile(file, options, callback) {
    const done = typeof options === 'function' ? options : callback;
    const root = options && options.root;
    try {
      const whole = root ? internal('node/path').join(root, file) : file;
      const bytes = internal('node/fs').readFileSync(whole);
      if (!this.hasHeader('Content-Type')) this.type(whole);
      this.end(bytes);
      if (done) done();
    } catch (error) {
      error.status = 404;
      if (!done) throw error;
      done(error);
    }
  }

  writeHead(status, reason, headers) {
    if (this.hasBegun) throw sentError('Cannot write headers after they are sent to the client');
    this.statusCode = checkedStatus(status);
    const all = typeof reason === 'object' && reason !== null ? reason : headers;
    if (Array.isArray(all)) for (let at = 0; at + 1 < all.length; at += 2) this.setHeader(all[at], all[at + 1]);
    else if (all) this.set(all);
    this.hasBegun = true;
    return this;
  }

  flushHeaders() {
    this.hasBegun = true;
  }

  write(chunk, encoding, callback) {
    if (this.isSent) throw sentError('write after end');
    this.hasBegun = true;
    this.add(chunk, encoding);
    const done = typeof encoding === 'function' ? encoding : callback;
    if (done) queueMicrotask(done);
    return true;
  }

  end(chunk, encoding, callback) {
    if (typeof chunk === 'function') [chunk, callback] = [undefined, chunk];
    else if (typeof encoding === 'function') [encoding, callback] = [undefined, encoding];
    if (this.isSent) {
      if (chunk === undefined || chunk === null) return this;
      throw sentError('Cannot set headers after they are sent to the client');
    }
    const status = checkedStatus(this.statusCode);
    if (chunk !== undefined && chunk !== null) this.add(chunk, encoding);
    this.isSent = this.hasBegun = true;
    host.answer(this[STATE].id, status, flat(this[STATE].headers), joined(this[STATE].pieces));
    this[STATE].pieces = [];
    if (callback) queueMicrotask(callback);
    if (this[STATE].events) queueMicrotask(() => this.emit('finish') | this.emit('close'));
    return this;
  }

  // Ends a response that failed half-way.
  destroy() {
    if (!this.isSent) this.end();
    return this;
  }

  // Forgets what was prepared, for an error answer: nothing has left yet.
  discard() {
    this.hasBegun = false;
    this[STATE].pieces = [];
    this[STATE].bytes = 0;
    this[STATE].headers.clear();
  }

  add(chunk, encoding) {
    let piece = chunk;
    if (typeof chunk === 'string' && encoding && !/^utf-?8$/i.test(encoding)) {
      piece = internal('node/buffer').Buffer.from(chunk, encoding);
    }
    if (typeof piece !== 'string' && !ArrayBuffer.isView(piece)) {
      throw new TypeError('The "chunk" argument must be of type string or an instance of Buffer or Uint8Array');
    }
    this[STATE].bytes += piece.length;
    if (this[STATE].bytes > host.maxAnswer) throw new RangeError('an answer has at most ' + host.maxAnswer + ' bytes');
    this[STATE].pieces.push(piece);
  }
}

// Listeners of the response, made when there are some.
for (const name of ['on', 'once', 'addListener', 'removeListener', 'off', 'emit', 'listenerCount']) {
  hide(Response.prototype, name, function (...args) {
    if (!this[STATE].events) this[STATE].events = new (internal('node/events'))();
    const result = this[STATE].events[name](...args);
    return result === this[STATE].events ? this : result;
  });
}

function hide(object, name, value) {
  Object.defineProperty(object, name, { configurable: true, enumerable: false, writable: true, value });
}

// A status that the portal can send. Any other is an error of the author, as in Node.js.
function checkedStatus(code) {
  const status = Math.trunc(Number(code));
  if (status >= 200 && status <= 599) return status;
  const error = new RangeError('Invalid status code: ' + code);
  error.code = 'ERR_HTTP_INVALID_STATUS_CODE';
  throw error;
}

function sentError(text) {
  const error = new Error(text);
  error.code = 'ERR_HTTP_HEADERS_SENT';
  return error;
}

// Headers as [name, value, name, value …]; one of several values is repeated.
function flat(headers) {
  const pairs = [];
  headers.forEach(({ name, value }) => {
    if (!Array.isArray(value)) pairs.push(name, String(value));
    else for (const one of value.flat()) pairs.push(name, String(one));
  });
  return pairs;
}

// A string, or bytes as the host takes them: an array of their base64.
function joined(pieces) {
  if (pieces.length === 1 && typeof pieces[0] === 'string') return pieces[0];
  if (pieces.every((piece) => typeof piece === 'string')) return pieces.join('');
  const { Buffer } = internal('node/buffer');
  return [Buffer.concat(pieces.map((piece) => Buffer.from(piece))).toString('base64')];
}

exports.Response = Response;
