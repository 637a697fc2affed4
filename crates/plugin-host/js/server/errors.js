// Errors with a status, and the envelopes that they become.
'use strict';

class HttpError extends Error {
  constructor(status, message, data = null) {
    super(message);
    this.name = 'HttpError';
    this.status = this.statusCode = this.code = status;
    this.data = data;
  }
}

const make = (status, fallback) => (message = fallback, data = null) => new HttpError(status, message, data);

exports.HttpError = exports.AppError = exports.ApiError = HttpError;
exports.badRequest = make(400, '请求参数错误');
exports.unauthorized = make(401, '未登录');
exports.forbidden = make(403, '无权限执行此操作');
exports.notFound = make(404, '资源不存在');
exports.conflict = make(409, '状态冲突');
exports.tooManyRequests = make(429, '请求过于频繁');
exports.internal = make(500, '服务器内部错误');

exports.asyncHandler = exports.wrap = (handler) => (req, res, next) =>
  Promise.resolve().then(() => handler(req, res, next)).catch(next);

exports.ok = (res, data = null, message = 'ok') => res.json({ code: 200, message, data });
exports.fail = (res, status, message, data = null) => res.status(status).json({ code: status, message, data });

exports.errorHandler = function errorHandler(error, req, res, next) {
  if (!(error instanceof HttpError) || res.headersSent) return next(error);
  res.status(error.status).json({ code: error.status, message: error.message, data: error.data });
};
