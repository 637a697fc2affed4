// The module `string_decoder`: text that comes in pieces of bytes.
'use strict';

const { Buffer } = internal('node/buffer');

// How many bytes at the end belong to a character that goes on.
function unfinished(bytes) {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back];
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}

exports.StringDecoder = class StringDecoder {
  constructor(encoding = 'utf8') {
    this.encoding = encoding;
    this.kept = Buffer.alloc(0);
  }

  write(chunk) {
    const bytes = Buffer.concat([this.kept, chunk]);
    const left = /^utf-?8$/i.test(this.encoding) ? unfinished(bytes) : 0;
    this.kept = Buffer.from(bytes.subarray(bytes.length - left));
    return bytes.subarray(0, bytes.length - left).toString(this.encoding);
  }

  end(chunk) {
    const text = chunk ? this.write(chunk) : '';
    const rest = this.kept.toString(this.encoding);
    this.kept = Buffer.alloc(0);
    return text + rest;
  }
};
