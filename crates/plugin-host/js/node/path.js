// The module `path`, for POSIX paths.
'use strict';

function normalizeParts(parts, isAbsolute) {
  const kept = [];
  for (const part of parts) {
    if (part === '' || part === '.') continue;
    if (part !== '..') kept.push(part);
    else if (kept.length && kept[kept.length - 1] !== '..') kept.pop();
    else if (!isAbsolute) kept.push('..');
  }
  return kept;
}

function check(path) {
  if (typeof path !== 'string') throw new TypeError('The "path" argument must be of type string');
  return path;
}

exports.sep = '/';
exports.delimiter = ':';

exports.normalize = function normalize(path) {
  const isAbsolute = check(path)[0] === '/';
  const joined = normalizeParts(path.split('/'), isAbsolute).join('/');
  const end = joined && path.endsWith('/') ? '/' : '';
  return (isAbsolute ? '/' : '') + joined + end || '.';
};

exports.isAbsolute = (path) => check(path)[0] === '/';

exports.join = (...paths) => exports.normalize(paths.map(check).filter(Boolean).join('/') || '.');

exports.resolve = function resolve(...paths) {
  let whole = '';
  for (let index = paths.length - 1; index >= 0 && whole[0] !== '/'; index--) {
    if (check(paths[index])) whole = paths[index] + (whole ? '/' + whole : '');
  }
  if (whole[0] !== '/') whole = internal('loader').cwd + '/' + whole;
  return '/' + normalizeParts(whole.split('/'), true).join('/');
};

exports.dirname = function dirname(path) {
  const trimmed = check(path).replace(/(.)\/+$/, '$1');
  const at = trimmed.lastIndexOf('/');
  if (at < 0) return '.';
  return at === 0 ? '/' : trimmed.slice(0, at).replace(/(.)\/+$/, '$1');
};

exports.basename = function basename(path, extension) {
  const name = check(path).replace(/\/+$/, '').split('/').pop();
  return extension && name !== extension && name.endsWith(extension) ? name.slice(0, -extension.length) : name;
};

exports.extname = function extname(path) {
  const name = exports.basename(path);
  const at = name.lastIndexOf('.');
  return at <= 0 || name === '..' ? '' : name.slice(at);
};

exports.relative = function relative(from, to) {
  const before = exports.resolve(from).split('/').filter(Boolean);
  const after = exports.resolve(to).split('/').filter(Boolean);
  let same = 0;
  while (same < before.length && same < after.length && before[same] === after[same]) same++;
  return [...before.slice(same).map(() => '..'), ...after.slice(same)].join('/');
};

exports.parse = function parse(path) {
  const base = exports.basename(path);
  const ext = exports.extname(path);
  const root = exports.isAbsolute(path) ? '/' : '';
  const dir = path.includes('/') ? exports.dirname(path) : '';
  return { root, dir, base, ext, name: ext ? base.slice(0, -ext.length) : base };
};

exports.format = function format({ dir, root = '', base, name = '', ext = '' }) {
  const file = base || name + ext;
  if (!dir) return root + file;
  return dir === root ? dir + file : dir + '/' + file;
};

exports.toNamespacedPath = (path) => path;
exports.posix = exports;
