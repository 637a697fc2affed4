// The module `timers`.
'use strict';

for (const name of ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate']) {
  exports[name] = internal('timers')[name];
}

exports.promises = {
  setTimeout: (delay, value) => new Promise((resolve) => setTimeout(resolve, delay, value)),
  setImmediate: (value) => new Promise((resolve) => setImmediate(resolve, value)),
};
