// A draw is recomputed in the browser by the rule of the server.
import { describe, expect, it } from 'vitest';
import { isAsPublished, ranked } from './recompute';
import { sha256 } from './sha256';

const SEED = 'a1'.repeat(32);
const numbers = Array.from({ length: 6 }, (_, i) => String(240101 + i));
const candidates = numbers.map((number, i) => ({ number, name: number, times: i % 3 }));

describe('SHA-256', () => {
  it('is that of the standard', () => {
    expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    // `printf '值日与座位' | sha256sum`
    expect(sha256('值日与座位')).toBe('14aff38b6259363e7730d3fbf2e11f118a0c9f68af5d58ee192870843efcee47');
  });

  it('is right for every length around a block', () => {
    let all = '';
    for (let length = 0; length < 200; length++) all += sha256('x'.repeat(length));
    // The hash of the hashes, as `sha256sum` has computed them.
    expect(sha256(all)).toBe('f61ffcc417e1f0e59eba2da7fa32fbe05b64e478b68c6bacf990455f00248b98');
  });

  it('gives what the server tests of a seed and a number', () => {
    expect(sha256(`${'00'.repeat(32)}/240101`).slice(0, 16)).toBe('85cfbadba6c655e3');
  });
});

describe('a draw', () => {
  it('orders by hash alone unless it is fair', () => {
    const order = ranked({ seed: SEED, fair: false, candidates }).map(({ number }) => number);
    expect(order).toEqual(['240106', '240103', '240105', '240101', '240102', '240104']);
  });

  it('takes whoever was drawn least first when it is fair, and among equals goes by hash', () => {
    const order = ranked({ seed: SEED, fair: true, candidates }).map(({ number }) => number);
    expect(order).toEqual(['240101', '240104', '240105', '240102', '240106', '240103']);
  });

  it('without counts is one that is not fair', () => {
    const uncounted = candidates.map((one) => ({ ...one, times: null }));
    expect(ranked({ seed: SEED, fair: false, candidates: uncounted })[0]?.number).toBe('240106');
  });

  it('is as published only with the very people of its seed, in their order', () => {
    const draw = { seed: SEED, fair: false, count: 3, candidates };
    const picked = ranked(draw).slice(0, 3);
    expect(isAsPublished({ ...draw, picked })).toBe(true);
    expect(isAsPublished({ ...draw, picked: [...picked.slice(1), ...picked.slice(0, 1)] })).toBe(false);
    expect(isAsPublished({ ...draw, picked: picked.slice(1) })).toBe(false);
    expect(isAsPublished({ ...draw, seed: 'b2'.repeat(32), picked })).toBe(false);
  });

  it('of more than there are gives all', () => {
    const draw = { seed: SEED, fair: false, count: 60, candidates };
    expect(isAsPublished({ ...draw, picked: ranked(draw) })).toBe(true);
  });
});
