// The class URLSearchParams.
'use strict';

function decode(text) {
  const spaced = text.replace(/\+/g, ' ');
  try {
    return decodeURIComponent(spaced);
  } catch (error) {
    return spaced;
  }
}

function encode(text) {
  return encodeURIComponent(text).replace(/%20/g, '+').replace(/[!'()~]/g, (one) => '%' + one.charCodeAt(0).toString(16).toUpperCase());
}

function pairsOf(init) {
  if (init === undefined || init === null) return [];
  if (typeof init === 'object' || typeof init === 'function') {
    const entries = typeof init[Symbol.iterator] === 'function' ? [...init] : Object.entries(init);
    return entries.map(([name, value]) => [String(name), String(value)]);
  }
  const text = String(init).replace(/^\?/, '');
  return text.split('&').filter(Boolean).map((part) => {
    const at = part.indexOf('=');
    return at < 0 ? [decode(part), ''] : [decode(part.slice(0, at)), decode(part.slice(at + 1))];
  });
}

class URLSearchParams {
  #pairs;
  #onChange;

  constructor(init) {
    this.#pairs = pairsOf(init);
  }

  // For URL alone: hears of changes.
  set onChange(listener) {
    this.#onChange = listener;
  }

  // For URL alone: takes the pairs of a search.
  replace(search) {
    this.#pairs = pairsOf(search);
  }

  get size() {
    return this.#pairs.length;
  }

  append(name, value) {
    this.#pairs.push([String(name), String(value)]);
    this.#changed();
  }

  delete(name, value) {
    this.#pairs = this.#pairs.filter((pair) => pair[0] !== String(name) || (value !== undefined && pair[1] !== String(value)));
    this.#changed();
  }

  get(name) {
    const found = this.#pairs.find((pair) => pair[0] === String(name));
    return found ? found[1] : null;
  }

  getAll(name) {
    return this.#pairs.filter((pair) => pair[0] === String(name)).map((pair) => pair[1]);
  }

  has(name, value) {
    return this.#pairs.some((pair) => pair[0] === String(name) && (value === undefined || pair[1] === String(value)));
  }

  set(name, value) {
    const index = this.#pairs.findIndex((pair) => pair[0] === String(name));
    if (index < 0) return this.append(name, value);
    this.#pairs = this.#pairs.filter((pair, at) => at <= index || pair[0] !== String(name));
    this.#pairs[index] = [String(name), String(value)];
    this.#changed();
  }

  sort() {
    this.#pairs.sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
    this.#changed();
  }

  forEach(callback, self) {
    for (const [name, value] of this.#pairs) callback.call(self, value, name, this);
  }

  *entries() {
    for (const [name, value] of this.#pairs) yield [name, value];
  }

  *keys() {
    for (const [name] of this.#pairs) yield name;
  }

  *values() {
    for (const [, value] of this.#pairs) yield value;
  }

  [Symbol.iterator]() {
    return this.entries();
  }

  toString() {
    return this.#pairs.map(([name, value]) => encode(name) + '=' + encode(value)).join('&');
  }

  #changed() {
    if (this.#onChange) this.#onChange(this.toString());
  }
}

exports.URLSearchParams = URLSearchParams;
