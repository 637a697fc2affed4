// Which notifications the panel shows together, and what becomes of the list when newer ones come.
import { expect, it } from 'vitest';
import { grouped, merged, type Notification } from './model';

const item = (id: number, kind = 'mention', topic = 'class_01', read = false): Notification => ({
  id,
  kind,
  app: '',
  topic,
  title: `${id}`,
  text: '',
  sender_id: '',
  sender_name: '',
  link: null,
  silent: false,
  read,
  created_at: '2026-09-01T00:00:00.000Z',
});

it('shows what follows each other in one room together', () => {
  const groups = grouped([item(9), item(8, 'mention', 'class_01', true), item(7, 'reply'), item(6)]);
  expect(groups.map(({ first, rest }) => [first.id, ...rest.map(({ id }) => id)])).toEqual([[9, 8], [7], [6]]);
});

it('shows what belongs to nothing alone', () => {
  expect(grouped([item(2, 'announcement', ''), item(1, 'announcement', '')])).toHaveLength(2);
});

it('calls a group unread as long as one of it is', () => {
  const [group] = grouped([item(2, 'mention', 'public', true), item(1, 'mention', 'public', false)]);
  expect(group?.unread).toBe(true);
  expect(grouped([item(1, 'mention', 'public', true)])[0]?.unread).toBe(false);
});

it('takes each notification over as it is now, newest first', () => {
  const list = merged([item(3), item(2, 'mention', 'class_01', true)], [item(2), item(1)]);
  expect(list.map(({ id, read }) => [id, read])).toEqual([
    [3, false],
    [2, true],
    [1, false],
  ]);
});
