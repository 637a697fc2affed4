// Who may call: the host has resolved the member before the call; these put it into the request or refuse.
'use strict';

const { callerOf } = internal('request');

function refuse(response, code, message) {
  response.status(code).json({ code, message, data: null });
}

exports.requireAuth = function requireAuth(req, res, next) {
  const user = callerOf(req);
  if (!user) return refuse(res, 401, '未登录');
  req.user = user;
  next();
};

exports.optionalAuth = function optionalAuth(req, res, next) {
  const user = callerOf(req);
  if (user) req.user = user;
  next();
};

exports.requireAdmin = function requireAdmin(req, res, next) {
  const user = callerOf(req);
  if (!user) return refuse(res, 401, '未登录');
  req.user = user;
  if (!user.is_admin && !user.class_admin) return refuse(res, 403, '无权限执行此操作');
  next();
};

exports.requireOfficer = function requireOfficer(req, res, next) {
  const user = callerOf(req);
  if (!user) return refuse(res, 401, '未登录');
  req.user = user;
  if (!user.is_admin && !user.class_admin && !user.is_officer) return refuse(res, 403, '无权限执行此操作');
  next();
};

exports.authenticate = exports.authMiddleware = exports.auth = exports.requireAuth;
