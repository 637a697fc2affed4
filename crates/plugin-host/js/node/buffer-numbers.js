// Numbers in a Buffer: readUInt16BE and its kin, made of those of DataView.
'use strict';

// The name in Buffer, in DataView, and the number of bytes. Those of one byte have no order.
const KINDS = [
  ['UInt8', 'Uint8', 1],
  ['Int8', 'Int8', 1],
  ['UInt16', 'Uint16', 2],
  ['Int16', 'Int16', 2],
  ['UInt32', 'Uint32', 4],
  ['Int32', 'Int32', 4],
  ['BigUInt64', 'BigUint64', 8],
  ['BigInt64', 'BigInt64', 8],
  ['Float', 'Float32', 4],
  ['Double', 'Float64', 8],
];

function viewAt(buffer, offset, bytes) {
  if (!Number.isInteger(offset) || offset < 0 || offset + bytes > buffer.length) {
    const error = new RangeError('The value of "offset" is out of range. Received ' + offset);
    error.code = 'ERR_OUT_OF_RANGE';
    throw error;
  }
  return new DataView(buffer.buffer, buffer.byteOffset + offset, bytes);
}

function define(prototype, name, value) {
  const alias = name.replace('UInt', 'Uint');
  for (const one of new Set([name, alias])) {
    Object.defineProperty(prototype, one, { configurable: true, writable: true, value });
  }
}

// A whole number of one to six bytes.
function readWhole(buffer, offset, bytes, isLittle) {
  const view = viewAt(buffer, offset, bytes);
  let number = 0;
  for (let index = 0; index < bytes; index++) {
    number = number * 256 + view.getUint8(isLittle ? bytes - 1 - index : index);
  }
  return number;
}

function writeWhole(buffer, value, offset, bytes, isLittle) {
  const view = viewAt(buffer, offset, bytes);
  let rest = value < 0 ? value + 2 ** (8 * bytes) : value;
  for (let index = bytes - 1; index >= 0; index--) {
    view.setUint8(isLittle ? bytes - 1 - index : index, rest % 256);
    rest = Math.floor(rest / 256);
  }
  return offset + bytes;
}

function signed(number, bytes) {
  return number >= 2 ** (8 * bytes - 1) ? number - 2 ** (8 * bytes) : number;
}

exports.addTo = function addTo(prototype) {
  for (const [name, kind, bytes] of KINDS) {
    for (const order of bytes === 1 ? [''] : ['LE', 'BE']) {
      const isLittle = order === 'LE';
      define(prototype, 'read' + name + order, function (offset = 0) {
        return viewAt(this, offset, bytes)['get' + kind](0, isLittle);
      });
      define(prototype, 'write' + name + order, function (value, offset = 0) {
        viewAt(this, offset, bytes)['set' + kind](0, value, isLittle);
        return offset + bytes;
      });
    }
  }
  for (const order of ['LE', 'BE']) {
    const isLittle = order === 'LE';
    define(prototype, 'readUInt' + order, function (offset, bytes) {
      return readWhole(this, offset, bytes, isLittle);
    });
    define(prototype, 'readInt' + order, function (offset, bytes) {
      return signed(readWhole(this, offset, bytes, isLittle), bytes);
    });
    const write = function (value, offset, bytes) {
      return writeWhole(this, value, offset, bytes, isLittle);
    };
    define(prototype, 'writeUInt' + order, write);
    define(prototype, 'writeInt' + order, write);
  }
};
