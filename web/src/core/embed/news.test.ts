// What a page asks for anew.
import { expect, it } from 'vitest';
import { newsOf } from './news';
import { manifest, ORIGIN } from './testing';

it('is marked as new against what was agreed to', () => {
  const page = manifest(['user:read', 'data:read']);
  const agreed = { origin: ORIGIN, scopes: ['data:read'] };
  expect(newsOf(page, agreed)).toEqual({ movedFrom: '', scopes: ['user:read'] });
  expect(newsOf(page, { ...agreed, origin: 'https://old.example' })).toEqual({
    movedFrom: 'https://old.example',
    scopes: ['user:read'],
  });
});

it('is nothing where it asks for as much or less, and where nothing was agreed to', () => {
  const page = manifest(['data:read']);
  expect(newsOf(page, { origin: ORIGIN, scopes: ['user:read', 'data:read'] })).toBeNull();
  expect(newsOf(page, null)).toBeNull();
});
