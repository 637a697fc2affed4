// Choosing whom to call while writing.
import { describe, expect, it } from 'vitest';
import { complete, matching, mentionAt } from './mention';

describe('a mention', () => {
  const people = [
    { net_name: '夏天', real_name: '林知夏', user_id: '260101' },
    { net_name: '默默', real_name: '陈默', user_id: '260102' },
  ];

  it('is being written after an @ that is no address', () => {
    expect(mentionAt('你好@默', 4)).toEqual({ at: 2, text: '默' });
    expect(mentionAt('@', 1)).toEqual({ at: 0, text: '' });
    expect(mentionAt('a@b', 3)).toBeNull();
    expect(mentionAt('@默默 你好', 6)).toBeNull();
    expect(mentionAt('你好', 2)).toBeNull();
  });

  it('is completed with a blank, wherever the cursor stands', () => {
    expect(complete('你好@默再见', { at: 2, text: '默' }, '默默')).toEqual({ text: '你好@默默 再见', cursor: 6 });
  });

  it('finds people by either name or ID', () => {
    expect(matching(people, '林').map(({ user_id }) => user_id)).toEqual(['260101']);
    expect(matching(people, '260102')).toHaveLength(1);
    expect(matching(people, '')).toHaveLength(2);
    expect(matching(people, 'x')).toEqual([]);
  });
});
