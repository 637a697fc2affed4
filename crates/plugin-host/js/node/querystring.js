// The module `querystring`: flat, without brackets.
'use strict';

exports.escape = encodeURIComponent;

exports.unescape = (text) => {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    return text;
  }
};

exports.parse = exports.decode = function parse(text, separator = '&', equals = '=', options = {}) {
  const result = Object.create(null);
  const most = options.maxKeys === undefined ? 1000 : options.maxKeys;
  if (typeof text !== 'string' || text === '') return result;
  for (const part of text.split(separator, most || undefined)) {
    if (part === '') continue;
    const at = part.indexOf(equals);
    const plain = (piece) => exports.unescape(piece.replace(/\+/g, ' '));
    const name = plain(at < 0 ? part : part.slice(0, at));
    const value = at < 0 ? '' : plain(part.slice(at + equals.length));
    if (!(name in result)) result[name] = value;
    else if (Array.isArray(result[name])) result[name].push(value);
    else result[name] = [result[name], value];
  }
  return result;
};

exports.stringify = exports.encode = function stringify(object, separator = '&', equals = '=') {
  const text = (value) => (['string', 'number', 'bigint', 'boolean'].includes(typeof value) ? String(value) : '');
  return Object.keys(object || {})
    .flatMap((key) => [object[key]].flat().map((value) => exports.escape(key) + equals + exports.escape(text(value))))
    .join(separator);
};
