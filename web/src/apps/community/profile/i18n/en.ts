// English texts of members' pages.
import type { Dict } from '@/core/i18n';
import type { ProfileKey } from './zh';

const en: Dict<ProfileKey> = {
  label: 'Profile',
  gone: 'There is no such member',
  privacy: 'Privacy',
  privacy_text: 'Choose who sees which field of your profile here. The fields themselves are in the settings.',
  to_settings: 'Open settings',
  show_level: 'Show my level',
  saved: 'Privacy saved',
  chat: 'Message',
  'count.posts': 'Posts',
  'count.comments': 'Comments',
  'count.likes': 'Likes',
  own_posts: 'My posts (anonymous ones are seen here by you alone)',
  posts: 'Posts',
  no_posts: 'No posts yet',
  'field.signature': 'Signature',
  'field.birthday': 'Birthday',
  'field.wechat': 'WeChat',
  'field.qq': 'QQ',
  'field.email': 'Email',
  'field.phone': 'Phone',
  'field.address': 'Address',
  'reach.nobody': 'Nobody',
  'reach.class': 'My class',
  'reach.everyone': 'Everyone',
};

export default en;
