// The module `https`.
'use strict';

module.exports = internal('node/http');
