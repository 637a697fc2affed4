// English texts of the community's widgets.
import type { Dict } from '@/core/i18n';
import type { WidgetKey } from './zh';

const en: Dict<WidgetKey> = {
  latest: 'Latest posts',
  none: 'No posts yet',
  'list.hot': 'Hot posts',
  'list.food': 'Food posts',
  none_hot: 'Nothing hot yet',
  counts: '{likes} likes · {comments} comments',
  waiting: '{n} waits for you|{n} wait for you',
  voters: '{n} took part|{n} took part',
  none_polls: 'No vote waits for you',
};

export default en;
