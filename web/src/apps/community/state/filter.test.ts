// What the feed asks the server for: nothing that no list has together.
import { afterEach, expect, it } from 'vitest';
import { clearFilter, feedQuery, filterByTag, keepTo, kind, sort } from './filter';

afterEach(() => {
  clearFilter();
  sort.value = 'latest';
});

it('asks for what is hot among all posts, a type and the best', () => {
  sort.value = 'hot';
  kind.value = 'food';
  keepTo('featured');
  expect(feedQuery.value).toEqual({ sort: 'hot', type: 'food', featured: true });
});

it('asks for posts of a tag, kept ones and its own newest first, and for one of them alone', () => {
  sort.value = 'hot';
  filterByTag('食堂');
  expect(feedQuery.value).toEqual({ sort: 'latest', tag: '食堂' });
  keepTo('own');
  expect(feedQuery.value).toEqual({ sort: 'latest', own: true });
  keepTo('bookmarked');
  expect(feedQuery.value).toEqual({ sort: 'latest', bookmarked: true });
  filterByTag('午饭');
  expect(feedQuery.value).toEqual({ sort: 'latest', tag: '午饭' });
  clearFilter();
  expect(feedQuery.value).toEqual({ sort: 'hot' });
});
