// The class Headers.
'use strict';

// What is in no name and in no value. Looking for one bad character takes no memory, however long the text is.
const NOT_IN_NAME = /[^!#$%&'*+\-.^_`|~0-9a-z]/;
const NOT_IN_VALUE = /[^\t\x20-\x7e\x80-\xff]/;

// A name in lower case.
function nameOf(name) {
  const lower = String(name).toLowerCase();
  if (lower !== '' && !NOT_IN_NAME.test(lower)) return lower;
  throw Object.assign(new TypeError('Header name must be a valid HTTP token ["' + lower.slice(0, 100) + '"]'), { code: 'ERR_INVALID_HTTP_TOKEN' });
}

function isSpace(character) {
  return character === ' ' || character === '\t' || character === '\r' || character === '\n';
}

function valueOf(value, name) {
  const all = String(value);
  let [start, end] = [0, all.length];
  while (start < end && isSpace(all[start])) start++;
  while (start < end && isSpace(all[end - 1])) end--;
  const text = all.slice(start, end);
  if (!NOT_IN_VALUE.test(text)) return text;
  throw Object.assign(new TypeError('Invalid character in header content ["' + name + '"]'), { code: 'ERR_INVALID_CHAR' });
}

function pairsOf(init) {
  if (init === undefined || init === null) return [];
  if (typeof init !== 'object' && typeof init !== 'function') throw new TypeError('Headers: the argument is no object');
  if (typeof init[Symbol.iterator] !== 'function') return Object.entries(init);
  return Array.from(init, (pair) => {
    const both = Array.from(pair);
    if (both.length !== 2) throw new TypeError('Headers: expected name/value pair to be length 2');
    return both;
  });
}

class Headers {
  // Values by name. Those of one name are joined by ', ', but for set-cookie, whose values have commas in them.
  #lists = new Map();

  constructor(init) {
    for (const [name, value] of pairsOf(init)) this.append(name, value);
  }

  append(name, value) {
    const known = nameOf(name);
    const list = this.#lists.get(known);
    if (list) list.push(valueOf(value, name));
    else this.#lists.set(known, [valueOf(value, name)]);
  }

  set(name, value) {
    this.#lists.set(nameOf(name), [valueOf(value, name)]);
  }

  get(name) {
    const list = this.#lists.get(nameOf(name));
    return list ? list.join(', ') : null;
  }

  has(name) {
    return this.#lists.has(nameOf(name));
  }

  delete(name) {
    this.#lists.delete(nameOf(name));
  }

  getSetCookie() {
    return [...(this.#lists.get('set-cookie') || [])];
  }

  forEach(callback, self) {
    for (const [name, value] of this) callback.call(self, value, name, this);
  }

  *entries() {
    for (const name of [...this.#lists.keys()].sort()) {
      const list = this.#lists.get(name) || [];
      if (name !== 'set-cookie') yield [name, list.join(', ')];
      else for (const value of list) yield [name, value];
    }
  }

  *keys() {
    for (const [name] of this.entries()) yield name;
  }

  *values() {
    for (const [, value] of this.entries()) yield value;
  }

  [Symbol.iterator]() {
    return this.entries();
  }

  get [Symbol.toStringTag]() {
    return 'Headers';
  }
}

// Headers from names and values in turn, as another host sent them; what no header can be is left out.
exports.received = function received(flat) {
  const headers = new Headers();
  for (let index = 0; index < flat.length; index += 2) {
    try {
      headers.append(flat[index], flat[index + 1]);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
  return headers;
};

exports.Headers = Headers;
exports.nameOf = nameOf;
exports.valueOf = valueOf;
