// The module `buffer`. A Buffer is a Uint8Array with another prototype. Its memory is the engine's, so the limit of
// the isolate counts it.
'use strict';

const numbers = internal('node/buffer-numbers');

const ENCODINGS = {
  utf8: 'utf8', 'utf-8': 'utf8', hex: 'hex', base64: 'base64', base64url: 'base64url', latin1: 'latin1', binary: 'latin1',
  ascii: 'latin1', ucs2: 'utf16le', 'ucs-2': 'utf16le', utf16le: 'utf16le', 'utf-16le': 'utf16le',
};

function encodingOf(name) {
  const known = ENCODINGS[String(name === undefined || name === null ? 'utf8' : name).toLowerCase()];
  if (known) return known;
  const error = new TypeError('Unknown encoding: ' + name);
  error.code = 'ERR_UNKNOWN_ENCODING';
  throw error;
}

// Bytes of a text.
function encode(text, name) {
  const encoding = encodingOf(name);
  if (encoding === 'utf8') return host.utf8Encode(text);
  if (encoding === 'base64' || encoding === 'base64url') return host.base64Decode(text);
  if (encoding === 'hex') return Uint8Array.fromHex((/^(?:[0-9a-f]{2})*/i.exec(text) || [''])[0]);
  const width = encoding === 'utf16le' ? 2 : 1;
  const bytes = new Uint8Array(text.length * width);
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    bytes[index * width] = code & 255;
    if (width === 2) bytes[index * 2 + 1] = code >> 8;
  }
  return bytes;
}

// The text of bytes.
function decode(bytes, name) {
  const encoding = encodingOf(name);
  if (encoding === 'utf8') return host.utf8Decode(bytes.toBase64());
  if (encoding === 'hex') return bytes.toHex();
  if (encoding === 'base64') return bytes.toBase64();
  if (encoding === 'base64url') return bytes.toBase64({ alphabet: 'base64url', omitPadding: true });
  const width = encoding === 'utf16le' ? 2 : 1;
  let text = '';
  for (let at = 0; at + width <= bytes.length; at += 4096 * width) {
    const codes = [];
    for (let index = at; index + width <= Math.min(bytes.length, at + 4096 * width); index += width) {
      codes.push(width === 2 ? bytes[index] | (bytes[index + 1] << 8) : bytes[index]);
    }
    text += String.fromCharCode(...codes);
  }
  return text;
}

// The same memory as a Buffer.
function view(bytes) {
  return Object.setPrototypeOf(bytes, Buffer.prototype);
}

function bytesOf(value) {
  return value instanceof Uint8Array ? value : encode(String(value));
}

class Buffer extends Uint8Array {
  static from(value, encodingOrOffset, length) {
    if (typeof value === 'string') return view(encode(value, encodingOrOffset));
    if (value instanceof ArrayBuffer) return view(new Uint8Array(value, encodingOrOffset, length));
    if (ArrayBuffer.isView(value) || Array.isArray(value)) return view(Uint8Array.from(value));
    if (value && value.type === 'Buffer' && Array.isArray(value.data)) return view(Uint8Array.from(value.data));
    if (value && typeof value === 'object' && 'length' in value) return view(Uint8Array.from(value));
    throw new TypeError('The first argument must be of type string or an instance of Buffer, ArrayBuffer, or Array');
  }

  static alloc(size, fill, encoding) {
    const buffer = view(new Uint8Array(size));
    return fill === undefined ? buffer : buffer.fill(fill, encoding);
  }

  static allocUnsafe(size) {
    return Buffer.alloc(size);
  }

  static concat(list, total) {
    const length = total === undefined ? list.reduce((sum, one) => sum + one.length, 0) : total;
    const joined = new Uint8Array(length);
    let at = 0;
    for (const one of list) {
      if (at >= length) break;
      joined.set(at + one.length > length ? one.subarray(0, length - at) : one, at);
      at += one.length;
    }
    return view(joined);
  }

  static byteLength(value, encoding) {
    if (typeof value !== 'string') return value.byteLength;
    return encode(value, encoding).length;
  }

  static isBuffer(value) {
    return value instanceof Buffer;
  }

  static isEncoding(name) {
    return String(name).toLowerCase() in ENCODINGS;
  }

  static compare(left, right) {
    const shorter = Math.min(left.length, right.length);
    for (let index = 0; index < shorter; index++) {
      if (left[index] !== right[index]) return left[index] < right[index] ? -1 : 1;
    }
    return Math.sign(left.length - right.length);
  }

  toString(encoding, start = 0, end = this.length) {
    return decode(start === 0 && end >= this.length ? this : this.subarray(start, end), encoding);
  }

  toJSON() {
    return { type: 'Buffer', data: Array.from(this) };
  }

  equals(other) {
    return Buffer.compare(this, other) === 0;
  }

  compare(other, ...range) {
    const [targetStart = 0, targetEnd = other.length, start = 0, end = this.length] = range;
    return Buffer.compare(this.subarray(start, end), other.subarray(targetStart, targetEnd));
  }

  // Node's slice shares memory, unlike that of arrays.
  slice(start, end) {
    return this.subarray(start, end);
  }

  subarray(start, end) {
    return view(new Uint8Array(this.buffer, ...range(this, start, end)));
  }

  copy(target, targetStart = 0, start = 0, end = this.length) {
    const part = this.subarray(start, Math.min(end, start + target.length - targetStart));
    target.set(part, targetStart);
    return part.length;
  }

  write(text, offset = 0, length, encoding) {
    if (typeof offset === 'string') [offset, encoding] = [0, offset];
    else if (typeof length === 'string') [length, encoding] = [undefined, length];
    const bytes = encode(String(text), encoding);
    const count = Math.min(bytes.length, this.length - offset, length === undefined ? Infinity : length);
    this.set(bytes.subarray(0, count), offset);
    return count;
  }

  fill(value, start = 0, end = this.length, encoding = undefined) {
    if (typeof start === 'string') [start, encoding] = [0, start];
    if (typeof value !== 'string' && !ArrayBuffer.isView(value)) return super.fill(Number(value), start, end);
    const bytes = typeof value === 'string' ? encode(value, encoding) : value;
    if (!bytes.length) return super.fill(0, start, end);
    for (let index = start; index < end; index++) this[index] = bytes[(index - start) % bytes.length];
    return this;
  }

  indexOf(value, from = 0, encoding = undefined) {
    if (typeof value === 'number') return super.indexOf(value, from);
    const wanted = typeof value === 'string' ? encode(value, encoding) : value;
    const last = this.length - wanted.length;
    for (let at = from < 0 ? Math.max(0, this.length + from) : from; at <= last; at++) {
      let same = 0;
      while (same < wanted.length && this[at + same] === wanted[same]) same++;
      if (same === wanted.length) return at;
    }
    return -1;
  }

  includes(value, from, encoding) {
    return this.indexOf(value, from, encoding) >= 0;
  }

  swap16() {
    for (let at = 0; at + 1 < this.length; at += 2) [this[at], this[at + 1]] = [this[at + 1], this[at]];
    return this;
  }
}

// The place in the memory below: where it begins, and its length.
function range(buffer, start = 0, end = buffer.length) {
  const inside = (at) => (at < 0 ? Math.max(0, buffer.length + at) : Math.min(at, buffer.length));
  const first = inside(Math.trunc(start) || 0);
  return [buffer.byteOffset + first, Math.max(0, inside(Math.trunc(end) || 0) - first)];
}

numbers.addTo(Buffer.prototype);
Object.defineProperty(Buffer, 'view', { value: view });
Buffer.allocUnsafeSlow = Buffer.allocUnsafe;
Buffer.poolSize = 8192;

// Without `new`, as code of before 2016 calls it.
exports.Buffer = new Proxy(Buffer, {
  apply: (_, self, [value, ...rest]) => (typeof value === 'number' ? Buffer.alloc(value) : Buffer.from(value, ...rest)),
  construct: (_, [value, ...rest]) => (typeof value === 'number' ? Buffer.alloc(value) : Buffer.from(value, ...rest)),
});
exports.encode = encode;
exports.decode = decode;
exports.bytesOf = bytesOf;
exports.atob = (text) => decode(host.base64Decode(String(text)), 'latin1');
exports.btoa = (text) => encode(String(text), 'latin1').toBase64();
exports.constants = { MAX_LENGTH: 2 ** 31 - 1, MAX_STRING_LENGTH: 2 ** 29 - 24 };
exports.kMaxLength = exports.constants.MAX_LENGTH;
