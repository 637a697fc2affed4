// The module `os`: nothing of the machine.
'use strict';

Object.assign(exports, {
  EOL: '\n',
  arch: () => 'x64',
  platform: () => 'linux',
  type: () => 'Linux',
  release: () => '',
  hostname: () => 'back-end',
  homedir: () => '/portal',
  tmpdir: () => '/portal/tmp',
  endianness: () => 'LE',
  uptime: () => host.now() / 1000,
  cpus: () => [],
  loadavg: () => [0, 0, 0],
  totalmem: () => 0,
  freemem: () => 0,
  networkInterfaces: () => ({}),
});
