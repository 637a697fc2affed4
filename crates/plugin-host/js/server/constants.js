// Names that back ends compare with.
'use strict';

exports.ROLES = { USER: 'user', OFFICER: 'officer', ADMIN: 'admin' };
exports.STATUS = { ACTIVE: 'active', DISABLED: 'disabled' };
exports.HTTP = { OK: 200, BAD_REQUEST: 400, UNAUTHORIZED: 401, FORBIDDEN: 403, NOT_FOUND: 404, SERVER_ERROR: 500 };
