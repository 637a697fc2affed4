// What whoever sends something reads of the panels that have shown it.
import { expect, it } from 'vitest';
import { hasNoPanel, panelsText } from './panels-shown';

it('says on how many of the panels something was shown, and nothing where there is none', () => {
  expect(panelsText({ panels: { of: 2, shown: 1 } })).toBe('大屏已显示 1/2');
  expect(panelsText({ panels: { of: 0, shown: 0 } })).toBe('');
});

it('knows that a class has no panel by what was last sent to it', () => {
  const sent = [
    { audience: { classes: ['02', '01'] }, panels: { of: 0, shown: 0 } },
    { audience: { classes: ['01'] }, panels: { of: 1, shown: 1 } },
    { audience: { classes: ['01'] }, panels: { of: 0, shown: 0 } },
  ];
  expect(hasNoPanel(sent, { classes: ['01', '02'] })).toBe(true);
  expect(hasNoPanel(sent, { classes: ['01'] })).toBe(false);
  expect(hasNoPanel(sent, { classes: ['03'] })).toBe(false);
  expect(hasNoPanel([], {})).toBe(false);
});
