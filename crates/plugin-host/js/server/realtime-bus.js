// Events for desktops. They leave at the end of the turn, after what the turn changed is stored.
'use strict';

exports.publishToUsers = function publishToUsers(userIds, event) {
  const ids = [userIds].flat().filter((id) => id !== null && id !== undefined).map(String);
  if (!event || typeof event !== 'object') throw new TypeError('an event is an object with a type');
  if (ids.length) host.publish(JSON.stringify(ids), JSON.stringify(event));
  return ids.length;
};

exports.publishToUser = (userId, event) => exports.publishToUsers([userId], event);

exports.isRegistered = (userId) => host.isRegistered(String(userId));
