// Path patterns: '/rooms/:code', '/rooms/:code(\\d+)?', '/files/*', regular expressions, and lists of them.
'use strict';

const SPECIAL = /[.$^|[\]{}\\]/;

// The source of the regular expression of a pattern, and the names of its groups.
function sourceOf(pattern, keys) {
  let source = '';
  let at = 0;
  while (at < pattern.length) {
    const parameter = /^(\/?):(\w+)(\((?:\\.|[^()\\])+\))?([?*+])?/.exec(pattern.slice(at));
    if (parameter) {
      const [whole, slash, name, own, modifier] = parameter;
      keys.push(name);
      const group = own ? '(' + own.slice(1, -1) + ')' : modifier === '*' || modifier === '+' ? '(.+?)' : '([^/]+?)';
      const optional = modifier === '?' || modifier === '*';
      source += optional ? '(?:' + slash + group + ')?' : slash + group;
      at += whole.length;
      continue;
    }
    const character = pattern[at++];
    if (character === '*') {
      keys.push(String(keys.filter((key) => /^\d+$/.test(key)).length));
      source += '(.*)';
    } else if (character === '(') {
      if (pattern[at] !== '?') keys.push(String(keys.filter((key) => /^\d+$/.test(key)).length));
      source += character;
    } else {
      source += SPECIAL.test(character) ? '\\' + character : character;
    }
  }
  return source;
}

function compileOne(pattern, isWhole, options) {
  const keys = [];
  if (pattern instanceof RegExp) {
    const groups = new RegExp(pattern.source + '|').exec('').length - 1;
    for (let index = 0; index < groups; index++) keys.push(String(index));
    return { regexp: new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '')), keys };
  }
  let source = sourceOf(String(pattern).replace(/\/+$/, options.strict && isWhole ? '$&' : ''), keys);
  if (source && source[0] !== '/' && !source.startsWith('(')) source = '/' + source;
  const end = isWhole ? (options.strict ? '$' : '/?$') : '(?=/|$)';
  return { regexp: new RegExp('^' + source + end, options.caseSensitive ? '' : 'i'), keys };
}

function decode(value) {
  if (value === undefined) return undefined;
  try {
    return decodeURIComponent(value);
  } catch (cause) {
    const error = new URIError("Failed to decode param '" + value + "'");
    error.status = 400;
    throw error;
  }
}

// A function of a path that answers {path, params} or nothing.
exports.compile = function compile(pattern, isWhole, options) {
  if (!isWhole && (pattern === '/' || pattern === '')) return () => ({ path: '', params: {} });
  const compiled = [pattern].flat().map((one) => compileOne(one, isWhole, options));
  return (path) => {
    for (const { regexp, keys } of compiled) {
      const match = regexp.exec(path);
      if (!match) continue;
      const params = {};
      keys.forEach((key, index) => {
        const value = decode(match[index + 1]);
        Object.defineProperty(params, key, { configurable: true, enumerable: true, writable: true, value });
      });
      return { path: match[0], params };
    }
    return undefined;
  };
};
