// Calls between portals. There are none for back ends: what registers waits for nothing, and routes that only other
// portals call do not exist.
'use strict';

exports.register = () => {};
exports.unregister = () => {};

exports.relayOnly = function relayOnly(req, res) {
  res.status(404).json({ code: 404, message: '接口不存在', data: null });
};
