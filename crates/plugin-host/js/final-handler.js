// The last handler of every request: answers an error that nobody handled, and a request that nobody answered.
'use strict';

// Whether an error says that there is no memory left. Then nothing that follows is sure to work.
function isOutOfMemory(error) {
  return error === null || (error instanceof InternalError && /out of memory/.test(error.message));
}

function envelope(code, message) {
  return { code, message, data: null };
}

function statusOf(error) {
  const status = Number(error && (error.status || error.statusCode));
  return status >= 400 && status <= 599 ? status : 500;
}

function finish(request, response, error) {
  if (error === undefined || error === 'route' || error === 'router') {
    if (!response.headersSent) response.status(404).json(envelope(404, '接口不存在'));
    return;
  }
  if (isOutOfMemory(error)) {
    host.outOfMemory();
    return;
  }
  const status = statusOf(error);
  if (status >= 500) {
    const text = error instanceof Error ? error.name + ': ' + error.message + '\n' + error.stack : String(error);
    host.log('error', request.method + ' ' + request.originalUrl + ': ' + text.trim());
  }
  if (response.writableEnded) return;
  // The message of a server's error may tell more than the client should know.
  const message = status < 500 && error.message ? String(error.message) : '服务器内部错误';
  response.discard();
  response.status(status).json(envelope(status, message));
}

Object.assign(exports, { envelope, finish });
