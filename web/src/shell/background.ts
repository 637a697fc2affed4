// What the desktop does once it stands: it follows what the server pushes and the inbox of the member, warns of a wrong clock, shows the pictures of
// members, is quiet in exams, keeps the windows over a reload, and opens context menus. A chunk of its own.
import { followPictures } from '@/core/follow-pictures';
import { followInstalled } from '@/core/market/follow';
import { followNotices } from '@/core/notify';
import { followClock } from './clock-warning/follow';
import { followContextMenus } from './context-menu/follow';
import { followExam } from './exam/follow';
import { followNotifications } from './notifications/follow';
import { followPushes } from './push-handlers';
import { keepWindows } from './windows/restore';

/** Starts all of it; to be called inside an effect scope, which ends it. */
export function startBackground(): void {
  followNotices();
  followPushes();
  followInstalled();
  followNotifications();
  followExam();
  followClock();
  followPictures();
  keepWindows();
  followContextMenus();
}
