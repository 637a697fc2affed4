// Query strings and forms with brackets: `a=1&a=2` is an array, `user[name]=x` an object.
'use strict';

const DEPTH = 5;
const PARAMETERS = 1000;
const LONGEST_ARRAY = 20;

// Names that would reach into the prototype of every object.
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

function decode(text) {
  const spaced = text.replace(/\+/g, ' ');
  try {
    return decodeURIComponent(spaced);
  } catch (error) {
    return spaced;
  }
}

// `a[b][]` as ['a', 'b', ''].
function path(name) {
  const first = name.indexOf('[');
  if (first <= 0) return [name];
  const keys = [name.slice(0, first)];
  const brackets = /\[([^[\]]*)\]/g;
  brackets.lastIndex = first;
  let end = first;
  for (let match = brackets.exec(name); match && match.index === end && keys.length <= DEPTH; match = brackets.exec(name)) {
    keys.push(match[1]);
    end = brackets.lastIndex;
  }
  return end === name.length ? keys : [name];
}

function has(object, key) {
  return Object.prototype.hasOwnProperty.call(object, key);
}

function put(object, keys, value) {
  for (const key of keys) if (FORBIDDEN.has(key)) return;
  const last = keys.length - 1;
  for (let index = 0; index < last; index++) {
    const key = keyIn(object, keys[index]);
    const next = keys[index + 1];
    if (!has(object, key) || typeof object[key] !== 'object') {
      object[key] = next === '' || (/^\d+$/.test(next) && Number(next) <= LONGEST_ARRAY) ? [] : {};
    }
    object = object[key];
  }
  const key = keyIn(object, keys[last]);
  if (!has(object, key)) object[key] = value;
  else if (Array.isArray(object[key])) object[key].push(value);
  else object[key] = [object[key], value];
}

// The key in an object or array; an empty one is the next of an array.
function keyIn(object, key) {
  if (!Array.isArray(object)) return key;
  return key === '' || !/^\d+$/.test(key) || Number(key) > LONGEST_ARRAY ? String(object.length) : key;
}

exports.parse = function parse(text) {
  const result = {};
  if (!text) return result;
  for (const part of text.split('&', PARAMETERS)) {
    if (part === '') continue;
    const at = part.indexOf('=');
    const name = decode(at < 0 ? part : part.slice(0, at));
    put(result, path(name), at < 0 ? '' : decode(part.slice(at + 1)));
  }
  return result;
};
