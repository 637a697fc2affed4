// Who sees a post.
import { expect, it } from 'vitest';
import { hasChoice, modeOf, namesOf, withRoom, type Room } from './audience';

const CLASS: Room = { id: 'class_01', name: '1 班', kind: 'class' };
const GROUP: Room = { id: 'group_a', name: '篮球社', kind: 'group' };

it('offers a choice where there are several rooms or a group', () => {
  expect([hasChoice([CLASS]), hasChoice([CLASS, GROUP]), hasChoice([])]).toEqual([false, true, false]);
});

it('tells the own class from rooms that were chosen', () => {
  const mode = (...visible: string[]): string => modeOf({ visible, hidden: [] }, 'class_01');
  expect([mode(), mode('class_01'), mode('group_a'), mode('class_01', 'group_a')]).toEqual([
    'everyone',
    'own',
    'chosen',
    'chosen',
  ]);
});

it('never has a room on both sides', () => {
  const shown = withRoom({ visible: [], hidden: ['group_a'] }, 'visible', 'group_a');
  expect(shown).toEqual({ visible: ['group_a'], hidden: [] });
  expect(withRoom(shown, 'visible', 'group_a')).toEqual({ visible: [], hidden: [] });
});

it('names rooms, and those that are unknown here by one word', () => {
  expect(namesOf(['group_a', 'class_01'], [CLASS, GROUP], '其他')).toEqual(['1 班', '篮球社']);
  expect(namesOf(['group_b', 'class_01'], [CLASS, GROUP], '其他')).toEqual(['1 班', '其他']);
});
