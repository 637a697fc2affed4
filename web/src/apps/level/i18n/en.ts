// English texts of the level app.
import type { Dict } from '@/core/i18n';
import type { LevelKey } from './zh';

const en: Dict<LevelKey> = {
  'up.text': 'Keep going, see you tomorrow',

  'app.failed': 'The level could not be read',
  'app.exp': '{exp} experience, next level at {next}',
  'app.top': '{exp} experience, the highest level',
  'app.progress': 'Progress to the next level',
  'app.longest': 'Longest streak: {n} day|Longest streak: {n} days',
  'app.school_days': '{n} school days in a row; days off do not end it',
  'app.bonus': '{n} more day, then each check-in earns {exp} more|{n} more days, then each check-in earns {exp} more',
  'app.rewards': 'What earns experience',
  'app.today': 'Today, without the check-in: {n} of at most {cap}',
  'app.limit': 'at most {n} a day',

  'action.daily_login': 'Daily check-in',
  'action.send_message': 'Sending a message',
  'action.create_post': 'Writing a post',
  'action.share_post': 'Sharing a post',
  'action.add_comment': 'Writing a comment',
  'action.receive_like': 'Receiving a like',

  'history.title': 'History',
  'history.none': 'Nothing yet; begin with the check-in',
  'history.more': 'Earlier',
};

export default en;
