import { expect, it } from 'vitest';
import { addressOf, isPicture, sizeText } from './file';

it('says a size as people read it', () => {
  expect([512, 2048, 1_500_000].map(sizeText)).toEqual(['512 B', '2.0 kB', '1.4 MB']);
});

it('knows what is shown as a picture, and where it is', () => {
  expect(['image/png', 'image/svg+xml', 'text/plain'].map(isPicture)).toEqual([true, false, false]);
  expect([addressOf('ab'), addressOf('ab', 640)]).toEqual(['/api/cloud/files/ab', '/api/cloud/files/ab?w=640']);
});
