// The module `child_process`. No program can be started: it looks as if there were none, so that back ends that
// have another way take it.
'use strict';

const EventEmitter = internal('node/events');

function failure(command) {
  const error = new Error('spawn ' + command + ' ENOENT');
  return Object.assign(error, { code: 'ENOENT', errno: -2, syscall: 'spawn ' + command, path: command, spawnargs: [] });
}

function stream() {
  return Object.assign(new EventEmitter(), {
    writable: false,
    destroyed: true,
    write: () => false,
    end() {},
    destroy() {},
    setEncoding() {},
    pipe: (target) => target,
  });
}

exports.spawn = function spawn(command) {
  const child = new EventEmitter();
  Object.assign(child, {
    stdin: stream(), stdout: stream(), stderr: stream(), pid: undefined, killed: false, exitCode: null, connected: false,
    kill: () => false, unref() {}, ref() {}, disconnect() {},
  });
  // Later, when the caller has set its listeners. One without any must not fail for it.
  setImmediate(() => {
    if (child.listenerCount('error')) child.emit('error', failure(command));
    child.emit('close', -2, null);
  });
  return child;
};
exports.fork = exports.spawn;

exports.exec = exports.execFile = function exec(command, ...rest) {
  const callback = rest.find((one) => typeof one === 'function');
  if (callback) setImmediate(() => callback(failure(command), '', ''));
  return exports.spawn(command);
};

exports.spawnSync = (command) => ({ pid: 0, status: null, signal: null, stdout: null, stderr: null, error: failure(command) });

exports.execSync = exports.execFileSync = (command) => {
  throw failure(command);
};
