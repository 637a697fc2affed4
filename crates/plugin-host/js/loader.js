// CommonJS for the files of the package. Back ends name modules of the server by file, from their own folder
// ('../../../server/src/utils/db') or from the working folder (path.resolve(process.cwd(), 'src/utils/db')); both
// are one path in the tree that begins here.
'use strict';

const path = internal('node/path');

const ROOT = '/portal';
const SERVER = ROOT + '/server';
const PACKAGE = ROOT + '/apps/' + host.name;

const NODE_MODULES = new Set([
  'assert', 'axios', 'buffer', 'child_process', 'crypto', 'events', 'express', 'fs', 'http', 'https', 'os', 'path',
  'querystring', 'string_decoder', 'timers', 'url', 'util', 'zlib',
]);

// Paths of modules of the server, without extension, and the internal modules behind them.
const SERVER_MODULES = {
  [SERVER + '/src/config']: 'server/config',
  [SERVER + '/src/config/constants']: 'server/constants',
  [SERVER + '/src/constants']: 'server/constants',
  [SERVER + '/src/middleware/auth']: 'server/auth',
  [SERVER + '/src/utils/cache']: 'server/cache',
  [SERVER + '/src/utils/constants']: 'server/constants',
  [SERVER + '/src/utils/db']: 'server/db',
  [SERVER + '/src/utils/realtime-bus']: 'server/realtime-bus',
  [SERVER + '/src/utils/relay-bus']: 'server/relay-bus',
  [SERVER + '/src/utils/time']: 'server/time',
  [ROOT + '/apps/_sdk/backend/errors']: 'server/errors',
};

exports.cwd = SERVER;
exports.entry = PACKAGE + '/' + path.normalize(host.entry);

// The path in the package, or nothing for a path outside of it.
exports.inPackage = function inPackage(file) {
  const whole = path.resolve(SERVER, String(file));
  return whole.startsWith(PACKAGE + '/') ? whole.slice(PACKAGE.length + 1) : undefined;
};

const cache = Object.create(null);

function notFound(id, from) {
  const error = new Error("Cannot find module '" + id + "'\nRequired by " + from);
  error.code = 'MODULE_NOT_FOUND';
  return error;
}

// The internal module or the file that a name means.
function resolve(id, from) {
  if (typeof id !== 'string' || id === '') throw new TypeError('The "id" argument must be a non-empty string');
  const bare = id.replace(/^node:/, '').replace(/^(fs|path|timers|assert|util)\/(promises|posix|strict|types)$/, '$1');
  if (NODE_MODULES.has(bare)) return { internal: 'node/' + bare, sub: id.slice(bare.length + 1) };
  if (!/^\.{0,2}\//.test(id) && id !== '.' && id !== '..') throw notFound(id, from);
  const whole = path.resolve(path.dirname(from), id);
  const server = SERVER_MODULES[whole.replace(/(\/index)?(\.js)?$/, '')];
  if (server) return { internal: server };
  for (const candidate of [whole, whole + '.js', whole + '.json', whole + '/index.js']) {
    const inside = exports.inPackage(candidate);
    if (inside !== undefined && host.fileText(inside) !== undefined) return { file: candidate, inside };
  }
  throw notFound(id, from);
}

function loadInternal(found) {
  const module = internal(found.internal);
  return found.sub === 'promises' ? module.promises : module;
}

function requireFrom(from, parent) {
  function require(id) {
    const found = resolve(id, from);
    return found.internal ? loadInternal(found) : loadFile(found, parent);
  }
  require.resolve = (id) => {
    const found = resolve(id, from);
    return found.file || id;
  };
  require.cache = cache;
  require.main = cache[exports.entry];
  return require;
}

function loadFile(found, parent) {
  const known = cache[found.file];
  if (known) return known.exports;
  const module = (cache[found.file] = {
    id: found.file, filename: found.file, path: path.dirname(found.file), exports: {}, parent, loaded: false, children: [],
  });
  let done = false;
  try {
    run(module, found);
    done = module.loaded = true;
  } finally {
    if (!done) delete cache[found.file];
  }
  return module.exports;
}

function run(module, found) {
  const text = host.fileText(found.inside).replace(/^\uFEFF/, '').replace(/^#!.*/, '');
  if (found.file.endsWith('.json')) {
    module.exports = JSON.parse(text);
    return;
  }
  const wrapped = '(function (exports, require, module, __filename, __dirname) {' + text + '\n})';
  const require = requireFrom(found.file, module);
  module.require = require;
  host.compile(wrapped, found.inside).call(module.exports, module.exports, require, module, found.file, module.path);
}

exports.loadEntry = function loadEntry() {
  const inside = exports.inPackage(exports.entry);
  if (inside === undefined || host.fileText(inside) === undefined) {
    throw new Error('the package has no file ' + host.entry + ', which its manifest names as backend.entry');
  }
  return loadFile({ file: exports.entry, inside }, null);
};
