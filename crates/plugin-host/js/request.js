// The request that handlers get, with what Express adds to it. Cookies and the member's token are not in it: the
// host knows who calls, and `requireAuth` sets req.user.
'use strict';

const query = internal('query');

// Bytes of one piece of a body that is read as a stream.
const CHUNK = 64 << 10;

class Request {
  // Who calls, for server/auth.js alone.
  #caller;

  constructor(call) {
    this.#caller = call.user;
    this.method = call.method;
    this.url = call.url;
    this.originalUrl = call.originalUrl;
    this.baseUrl = '';
    this.ip = call.ip;
    this.headers = headersOf(call.headers);
    this.rawHeaders = call.headers;
    this.params = {};
    this.httpVersion = '1.1';
    this.complete = true;
    this.aborted = false;
  }

  static callerOf(request) {
    return #caller in request ? request.#caller : undefined;
  }

  get path() {
    const at = this.url.indexOf('?');
    return at < 0 ? this.url : this.url.slice(0, at);
  }

  get query() {
    const at = this.url.indexOf('?');
    const value = query.parse(at < 0 ? '' : this.url.slice(at + 1));
    this.query = value;
    return value;
  }

  set query(value) {
    Object.defineProperty(this, 'query', { configurable: true, enumerable: true, writable: true, value });
  }

  get ips() {
    return [];
  }

  get cookies() {
    return {};
  }

  get signedCookies() {
    return {};
  }

  get hostname() {
    return String(this.headers.host || '').replace(/:\d+$/, '');
  }

  get protocol() {
    return this.headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
  }

  get secure() {
    return this.protocol === 'https';
  }

  get xhr() {
    return String(this.headers['x-requested-with'] || '').toLowerCase() === 'xmlhttprequest';
  }

  get socket() {
    return { remoteAddress: this.ip, encrypted: this.secure };
  }

  get connection() {
    return this.socket;
  }

  get(name) {
    const lower = String(name).toLowerCase();
    if (lower === 'referer' || lower === 'referrer') return this.headers.referer || this.headers.referrer;
    return Object.prototype.hasOwnProperty.call(this.headers, lower) ? this.headers[lower] : undefined;
  }

  header(name) {
    return this.get(name);
  }

  param(name, fallback) {
    for (const values of [this.params, this.body, this.query]) {
      if (values && values[name] !== undefined) return values[name];
    }
    return fallback;
  }

  // Whether the body is of one of these types: the first that fits, else false.
  is(...types) {
    const type = String(this.headers['content-type'] || '').split(';')[0].trim().toLowerCase();
    if (!type) return null;
    const names = { json: 'application/json', urlencoded: 'application/x-www-form-urlencoded', text: 'text/plain', html: 'text/html' };
    const found = types.flat().find((wanted) => {
      const whole = names[wanted] || wanted;
      return whole === type || (whole.endsWith('/*') && type.startsWith(whole.slice(0, -1)));
    });
    return found === undefined ? false : found;
  }

  // The first of the types that the client takes.
  accepts(...types) {
    const wanted = types.flat();
    const accepted = String(this.headers.accept || '*/*').toLowerCase();
    if (!wanted.length) return accepted.split(',').map((part) => part.split(';')[0].trim());
    const fits = (type) => accepted.includes('*/*') || accepted.includes(type === 'json' || type === 'html' ? type : type.toLowerCase());
    return wanted.find(fits) || false;
  }

  setRawBody(body) {
    this.rawBody = body;
  }

  setEncoding(encoding) {
    this.encoding = encoding;
    return this;
  }

  on(name, listener) {
    emitter(this).on(name, listener);
    if (name === 'data' || name === 'end' || name === 'readable') flow(this);
    return this;
  }

  once(name, listener) {
    emitter(this).once(name, listener);
    if (name === 'data' || name === 'end') flow(this);
    return this;
  }

  addListener(name, listener) {
    return this.on(name, listener);
  }

  removeListener(name, listener) {
    emitter(this).removeListener(name, listener);
    return this;
  }

  off(name, listener) {
    return this.removeListener(name, listener);
  }

  emit(name, ...args) {
    return emitter(this).emit(name, ...args);
  }

  resume() {
    flow(this);
    return this;
  }

  pause() {
    return this;
  }

  pipe(target) {
    this.on('data', (chunk) => target.write(chunk));
    this.on('end', () => target.end());
    return target;
  }

  async *[Symbol.asyncIterator]() {
    yield* chunks(this);
  }
}

// An object of [name, value, name, value …]; values of one name are joined.
function headersOf(pairs) {
  const headers = {};
  for (let index = 0; index < pairs.length; index += 2) {
    const name = pairs[index];
    const value = pairs[index + 1];
    // Nearly all headers go this way. The others come twice, or have the name of what every object has.
    if (headers[name] === undefined) headers[name] = value;
    else addHeader(headers, name, value);
  }
  return headers;
}

function addHeader(headers, name, value) {
  const known = Object.prototype.hasOwnProperty.call(headers, name) ? headers[name] + ', ' : '';
  Object.defineProperty(headers, name, { configurable: true, enumerable: true, writable: true, value: known + value });
}

// Most handlers never listen, so the emitter is made for those that do.
function emitter(request) {
  if (!request.events) {
    const EventEmitter = internal('node/events');
    Object.defineProperty(request, 'events', { value: new EventEmitter() });
  }
  return request.events;
}

function* chunks(request) {
  const body = request.rawBody;
  request.rawBody = undefined;
  if (body === undefined || body.length === 0) return;
  const bytes = internal('node/buffer').Buffer.from(body);
  // As one piece, because the end of a piece may stand within a character.
  if (request.encoding) yield bytes.toString(request.encoding);
  else for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK);
}

// Emits the body once, after the handler that listens has set all its listeners.
function flow(request) {
  if (request.isFlowing) return;
  Object.defineProperty(request, 'isFlowing', { value: true });
  setImmediate(() => {
    for (const chunk of chunks(request)) request.emit('data', chunk);
    request.emit('end');
    request.emit('close');
  });
}

exports.Request = Request;
exports.callerOf = Request.callerOf;
