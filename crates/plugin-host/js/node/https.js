// The module `https`.
'use strict';

const http = internal('node/http');

module.exports = { ...http, ...internal('node/http-client').clientOf('https:') };
