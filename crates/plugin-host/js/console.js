// The console writes to the back end's log.
'use strict';

const LEVELS = { debug: 'debug', trace: 'debug', log: 'info', info: 'info', dir: 'info', warn: 'warn', error: 'error' };

// One string needs no formatting, and most lines are one.
function text(args) {
  return args.length === 1 && typeof args[0] === 'string' ? args[0] : internal('node/util').format(...args);
}

for (const name of Object.keys(LEVELS)) {
  exports[name] = (...args) => host.log(LEVELS[name], text(args));
}

const began = new Map();

exports.assert = (condition, ...args) => {
  if (!condition) host.log('error', 'Assertion failed: ' + text(args));
};
exports.time = (label = 'default') => {
  began.set(label, host.now());
};
exports.timeEnd = exports.timeLog = (label = 'default') => {
  if (began.has(label)) host.log('info', label + ': ' + (host.now() - began.get(label)).toFixed(3) + 'ms');
};
exports.table = exports.log;
exports.group = exports.groupEnd = exports.count = exports.countReset = () => {};
