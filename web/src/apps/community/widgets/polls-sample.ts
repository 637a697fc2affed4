// What the widget of open votes shows in the gallery before there is one.
import type { WidgetSample } from '@/core/apps';
import { queryClient } from '@/core/query';
import { POLLS_KEY } from '../state/queries';
import type { Post } from '../types';
import { madeUpPoll, madeUpPost } from './made-up';

const sample: WidgetSample = {
  isEmpty: () => queryClient.getQueryData<Post[]>(POLLS_KEY)?.length === 0,
  queries: () => [
    [
      POLLS_KEY,
      [
        madeUpPost(1, 'poll', { zh: '春游去哪里？', en: 'Where does the trip go?' }, { poll: madeUpPoll(5, 21) }),
        madeUpPost(2, 'poll', { zh: '班服选哪一款？', en: 'Which class shirt?' }, { poll: madeUpPoll(50, 34) }),
        madeUpPost(3, 'survey', { zh: '食堂满意度', en: 'How is the canteen?' }, { poll: madeUpPoll(120, 9) }),
      ],
    ],
  ],
};
export default sample;
