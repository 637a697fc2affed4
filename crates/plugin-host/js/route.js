// Path patterns: '/rooms/:code', '/rooms/:code(\\d+)?', '/files/*', regular expressions, and lists of them.
'use strict';

// A path of plain characters that does not end in a slash.
const LITERAL = /^(\/[\w.~-]+)+$/;
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

// Most patterns are plain text: comparing is faster than a regular expression.
function literal(pattern, isWhole, options) {
  const fold = (text) => (options.caseSensitive ? text : text.toLowerCase());
  const wanted = fold(pattern);
  const { length } = wanted;
  return (path) => {
    if (path === pattern) return { path, params: {} };
    if (path.length <= length) return path.length === length && fold(path) === wanted ? { path, params: {} } : undefined;
    if (path[length] !== '/' || fold(path.slice(0, length)) !== wanted) return undefined;
    if (!isWhole) return { path: path.slice(0, length), params: {} };
    return path.length === length + 1 && !options.strict ? { path, params: {} } : undefined;
  };
}

// A function of a path that answers {path, params} or nothing.
exports.compile = function compile(pattern, isWhole, options) {
  if (!isWhole && (pattern === '/' || pattern === '')) return () => ({ path: '', params: {} });
  if (typeof pattern === 'string' && LITERAL.test(pattern)) return literal(pattern, isWhole, options);
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
