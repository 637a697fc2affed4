// Which rights the form of an office shows, and which it sends.
import { describe, expect, it } from 'vitest';
import { officeChange, rightsOf } from './model';

const users = { id: 'manage_users', name: '管理成员', about: '' };
const posts = { id: 'manage_posts', name: '管理帖子', about: '' };

describe('the switches', () => {
  it('are the known rights, and then the others that the officer holds', () => {
    expect(rightsOf([users, posts], ['manage_bots', 'manage_posts'])).toEqual([
      { id: 'manage_users', words: users },
      { id: 'manage_posts', words: posts },
      { id: 'manage_bots' },
    ]);
  });
});

describe('a saved form', () => {
  const held = ['manage_users', 'manage_bots'];
  const toggled = (change: (rights: Set<string>) => void): string[] | undefined => {
    const rights = new Set(held);
    change(rights);
    return officeChange('班长', held, rights).permissions;
  };

  it('sends the title alone when no switch was touched', () => {
    expect(officeChange('班长', held, new Set(held))).toEqual({ title: '班长' });
    expect(officeChange('班长', [], new Set())).toEqual({ title: '班长' });
  });

  it('keeps rights that no feature knows when another one is turned', () => {
    expect(toggled((rights) => rights.add('manage_posts'))).toEqual([...held, 'manage_posts']);
    expect(toggled((rights) => rights.delete('manage_users'))).toEqual(['manage_bots']);
  });

  it('takes a right that no feature knows when it is turned off', () => {
    expect(toggled((rights) => rights.delete('manage_bots'))).toEqual(['manage_users']);
  });

  it('sends an empty list only when the last right was turned off', () => {
    expect(toggled((rights) => rights.clear())).toEqual([]);
  });
});
