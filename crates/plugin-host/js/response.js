// The response that handlers get. It is collected and leaves as one answer when it ends.
'use strict';

const TYPES = {
  bin: 'application/octet-stream', css: 'text/css; charset=utf-8', csv: 'text/csv; charset=utf-8',
  gif: 'image/gif', html: 'text/html; charset=utf-8', jpeg: 'image/jpeg', jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8', json: 'application/json; charset=utf-8', md: 'text/markdown; charset=utf-8',
  mp3: 'audio/mpeg', png: 'image/png', svg: 'image/svg+xml', text: 'text/plain; charset=utf-8',
  txt: 'text/plain; charset=utf-8', webp: 'image/webp', xml: 'application/xml; charset=utf-8',
};

function typeOf(name) {
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
    hide(this, 'state', { id, headers: new Map(), pieces: [], bytes: 0 });
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
    this.statusCode = Number(code);
    return this;
  }

  setHeader(name, value) {
    if (this.hasBegun) throw sentError('Cannot set headers after they are sent to the client');
    this.state.headers.set(String(name).toLowerCase(), { name: String(name), value });
    return this;
  }

  getHeader(name) {
    const header = this.state.headers.get(String(name).toLowerCase());
    return header && header.value;
  }

  getHeaders() {
    const all = {};
    for (const [lower, { value }] of this.state.headers) all[lower] = value;
    return all;
  }

  getHeaderNames() {
    return [...this.state.headers.keys()];
  }

  hasHeader(name) {
    return this.state.headers.has(String(name).toLowerCase());
  }

  removeHeader(name) {
    this.state.headers.delete(String(name).toLowerCase());
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
    this.statusCode = Number(status);
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
    if (chunk !== undefined && chunk !== null) this.add(chunk, encoding);
    this.isSent = this.hasBegun = true;
    host.answer(this.state.id, Number(this.statusCode), flat(this.state.headers), joined(this.state.pieces));
    this.state.pieces = [];
    if (callback) queueMicrotask(callback);
    if (this.state.events) queueMicrotask(() => this.emit('finish') | this.emit('close'));
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
    this.state.pieces = [];
    this.state.bytes = 0;
    this.state.headers.clear();
  }

  add(chunk, encoding) {
    let piece = chunk;
    if (typeof chunk === 'string' && encoding && !/^utf-?8$/i.test(encoding)) {
      piece = internal('node/buffer').Buffer.from(chunk, encoding);
    }
    if (typeof piece !== 'string' && !ArrayBuffer.isView(piece)) {
      throw new TypeError('The "chunk" argument must be of type string or an instance of Buffer or Uint8Array');
    }
    this.state.bytes += piece.length;
    if (this.state.bytes > host.maxAnswer) throw new RangeError('an answer has at most ' + host.maxAnswer + ' bytes');
    this.state.pieces.push(piece);
  }
}

// Listeners of the response, made when there are some.
for (const name of ['on', 'once', 'addListener', 'removeListener', 'off', 'emit', 'listenerCount']) {
  hide(Response.prototype, name, function (...args) {
    if (!this.state.events) this.state.events = new (internal('node/events'))();
    const result = this.state.events[name](...args);
    return result === this.state.events ? this : result;
  });
}

function hide(object, name, value) {
  Object.defineProperty(object, name, { configurable: true, enumerable: false, writable: true, value });
}

function sentError(text) {
  const error = new Error(text);
  error.code = 'ERR_HTTP_HEADERS_SENT';
  return error;
}

// Headers as [name, value, name, value …]; one of several values is repeated.
function flat(headers) {
  const pairs = [];
  for (const { name, value } of headers.values()) {
    for (const one of [value].flat()) pairs.push(name, String(one));
  }
  return pairs;
}

// A string, or bytes as the host takes them: an array of their base64.
function joined(pieces) {
  if (pieces.every((piece) => typeof piece === 'string')) return pieces.join('');
  const { Buffer } = internal('node/buffer');
  return [Buffer.concat(pieces.map((piece) => Buffer.from(piece))).toString('base64')];
}

exports.Response = Response;
