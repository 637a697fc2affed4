// The module `util`.
'use strict';

const inspection = internal('node/util-inspect');

exports.inspect = inspection.inspect;

// What `console` writes: the first text with its places filled, then the rest.
exports.format = function format(first, ...rest) {
  if (typeof first !== 'string') return [first, ...rest].map((one) => (typeof one === 'string' ? one : exports.inspect(one))).join(' ');
  let index = 0;
  const text = first.replace(/%[sdifjoOc%]/g, (place) => {
    if (place === '%%') return '%';
    if (index >= rest.length) return place;
    const value = rest[index++];
    if (place === '%s') return typeof value === 'object' && value !== null ? exports.inspect(value) : String(value);
    if (place === '%d') return String(Number(value));
    if (place === '%i') return String(parseInt(value, 10));
    if (place === '%f') return String(parseFloat(value));
    if (place === '%j') return JSON.stringify(value);
    return place === '%c' ? '' : exports.inspect(value);
  });
  const after = rest.slice(index).map((one) => (typeof one === 'string' ? one : exports.inspect(one)));
  return [text, ...after].join(' ');
};

exports.promisify = function promisify(original) {
  if (typeof original !== 'function') throw new TypeError('The "original" argument must be of type function');
  if (original[exports.promisify.custom]) return original[exports.promisify.custom];
  return function (...args) {
    return new Promise((resolve, reject) => {
      original.call(this, ...args, (error, value) => (error ? reject(error) : resolve(value)));
    });
  };
};
exports.promisify.custom = Symbol.for('nodejs.util.promisify.custom');

exports.callbackify = (original) =>
  function (...args) {
    const callback = args.pop();
    original.apply(this, args).then((value) => queueMicrotask(() => callback(null, value)), (error) => queueMicrotask(() => callback(error)));
  };

exports.inherits = function inherits(child, parent) {
  Object.defineProperty(child, 'super_', { configurable: true, writable: true, value: parent });
  Object.setPrototypeOf(child.prototype, parent.prototype);
};

exports.deprecate = (original) => original;
exports.isDeepStrictEqual = (left, right) => inspection.isEqual(left, right, true);
exports.isArray = Array.isArray;
exports.types = {
  isDate: (value) => value instanceof Date,
  isRegExp: (value) => value instanceof RegExp,
  isPromise: (value) => value instanceof Promise,
  isNativeError: (value) => value instanceof Error,
  isUint8Array: (value) => value instanceof Uint8Array,
  isMap: (value) => value instanceof Map,
  isSet: (value) => value instanceof Set,
};

exports.TextEncoder = class TextEncoder {
  get encoding() {
    return 'utf-8';
  }

  encode(text = '') {
    return host.utf8Encode(String(text));
  }

  encodeInto(text, target) {
    let [read, written] = [0, 0];
    for (const character of String(text)) {
      const bytes = host.utf8Encode(character);
      if (written + bytes.length > target.length) break;
      target.set(bytes, written);
      written += bytes.length;
      read += character.length;
    }
    return { read, written };
  }
};

exports.TextDecoder = class TextDecoder {
  constructor(label = 'utf-8', options = {}) {
    const known = { 'utf-8': 'utf-8', utf8: 'utf-8', 'utf-16le': 'utf-16le', latin1: 'latin1', ascii: 'latin1' };
    this.encoding = known[String(label).toLowerCase()];
    if (!this.encoding) throw new RangeError('The "' + label + '" encoding is not supported');
    this.fatal = Boolean(options.fatal);
    this.ignoreBOM = Boolean(options.ignoreBOM);
  }

  decode(input = new Uint8Array()) {
    const bytes = ArrayBuffer.isView(input)
      ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
      : new Uint8Array(input);
    if (this.encoding !== 'utf-8') return internal('node/buffer').decode(bytes, this.encoding);
    const base64 = bytes.toBase64();
    if (this.fatal && !host.isUtf8(base64)) throw new TypeError('The encoded data was not valid for encoding utf-8');
    const text = host.utf8Decode(base64);
    return this.ignoreBOM ? text : text.replace(/^\uFEFF/, '');
  }
};
