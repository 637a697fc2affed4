// The classes Request and Response. A body is whole from the beginning: a string or bytes.
'use strict';

const { Buffer } = internal('node/buffer');
const { Headers, received } = internal('fetch-headers');
const { URL } = internal('node/url');
const { URLSearchParams } = internal('node/url-params');

const MISSING = 'is unusable: Body has already been read';

// The body that a value means, and the content type that belongs to it.
function bodyOf(value) {
  if (value === undefined || value === null) return [null, null];
  if (typeof value === 'string') return [value, 'text/plain;charset=UTF-8'];
  if (value instanceof URLSearchParams) return [value.toString(), 'application/x-www-form-urlencoded;charset=UTF-8'];
  if (value instanceof ArrayBuffer) return [new Uint8Array(value.slice(0)), null];
  if (ArrayBuffer.isView(value)) return [new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice(), null];
  if (typeof value === 'object' && String(value).startsWith('[object ')) {
    throw new TypeError('a body is a string, bytes or URLSearchParams: JSON.stringify(...) makes a string of an object');
  }
  return [String(value), 'text/plain;charset=UTF-8'];
}

class Body {
  #body = null;
  #isUsed = false;

  constructor(body) {
    this.#body = body;
  }

  // What is in the body, for `clone` and for sending.
  static peek(owner) {
    if (owner.#isUsed) throw new TypeError('Body ' + MISSING);
    return owner.#body;
  }

  get bodyUsed() {
    return this.#isUsed;
  }

  // The body as a stream of one piece.
  get body() {
    if (this.#body === null) return null;
    const read = async () => {
      if (this.#isUsed) return { done: true, value: undefined };
      return { done: false, value: await this.bytes() };
    };
    const cancel = async () => {
      this.#isUsed = true;
    };
    return {
      locked: this.#isUsed,
      cancel,
      getReader: () => ({ read, cancel, releaseLock() {} }),
      [Symbol.asyncIterator]: () => ({ next: read, return: () => cancel().then(() => ({ done: true, value: undefined })) }),
    };
  }

  async text() {
    const body = this.#take();
    const text = typeof body === 'string' ? body : host.utf8Decode(body.toBase64());
    return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  }

  async json() {
    return JSON.parse(await this.text());
  }

  async bytes() {
    const body = this.#take();
    return typeof body === 'string' ? host.utf8Encode(body) : body;
  }

  async arrayBuffer() {
    return (await this.bytes()).buffer;
  }

  async blob() {
    throw new TypeError('blob() is not offered to back ends: use arrayBuffer()');
  }

  async formData() {
    throw new TypeError('formData() is not offered to back ends: use text() and URLSearchParams');
  }

  #take() {
    const body = Body.peek(this);
    if (body === null) return '';
    this.#isUsed = true;
    // A clone has the same bytes, and a back end may change them.
    return typeof body === 'string' ? body : body.slice();
  }
}

function typed(headers, type) {
  if (type !== null && !headers.has('content-type')) headers.set('content-type', type);
  return headers;
}

exports.Request = class Request extends Body {
  constructor(input, init = {}) {
    const from = input instanceof Request ? input : undefined;
    const given = init.body === undefined || init.body === null ? undefined : bodyOf(init.body);
    super(given ? given[0] : from ? Body.peek(from) : null);
    const url = new URL(from ? from.url : String(input));
    if (url.username || url.password) throw new TypeError('Request cannot be constructed from a URL that includes credentials');
    this.url = url.href;
    this.method = String(init.method || (from && from.method) || 'GET').toUpperCase();
    this.headers = typed(new Headers(init.headers || (from && from.headers)), given ? given[1] : null);
    this.redirect = init.redirect || (from && from.redirect) || 'follow';
    this.signal = init.signal || (from && from.signal) || undefined;
    if (given && (this.method === 'GET' || this.method === 'HEAD')) {
      throw new TypeError('Request with GET/HEAD method cannot have body.');
    }
  }

  clone() {
    Body.peek(this);
    return new Request(this);
  }
};

class Response extends Body {
  constructor(body, init = {}) {
    const [content, type] = bodyOf(body);
    super(content);
    this.status = init.status === undefined ? 200 : Number(init.status);
    if (!(this.status >= 200 && this.status <= 599)) {
      throw new RangeError('init["status"] must be in the range of 200 to 599, inclusive.');
    }
    this.statusText = String(init.statusText === undefined ? '' : init.statusText);
    this.headers = typed(new Headers(init.headers), type);
    this.url = '';
    this.redirected = false;
    this.type = 'default';
  }

  static json(data, init = {}) {
    const headers = typed(new Headers(init.headers), 'application/json');
    return new Response(JSON.stringify(data), { ...init, headers });
  }

  static error() {
    return Object.assign(new Response(null), { type: 'error', status: 0 });
  }

  // The answer of another host to a request for `url`.
  static received(result, url) {
    const status = result.status >= 200 && result.status <= 599 ? result.status : 502;
    const response = new Response(null, { status, statusText: internal('node/http').STATUS_CODES[result.status] });
    const body = result.body.length === 0 ? null : result.body;
    return Response.#with(response, body, {
      headers: received(result.headers), url: result.url || url, type: 'basic',
      redirected: Boolean(result.url) && result.url !== url.replace(/#.*/, ''),
    });
  }

  static #with(response, body, parts) {
    const made = new Response(body, response);
    return Object.assign(made, parts);
  }

  get ok() {
    return this.status >= 200 && this.status <= 299;
  }

  clone() {
    const body = Body.peek(this);
    const { url, redirected, type } = this;
    return Response.#with(this, body, { headers: new Headers(this.headers), url, redirected, type });
  }
}

exports.Response = Response;
exports.peek = Body.peek;
exports.bodyOf = bodyOf;
