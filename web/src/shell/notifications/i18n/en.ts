// English texts of the notification centre.
import type { Dict } from '@/core/i18n';
import type { NotificationsKey } from './zh';

const en: Dict<NotificationsKey> = {
  show: 'Show',
  'because.exam': 'Exam in progress: only urgent notices show',
  'because.lesson': 'Lesson in progress: until {until} only urgent notices show',
  'because.hours': 'Quiet hours: until {until} only urgent notices show',
  'because.change': 'Change the setting',
  inbox: 'Notifications',
  device: 'This device',
  device_hint: 'What this device has shown, until you leave the desktop',
  none: 'No notifications yet',
  none_text: 'Mentions, replies and new notices appear here',
  read_all: 'Mark all as read',
  older: 'Earlier ones',
  more: '{n} more',
  fewer: 'Show fewer',
  all_text: 'Show all of it',
  less_text: 'Show less',
  unread: 'Unread',
  settings: 'Notification settings',
  open: 'Open',
  leaves: 'Opens {host}',
  failed: 'Not marked as read: {reason}',
};

export default en;
