// The module `crypto`: randomness and digests. Ciphers and keys are not offered.
'use strict';

const { Buffer, encode } = internal('node/buffer');

const HASHES = ['md5', 'sha1', 'sha256', 'sha384', 'sha512'];

function bytesOf(data, encoding) {
  if (typeof data === 'string') return encode(data, encoding);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  throw new TypeError('The "data" argument must be of type string or an instance of Buffer, TypedArray, or DataView');
}

function answer(callback, make) {
  if (typeof callback !== 'function') return make();
  const value = make();
  setImmediate(() => callback(null, value));
  return undefined;
}

exports.randomBytes = (size, callback) => answer(callback, () => Buffer.view(host.random(Number(size))));

exports.randomFillSync = (target) => {
  const bytes = bytesOf(target);
  bytes.set(host.random(bytes.length));
  return target;
};

exports.randomUUID = () => {
  const bytes = host.random(16);
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  return bytes.toHex().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

// Every number of the range with the same chance: numbers above the last whole multiple are drawn again.
exports.randomInt = function randomInt(low, high, callback) {
  if (typeof high !== 'number') [low, high, callback] = [0, low, high];
  const range = high - low;
  if (!Number.isSafeInteger(range) || range <= 0 || range > 2 ** 48 - 1) throw new RangeError('The range is out of range');
  const limit = 2 ** 48 - (2 ** 48 % range);
  return answer(callback, () => {
    for (;;) {
      const number = Buffer.view(host.random(6)).readUIntBE(0, 6);
      if (number < limit) return low + (number % range);
    }
  });
};

class Hash {
  constructor(algorithm, key) {
    this.algorithm = String(algorithm);
    this.key = key;
    this.pieces = [];
    this.isDone = false;
    if (!HASHES.includes(this.algorithm.toLowerCase().replace('-', ''))) throw new Error('Digest method not supported');
  }

  update(data, encoding) {
    if (this.isDone) throw new Error('Digest already called');
    // A copy: the caller may change its memory before the digest is asked for.
    this.pieces.push(Buffer.from(bytesOf(data, encoding)));
    return this;
  }

  digest(encoding) {
    if (this.isDone) throw new Error('Digest already called');
    this.isDone = true;
    const data = Buffer.concat(this.pieces).toString('base64');
    const digest = Buffer.view(host.hash(this.algorithm, this.key, data));
    return encoding && encoding !== 'buffer' ? digest.toString(encoding) : digest;
  }

  copy() {
    const copy = new Hash(this.algorithm, this.key);
    copy.pieces = [...this.pieces];
    return copy;
  }
}

exports.createHash = (algorithm) => new Hash(algorithm, undefined);
exports.createHmac = (algorithm, key) => new Hash(algorithm, bytesOf(key).toBase64());
exports.getHashes = () => [...HASHES];

exports.timingSafeEqual = function timingSafeEqual(left, right) {
  const [first, second] = [bytesOf(left), bytesOf(right)];
  if (first.length !== second.length) throw new RangeError('Input buffers must have the same byte length');
  return host.equal(first.toBase64(), second.toBase64());
};

for (const name of ['createCipheriv', 'createDecipheriv', 'createSign', 'createVerify', 'publicEncrypt', 'privateDecrypt',
  'pbkdf2Sync', 'scryptSync', 'generateKeyPairSync']) {
  exports[name] = () => {
    throw new Error('crypto.' + name + ' is not available to back ends');
  };
}
