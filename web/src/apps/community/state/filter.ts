// Which posts the feed shows. The choice stays while the page does.
import { computed, ref, type ComputedRef } from 'vue';
import type { PostQuery, PostType } from '../types';

export const SCOPES = ['featured', 'bookmarked', 'own'] as const;
export type Scope = (typeof SCOPES)[number] | 'all';

export const sort = ref<'latest' | 'hot'>('latest');
export const kind = ref<PostType | ''>('');
export const scope = ref<Scope>('all');
export const tag = ref('');
export const words = ref('');

/** Whether the feed leaves posts out. */
export const isFiltered = computed(() => kind.value !== '' || scope.value !== 'all' || tag.value !== '');

/** Shows all posts again. */
export function clearFilter(): void {
  kind.value = '';
  scope.value = 'all';
  tag.value = '';
  words.value = '';
}

/** Keeps to some posts; the server has those of a tag among one's own or kept ones in no list. */
export function keepTo(name: Scope): void {
  scope.value = name;
  if (name === 'own' || name === 'bookmarked') tag.value = '';
}

/** Shows the posts with a tag, of whatever kind. */
export function filterByTag(name: string): void {
  clearFilter();
  tag.value = name;
}

/** The list as the server is asked for it. Posts of a tag, one's own and kept ones come newest first alone. */
export const feedQuery: ComputedRef<PostQuery> = computed(() => {
  const isNewestFirst = tag.value !== '' || scope.value === 'bookmarked' || scope.value === 'own';
  const query: PostQuery = { sort: isNewestFirst ? 'latest' : sort.value };
  if (kind.value) query.type = kind.value;
  if (scope.value === 'featured') query.featured = true;
  if (scope.value === 'bookmarked') query.bookmarked = true;
  if (scope.value === 'own') query.own = true;
  if (tag.value) query.tag = tag.value;
  return query;
});
