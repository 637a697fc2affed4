// What the widget of hot posts shows in the gallery before there is one.
import type { WidgetSample } from '@/core/apps';
import { queryClient } from '@/core/query';
import { RANKING_DAYS, RANKING_KEY } from '../state/queries';
import type { Post } from '../types';
import { madeUpPosts } from './made-up';

const key = [...RANKING_KEY, 'hot', RANKING_DAYS] as unknown as string[];

const sample: WidgetSample = {
  isEmpty: () => queryClient.getQueryData<Post[]>(key)?.length === 0,
  queries: () => [[key, madeUpPosts()]],
};
export default sample;
