// The stream of a body that is there as a whole, and the response of another host as the module `http` gives it. The
// body is one piece: a Buffer, or a string after `setEncoding`.
'use strict';

const EventEmitter = internal('node/events');
const { Buffer } = internal('node/buffer');

class BodyStream extends EventEmitter {
  constructor(body) {
    super();
    // What is left to read; nothing at the end.
    this.rest = body && body.length ? body : undefined;
    this.readable = true;
    this.readableEnded = false;
    this.readableFlowing = null;
    this.destroyed = false;
    this.encoding = null;
    this.pipes = [];
  }

  on(name, listener) {
    super.on(name, listener);
    if (name === 'data' && this.readableFlowing !== false) this.resume();
    if (name === 'readable') {
      this.readableFlowing = false;
      queueMicrotask(() => this.destroyed || this.readableEnded || this.emit('readable'));
    }
    return this;
  }

  addListener(name, listener) {
    return this.on(name, listener);
  }

  setEncoding(encoding = 'utf8') {
    this.encoding = encoding;
    return this;
  }

  resume() {
    this.readableFlowing = true;
    queueMicrotask(() => this.flow());
    return this;
  }

  pause() {
    this.readableFlowing = false;
    return this;
  }

  isPaused() {
    return this.readableFlowing === false;
  }

  read() {
    if (this.rest !== undefined) return this.take();
    queueMicrotask(() => this.finish());
    return null;
  }

  // The whole rest as one piece.
  take() {
    const body = this.rest;
    this.rest = undefined;
    if (this.encoding === null) return typeof body === 'string' ? Buffer.from(body) : Buffer.view(body);
    if (typeof body === 'string' && /^utf-?8$/i.test(this.encoding)) return body;
    return Buffer.from(body).toString(this.encoding);
  }

  flow() {
    if (!this.readableFlowing || this.destroyed || this.readableEnded) return;
    if (this.rest !== undefined) this.emit('data', this.take());
    if (this.readableFlowing) queueMicrotask(() => this.readableFlowing && this.finish());
  }

  finish() {
    if (this.readableEnded || this.destroyed || this.rest !== undefined) return;
    this.readableEnded = true;
    this.readable = false;
    this.complete = true;
    this.emit('end');
    queueMicrotask(() => this.close());
  }

  close() {
    if (this.closed) return;
    this.closed = this.destroyed = true;
    this.emit('close');
  }

  destroy(error) {
    if (this.destroyed) return this;
    this.destroyed = this.aborted = true;
    this.rest = undefined;
    this.readable = false;
    queueMicrotask(() => {
      if (error && this.listenerCount('error')) this.emit('error', error);
      this.close();
    });
    return this;
  }

  pipe(target, options) {
    const piece = (chunk) => {
      if (target.write(chunk) !== false || typeof target.once !== 'function') return;
      this.pause();
      target.once('drain', () => this.resume());
    };
    const end = () => target.end();
    this.pipes.push({ target, piece, end });
    if (!options || options.end !== false) this.on('end', end);
    if (typeof target.emit === 'function') target.emit('pipe', this);
    this.on('data', piece);
    return target;
  }

  unpipe(target) {
    for (const pipe of this.pipes.filter((one) => target === undefined || one.target === target)) {
      this.removeListener('data', pipe.piece);
      this.removeListener('end', pipe.end);
      this.pause();
    }
    return this;
  }

  async *[Symbol.asyncIterator]() {
    let isDone = false;
    try {
      if (this.rest !== undefined) yield this.take();
      isDone = true;
    } finally {
      if (isDone) this.finish();
      else this.destroy();
    }
  }
}

// Headers that a message has once: of several the first counts.
const ONCE = new Set([
  'age', 'authorization', 'content-length', 'content-type', 'etag', 'expires', 'from', 'host', 'if-modified-since',
  'if-unmodified-since', 'last-modified', 'location', 'max-forwards', 'proxy-authorization', 'referer', 'retry-after',
  'server', 'user-agent',
]);

// Headers as an object, from names and values in turn.
function headersOf(flat) {
  const headers = {};
  const define = (name, value) => Object.defineProperty(headers, name, { configurable: true, enumerable: true, writable: true, value });
  for (let index = 0; index < flat.length; index += 2) {
    const [name, value] = [flat[index], flat[index + 1]];
    const known = Object.prototype.hasOwnProperty.call(headers, name) ? headers[name] : undefined;
    if (name === 'set-cookie') define(name, [...(known || []), value]);
    else if (known === undefined) define(name, value);
    else if (!ONCE.has(name)) define(name, known + ', ' + value);
  }
  return headers;
}

class IncomingMessage extends BodyStream {
  constructor(result, request) {
    super(result.body);
    this.statusCode = result.status;
    this.statusMessage = internal('node/http').STATUS_CODES[result.status] || '';
    this.headers = headersOf(result.headers);
    this.rawHeaders = result.headers;
    this.httpVersion = '1.1';
    this.httpVersionMajor = 1;
    this.httpVersionMinor = 1;
    this.method = null;
    this.url = '';
    // Redirects have been followed; this is where they led.
    this.responseUrl = result.url;
    this.trailers = {};
    this.rawTrailers = [];
    this.aborted = false;
    this.complete = false;
    this.req = request;
    this.socket = this.connection = request && request.socket;
  }

  setTimeout() {
    return this;
  }
}

Object.assign(exports, { BodyStream, IncomingMessage, headersOf });
