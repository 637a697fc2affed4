// How values look in a log, and when two of them are the same.
'use strict';

const LONGEST_ARRAY = 100;
const LONGEST_TEXT = 10000;

function isIdentifier(key) {
  return /^[A-Za-z_$][\w$]*$/.test(key);
}

function quoted(text) {
  const short = text.length > LONGEST_TEXT ? text.slice(0, LONGEST_TEXT) + '…' : text;
  return "'" + short.replace(/\\/g, '\\\\').replace(/'/g, "\\'").replace(/\n/g, '\\n') + "'";
}

function inspectError(error) {
  const head = String(error.name) + ': ' + error.message;
  const stack = error.stack ? String(error.stack) : '';
  return stack.startsWith(head) ? stack.trim() : (head + '\n' + stack).trim();
}

function nameOf(value) {
  const prototype = Object.getPrototypeOf(value);
  if (prototype === null) return '[Object: null prototype] ';
  const name = prototype.constructor && prototype.constructor.name;
  return name && name !== 'Object' && name !== 'Array' ? name + ' ' : '';
}

function wrap(open, parts, close) {
  if (!parts.length) return open + close;
  const line = parts.join(', ');
  if (line.length <= 72 && !line.includes('\n')) return open + ' ' + line + ' ' + close;
  return open + '\n  ' + parts.join(',\n').replace(/\n/g, '\n  ') + '\n' + close;
}

function entriesOf(value, show) {
  if (Array.isArray(value)) {
    const parts = value.slice(0, LONGEST_ARRAY).map(show);
    if (value.length > LONGEST_ARRAY) parts.push('... ' + (value.length - LONGEST_ARRAY) + ' more items');
    return parts;
  }
  if (value instanceof Map) return [...value].map(([key, one]) => show(key) + ' => ' + show(one));
  if (value instanceof Set) return [...value].map(show);
  return Object.keys(value).map((key) => {
    const property = Object.getOwnPropertyDescriptor(value, key);
    const text = property.get ? '[Getter]' : show(property.value);
    return (isIdentifier(key) ? key : quoted(key)) + ': ' + text;
  });
}

function inspectObject(value, depth, seen) {
  if (seen.includes(value)) return '[Circular]';
  if (value instanceof Error) return inspectError(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (value instanceof RegExp) return String(value);
  if (value instanceof Promise) return 'Promise {}';
  if (value instanceof Uint8Array) return '<Buffer ' + value.subarray(0, 50).toHex().replace(/(..)(?=.)/g, '$1 ') + '>';
  if (typeof value === 'function') return '[Function: ' + (value.name || '(anonymous)') + ']';
  const name = nameOf(value);
  if (depth < 0) return Array.isArray(value) ? '[Array]' : '[' + (name.trim() || 'Object') + ']';
  const parts = entriesOf(value, (one) => inspectValue(one, depth - 1, [...seen, value]));
  const size = value instanceof Map || value instanceof Set ? name.trim() + '(' + value.size + ') ' : name;
  return Array.isArray(value) ? wrap('[', parts, ']') : wrap(size + '{', parts, '}');
}

function inspectValue(value, depth, seen) {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'bigint') return value + 'n';
  if (Object.is(value, -0)) return '-0';
  if ((typeof value === 'object' && value !== null) || typeof value === 'function') return inspectObject(value, depth, seen);
  return String(value);
}

exports.inspect = function inspect(value, options) {
  const depth = options && options.depth !== undefined ? options.depth : 2;
  return inspectValue(value, depth === null ? 20 : depth, []);
};
exports.inspect.custom = Symbol.for('nodejs.util.inspect.custom');

function isObject(value) {
  return typeof value === 'object' && value !== null;
}

exports.isEqual = function isEqual(left, right, isStrict) {
  if (!isObject(left) || !isObject(right)) return isStrict ? Object.is(left, right) : left == right || (left !== left && right !== right);
  if (left === right) return true;
  if (isStrict && Object.getPrototypeOf(left) !== Object.getPrototypeOf(right)) return false;
  if (left instanceof Date && right instanceof Date) return left.getTime() === right.getTime();
  if (left instanceof RegExp && right instanceof RegExp) return String(left) === String(right);
  if (left instanceof Error && right instanceof Error) return left.message === right.message && left.name === right.name;
  if (left instanceof Map && right instanceof Map) {
    return left.size === right.size && [...left].every(([key, one]) => right.has(key) && isEqual(one, right.get(key), isStrict));
  }
  if (left instanceof Set && right instanceof Set) {
    return left.size === right.size && [...left].every((one) => right.has(one) || [...right].some((other) => isEqual(one, other, isStrict)));
  }
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length &&
    keys.every((key) => Object.prototype.hasOwnProperty.call(right, key) && isEqual(left[key], right[key], isStrict));
};
