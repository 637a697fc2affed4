// The kinds of notifications in the order in which the settings show them.
import { expect, it } from 'vitest';
import { byImportance } from './kinds';

it('puts what people say to the member first and reports last', () => {
  const kinds = [
    'account',
    'integration',
    'report',
    'weather',
    'announcement',
    'integration_message',
    'reply',
    'mention',
  ];
  expect(byImportance(kinds.map((kind) => ({ kind }))).map(({ kind }) => kind)).toEqual([
    'mention',
    'reply',
    'announcement',
    'account',
    'weather',
    'integration_message',
    'integration',
    'report',
  ]);
});
