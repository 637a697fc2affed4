// The module `fs`: the files of the package, to be read. Nothing can be written.
'use strict';

const loader = internal('loader');
const { Buffer } = internal('node/buffer');

function failure(code, text, call, path) {
  const error = new Error(code + ': ' + text + ', ' + call + " '" + path + "'");
  return Object.assign(error, { code, syscall: call, path, errno: code === 'ENOENT' ? -2 : -13 });
}

function names() {
  return host.fileNames();
}

// The path in the package, '' for its root, nothing for a path outside.
function inside(path) {
  return loader.inPackage(path) || (loader.inPackage(path + '/x') === 'x' ? '' : undefined);
}

function isFolder(within) {
  return within === '' || (within !== undefined && names().some((name) => name.startsWith(within + '/')));
}

function isFile(within) {
  return Boolean(within) && names().includes(within);
}

exports.existsSync = (path) => {
  const within = inside(String(path));
  return isFile(within) || isFolder(within);
};

exports.readFileSync = function readFileSync(path, options) {
  const within = inside(String(path));
  if (!isFile(within)) throw failure('ENOENT', 'no such file or directory', 'open', path);
  const bytes = Buffer.view(host.fileBytes(within));
  const encoding = typeof options === 'string' ? options : options && options.encoding;
  return encoding ? bytes.toString(encoding) : bytes;
};

exports.readdirSync = function readdirSync(path) {
  const within = inside(String(path));
  if (!isFolder(within)) throw failure('ENOENT', 'no such file or directory', 'scandir', path);
  const prefix = within ? within + '/' : '';
  const found = names().filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length).split('/')[0]);
  return [...new Set(found)];
};

exports.statSync = exports.lstatSync = function statSync(path, options) {
  const within = inside(String(path));
  const [file, folder] = [isFile(within), isFolder(within)];
  if (!file && !folder) {
    if (options && options.throwIfNoEntry === false) return undefined;
    throw failure('ENOENT', 'no such file or directory', 'stat', path);
  }
  return {
    size: file ? host.fileBytes(within).length : 0,
    mode: 0o444,
    mtimeMs: 0,
    mtime: new Date(0),
    isFile: () => file,
    isDirectory: () => folder,
    isSymbolicLink: () => false,
  };
};

exports.accessSync = function accessSync(path, mode = 0) {
  if (!exports.existsSync(path)) throw failure('ENOENT', 'no such file or directory', 'access', path);
  if (mode & 2) throw failure('EACCES', 'permission denied', 'access', path);
};

exports.realpathSync = (path) => {
  exports.accessSync(path);
  return internal('node/path').resolve(path);
};

const WRITES = [
  'appendFile', 'chmod', 'copyFile', 'link', 'mkdir', 'mkdtemp', 'rename', 'rm', 'rmdir', 'symlink', 'truncate', 'unlink',
  'utimes', 'writeFile',
];
for (const name of WRITES) {
  exports[name + 'Sync'] = (path) => {
    throw failure('EACCES', 'permission denied', name, path);
  };
}
for (const name of ['createReadStream', 'createWriteStream', 'openSync', 'watch', 'watchFile']) {
  exports[name] = (path) => {
    throw failure('EACCES', 'permission denied', name, path);
  };
}

// The forms with a callback and with a promise.
exports.promises = {};
const BOTH = [...WRITES, 'readFile', 'readdir', 'stat', 'lstat', 'access', 'realpath'];
for (const name of BOTH) {
  const work = (...args) => exports[name + 'Sync'](...args);
  exports.promises[name] = async (...args) => work(...args);
  exports[name] = (...args) => {
    const callback = args.pop();
    exports.promises[name](...args).then((value) => callback(null, value), callback);
  };
}
exports.exists = (path, callback) => setImmediate(() => callback(exports.existsSync(path)));
exports.constants = { F_OK: 0, R_OK: 4, W_OK: 2, X_OK: 1 };
