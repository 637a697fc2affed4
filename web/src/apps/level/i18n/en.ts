// English texts of the level app.
import type { Dict } from '@/core/i18n';
import type { LevelKey } from './zh';

const en: Dict<LevelKey> = {
  'widget.streak': '{n} day in a row|{n} days in a row',
  'widget.sign': 'Sign in today',
  'widget.done': 'Done for today',
  'widget.open': 'Open the level app',

  'sign.before': 'You have signed in today already',
  'sign.gained': 'Signed in, +{n} experience',
  'sign.streak': '{n} day in a row|{n} days in a row',
  'sign.retry': 'Try again',
  'up.title': 'You reached Lv{n}!',
  'up.text': 'Keep going, see you tomorrow',

  'app.failed': 'The level could not be read',
  'app.exp': '{exp} experience, next level at {next}',
  'app.top': '{exp} experience, the highest level',
  'app.progress': 'Progress to the next level',
  'app.longest': 'Longest streak: {n} day|Longest streak: {n} days',
  'app.bonus': '{n} more day, then each sign-in earns {exp} more|{n} more days, then each sign-in earns {exp} more',
  'app.rewards': 'What earns experience',
  'app.today': 'Today, without the sign-in: {n} of at most {cap}',
  'app.limit': 'at most {n} a day',

  'action.daily_login': 'Daily sign-in',
  'action.send_message': 'Sending a message',
  'action.create_post': 'Writing a post',
  'action.share_post': 'Sharing a post',
  'action.add_comment': 'Writing a comment',
  'action.receive_like': 'Receiving a like',

  'history.title': 'History',
  'history.none': 'Nothing yet; begin with the sign-in',
  'history.more': 'Earlier',
};

export default en;
