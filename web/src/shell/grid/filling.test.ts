// The rows of a large screen end above the dock, also while an exam is told of above the status bar.
import { expect, it } from 'vitest';
import { fillingRow } from './filling';

const [HEIGHT, GAP, REM, BAR, BANNER] = [768, 16, 16, 52, 32];
/** The space above the widgets, and where four rows of them end. */
const PADDING = 20;
const end = (top: number): number => top + PADDING + 4 * fillingRow(HEIGHT, top, GAP, REM) + 3 * GAP;

it('ends the last row where it ends without anything above the status bar', () => {
  expect(end(BAR)).toBe(632);
  expect(end(BAR + BANNER)).toBe(632);
});

it('takes nothing away before the desktop is measured', () => {
  expect(fillingRow(HEIGHT, 0, GAP, REM)).toBe(fillingRow(HEIGHT, BAR, GAP, REM));
});
