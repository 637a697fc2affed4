// What back ends read of their process. There is none: the environment has the settings of the package alone, and
// nothing here reaches the server's.
'use strict';

const loader = internal('loader');
const EventEmitter = internal('node/events');

const process = new EventEmitter();

Object.assign(process, {
  title: 'back-end',
  argv: ['node', loader.entry],
  execArgv: [],
  execPath: 'node',
  env: Object.assign({}, host.settings),
  pid: 1,
  ppid: 0,
  platform: 'linux',
  arch: 'x64',
  version: 'v20.0.0',
  versions: { node: '20.0.0' },
  exitCode: undefined,
  cwd: () => loader.cwd,
  uptime: () => host.now() / 1000,
  memoryUsage: () => ({ rss: 0, heapTotal: 0, heapUsed: 0, external: 0, arrayBuffers: 0 }),
  cpuUsage: () => ({ user: 0, system: 0 }),
  nextTick: (callback, ...args) => queueMicrotask(() => callback(...args)),
  emitWarning: (warning) => host.log('warn', String((warning && warning.message) || warning)),
  hrtime,
  exit: refuse,
  abort: refuse,
  kill: refuse,
  chdir: refuse,
  stdout: { isTTY: false, write: (text) => write('info', text) },
  stderr: { isTTY: false, write: (text) => write('error', text) },
});

function hrtime(before) {
  const now = host.now();
  const time = [Math.floor(now / 1000), Math.floor((now % 1000) * 1e6)];
  if (!before) return time;
  const nanoseconds = time[1] - before[1];
  return nanoseconds < 0 ? [time[0] - before[0] - 1, nanoseconds + 1e9] : [time[0] - before[0], nanoseconds];
}
hrtime.bigint = () => BigInt(Math.floor(host.now() * 1e6));

function refuse() {
  throw new Error('a back end cannot end or change the process');
}

function write(level, text) {
  host.log(level, String(text).replace(/\n$/, ''));
  return true;
}

module.exports = process;
