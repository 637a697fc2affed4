// English texts of moderation, wherever something can be reported or removed.
import type { Dict } from '@/core/i18n';
import type { ModerationKey } from './zh';

const en: Dict<ModerationKey> = {
  'kind.message': 'Message',
  'kind.post': 'Post',
  'kind.comment': 'Comment',

  'words.image': '[image]',
  'words.file': '[file]',
  'words.audio': '[audio]',
  'words.video': '[video]',
  'words.community_forward': '[post]',
  'words.music_playlist': '[playlist]',
  'words.ai_forward': '[AI answer]',
  'words.ai_batch': '[AI conversation]',
  'words.gomoku_invite': '[gomoku invitation]',
  'words.shared_post': 'Shared post #{id}',
  'words.none': 'No words',

  'place.pair': 'Private chat',
  'place.group': 'Group',
  'place.post': 'Post {id}',
  'author.anonymous': 'Anonymous classmate',

  'reason.hurts': 'It hurts someone',
  'reason.private': 'It tells private things',
  'reason.spam': 'Spam',
  'reason.unsure': 'Not sure, please look',
  'reason.place': 'It does not belong here',
  'quick.label': 'Common phrases',

  'quote.by': '{author}: {quote}',

  'report.title_message': 'Report a message',
  'report.title_post': 'Report a post',
  'report.title_comment': 'Report a comment',
  'report.reason': 'Reason',
  'report.words': 'In your own words',
  'report.hint_message':
    'Moderators see the message, a few around it, and your words. Its author does not learn who reported it.',
  'report.hint_post': 'Moderators see the post and your words. Its author does not learn who reported it.',
  'report.hint_comment':
    'Moderators see the comment, a few around it, and your words. Its author does not learn who reported it.',
  'report.send': 'Report',
  'report.done': 'Reported. A moderator will look at it',
  'report.see': 'See',

  'remove.title_message': 'Remove this message?',
  'remove.title_post': 'Remove this post?',
  'remove.title_comment': 'Remove this comment?',
  'remove.effect':
    'Nobody sees it any more. Its author is told, with your reason, and can appeal for seven days; meanwhile it can be restored in Admin → Moderation.',
  'remove.reason': 'Reason for the author',
  'remove.reason_missing': 'Give a reason',
  'remove.do': 'Remove',

  'held.done': 'Sent. It is published once a moderator lets it through',

  'silence.note': 'You may not write messages, posts or comments until {time}.',
  'silence.why': 'Reason: {reason}',
};

export default en;
