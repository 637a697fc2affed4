// The module `assert`.
'use strict';

const { inspect, isEqual } = internal('node/util-inspect');

class AssertionError extends Error {
  constructor({ message, actual, expected, operator }) {
    super(message || inspect(actual) + ' ' + operator + ' ' + inspect(expected));
    this.name = 'AssertionError';
    this.code = 'ERR_ASSERTION';
    Object.assign(this, { actual, expected, operator });
  }
}

function check(holds, message, actual, expected, operator) {
  if (holds) return;
  if (message instanceof Error) throw message;
  throw new AssertionError({ message, actual, expected, operator });
}

function assert(value, message) {
  check(value, message, value, true, '==');
}

assert.AssertionError = AssertionError;
assert.ok = assert;
assert.equal = (actual, expected, message) => check(actual == expected, message, actual, expected, '==');
assert.notEqual = (actual, expected, message) => check(actual != expected, message, actual, expected, '!=');
assert.strictEqual = (actual, expected, message) => check(Object.is(actual, expected), message, actual, expected, '===');
assert.notStrictEqual = (actual, expected, message) => check(!Object.is(actual, expected), message, actual, expected, '!==');
assert.deepEqual = (actual, expected, message) => check(isEqual(actual, expected, false), message, actual, expected, 'deepEqual');
assert.deepStrictEqual = (actual, expected, message) => check(isEqual(actual, expected, true), message, actual, expected, 'deepStrictEqual');
assert.notDeepStrictEqual = (actual, expected, message) => check(!isEqual(actual, expected, true), message, actual, expected, 'notDeepStrictEqual');
assert.match = (text, pattern, message) => check(pattern.test(text), message, text, pattern, 'match');
assert.fail = (message = 'Failed') => check(false, message);

function fits(error, expected) {
  if (expected === undefined) return true;
  if (expected instanceof RegExp) return expected.test(String(error));
  if (typeof expected === 'function') return expected.prototype !== undefined && error instanceof expected ? true : expected(error) === true;
  return Object.keys(expected).every((key) => isEqual(error[key], expected[key], true));
}

assert.throws = function throws(work, expected, message) {
  let error;
  let thrown = false;
  try {
    work();
  } catch (caught) {
    [error, thrown] = [caught, true];
  }
  check(thrown, message || 'Missing expected exception.');
  if (!fits(error, expected)) throw error;
};

assert.rejects = async function rejects(work, expected, message) {
  let error;
  let rejected = false;
  try {
    await (typeof work === 'function' ? work() : work);
  } catch (caught) {
    [error, rejected] = [caught, true];
  }
  check(rejected, message || 'Missing expected rejection.');
  if (!fits(error, expected)) throw error;
};

assert.strict = assert;
module.exports = assert;
