// English texts of comments.
import type { Dict } from '@/core/i18n';
import type { CommentKey } from './zh';

const en: Dict<CommentKey> = {
  label: 'Comments',
  count: 'Comments {n}',
  own_alias: 'You are anonymous classmate {n} here',
  none: 'No comments yet',
  none_text: 'Be the first to say something',
  more: 'More comments',
  gone: 'This comment was deleted',
  by_author: 'Author',
  edited: 'edited',
  quote: '{name}: {text}',
  quote_gone: 'The quoted comment was deleted',
  reply_to: 'to @{name}',
  reply: 'Reply',
  menu: 'More about the comment',
  'menu.quote': 'Quote',
  'menu.copy': 'Copy',
  'menu.edit': 'Edit',
  'menu.reveal': 'Who wrote this',
  'menu.report': 'Report',
  'menu.remove': 'Delete',
  removed: 'Comment deleted',
  undo: 'Undo',
  'field.label': 'Write a comment',
  'field.placeholder': 'Say something…',
  'field.placeholder_anonymous': 'Say something anonymously…',
  'field.anonymous': 'Comment anonymously',
  'field.send': 'Send the comment',
  'field.mentions': 'Whom to mention',
  'field.reply': 'To {name}: {text}',
  'field.quote': 'Quoting {name}: {text}',
  'field.editing': 'Editing the comment',
  'field.left': '{n} character left|{n} characters left',
  'field.over': '{n} character too many|{n} characters too many',
};

export default en;
