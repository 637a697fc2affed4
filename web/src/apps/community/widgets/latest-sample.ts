// What the widget of the newest posts shows in the gallery before there is one.
import type { WidgetSample } from '@/core/apps';
import { queryClient } from '@/core/query';
import { LATEST_KEY } from '../state/queries';
import type { Post } from '../types';
import { madeUpPosts } from './made-up';

const sample: WidgetSample = {
  isEmpty: () => queryClient.getQueryData<Post[]>(LATEST_KEY)?.length === 0,
  queries: () => [[LATEST_KEY, madeUpPosts()]],
};
export default sample;
