// The module `zlib`: gzip and deflate of whole bodies, at most 8 MiB. Its streams collect what they are given and
// give what it becomes at the end.
'use strict';

const { Buffer, bytesOf } = internal('node/buffer');
const { BodyStream } = internal('incoming');

function input(data) {
  if (data instanceof ArrayBuffer) return new Uint8Array(data).toBase64();
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength).toBase64();
  if (typeof data === 'string') return bytesOf(data).toBase64();
  const text = 'The "buffer" argument must be of type string or an instance of Buffer, TypedArray, DataView, or ArrayBuffer';
  throw Object.assign(new TypeError(text), { code: 'ERR_INVALID_ARG_TYPE' });
}

function level(options) {
  const wanted = options && options.level;
  return wanted >= 0 && wanted <= 9 ? Math.trunc(wanted) : 6;
}

function inflating(format) {
  return (data) => Buffer.view(host.inflate(format, input(data)));
}

function deflating(format) {
  return (data, options) => Buffer.view(host.deflate(format, input(data), level(options)));
}

// Takes the pieces of a body and is a stream of what `convert` makes of them.
class Conversion extends BodyStream {
  #pieces = [];
  #convert;
  #isEnded = false;
  #wasFlowing = false;

  constructor(convert) {
    super();
    this.#convert = convert;
    this.writable = true;
  }

  write(chunk, encoding, callback) {
    this.#pieces.push(typeof chunk === 'string' ? Buffer.from(chunk, typeof encoding === 'string' ? encoding : 'utf8') : chunk);
    const done = [encoding, callback].find((one) => typeof one === 'function');
    if (done) queueMicrotask(() => done());
    return true;
  }

  end(chunk) {
    if (this.#isEnded || this.destroyed) return this;
    if (chunk !== undefined && chunk !== null && typeof chunk !== 'function') this.write(chunk);
    this.writable = false;
    try {
      const made = this.#convert(Buffer.concat(this.#pieces));
      this.rest = made.length ? made : undefined;
    } catch (error) {
      this.destroy(error);
      return this;
    }
    this.#isEnded = true;
    queueMicrotask(() => this.emit('finish'));
    if (this.readableFlowing) this.resume();
    else if (this.listenerCount('readable')) this.emit('readable');
    return this;
  }

  // Nothing is there to read before the end of the writing.
  flow() {
    if (this.#isEnded) super.flow();
  }

  finish() {
    if (this.#isEnded) super.finish();
  }

  async *[Symbol.asyncIterator]() {
    if (!this.#isEnded) {
      await new Promise((resolve, reject) => this.once('finish', resolve).once('error', reject));
    }
    yield* super[Symbol.asyncIterator]();
  }
}

const SYNC = {
  gunzip: inflating('gzip'), inflate: inflating('zlib'), inflateRaw: inflating('raw'), unzip: inflating(''),
  gzip: deflating('gzip'), deflate: deflating('zlib'), deflateRaw: deflating('raw'),
};

for (const [name, convert] of Object.entries(SYNC)) {
  exports[name + 'Sync'] = convert;
  exports[name] = (data, options, callback = options) => {
    if (typeof callback !== 'function') throw new TypeError('The "callback" argument must be of type function');
    let result;
    try {
      result = [null, convert(data, options)];
    } catch (error) {
      result = [error];
    }
    queueMicrotask(() => callback(...result));
  };
  const stream = 'create' + name[0].toUpperCase() + name.slice(1);
  exports[stream] = (options) => new Conversion((data) => convert(data, options));
}

exports.createBrotliDecompress = exports.brotliDecompressSync = exports.brotliDecompress = () => {
  throw new Error('brotli is not offered: send the header Accept-Encoding: gzip');
};

exports.constants = {
  Z_NO_FLUSH: 0, Z_SYNC_FLUSH: 2, Z_FULL_FLUSH: 3, Z_FINISH: 4, Z_NO_COMPRESSION: 0, Z_BEST_SPEED: 1,
  Z_BEST_COMPRESSION: 9, Z_DEFAULT_COMPRESSION: -1, Z_DEFAULT_STRATEGY: 0,
};
