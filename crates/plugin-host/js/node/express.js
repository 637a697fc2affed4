// The module `express`: routers, and the parsers that have run already.
'use strict';

const { Router } = internal('router');

function express() {
  const app = Router();
  const settings = { env: 'production' };
  const get = app.get;
  app.set = (name, value) => {
    settings[name] = value;
    return app;
  };
  app.get = (name, ...handlers) => (handlers.length ? get(name, ...handlers) : settings[name]);
  app.enable = (name) => app.set(name, true);
  app.disable = (name) => app.set(name, false);
  app.enabled = (name) => Boolean(settings[name]);
  app.locals = {};
  app.listen = () => {
    throw new Error('a back end cannot listen: export a router');
  };
  return app;
}

// Bodies are parsed before a router sees them.
const parsed = () => (req, res, next) => next();

// Bodies that are neither JSON nor forms, for back ends that ask for their text or bytes.
const whole = (convert) => () => (req, res, next) => {
  if (req.rawBody !== undefined) {
    req.body = convert(internal('node/buffer').Buffer.from(req.rawBody));
    req.rawBody = undefined;
  }
  next();
};

express.Router = Router;
express.json = express.urlencoded = parsed;
express.text = whole((bytes) => bytes.toString('utf8'));
express.raw = whole((bytes) => bytes);
express.static = (root) => (req, res, next) => {
  if (req.method !== 'GET' && req.method !== 'HEAD') return next();
  res.sendFile(internal('node/path').join(root, decodeURIComponent(req.path)), {}, (error) => {
    if (error) next();
  });
};

module.exports = express;
