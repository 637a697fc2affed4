// The part of the server's configuration that back ends read, and the settings of their own package.
'use strict';

module.exports = Object.assign({ env: 'production', port: 9001, relay: { enabled: false, servers: [] } }, host.settings);
