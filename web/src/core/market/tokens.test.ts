// The tokens that apps rely on: all of the contract's, on the container of each app, in the theme that shows.
import { beforeAll, expect, it } from 'vitest';
import { nextTick } from 'vue';
import css from '@/styles/tokens.css?raw';
import { setTheme, startTheme } from '../theme';
import { ALIASES, followTokens, TOKENS } from './tokens';

const has = (name: string): boolean => new RegExp(`${name}:`).test(css);
const root = document.documentElement;

beforeAll(startTheme);

it('names what the stylesheet has, and of the contract all shapes, springs, durations and colours', () => {
  expect([...TOKENS, ...ALIASES.map(([, token]) => token)].filter((name) => !has(name))).toEqual([]);
  const contract = [
    ...['xs', 'sm', 'md', 'lg', 'xl', '2xl', '3xl', 'pill'].map((name) => `shape-${name}`),
    ...['snappy', 'bouncy', 'smooth', 'interactive'].map((name) => `spring-${name}`),
    ...['fast', 'normal', 'slow', 'stagger'].map((name) => `duration-${name}`),
    ...['bg-elevated', 'text-primary', 'border', 'primary'].map((name) => `color-${name}`),
  ];
  expect(contract.filter((name) => !TOKENS.includes(`--svc-${name}`))).toEqual([]);
});

it('has the names that apps of the prior system use', () => {
  const names = ALIASES.map(([alias]) => alias);
  const used = [
    '--ci-color-primary',
    '--radius-lg',
    '--duration-fast',
    '--ease-snappy',
    '--nav-bg',
    '--separator-color',
  ];
  const more = ['--primary-color', '--text-primary', '--font-size-body', '--glass-blur-container'];
  expect([...used, ...more].filter((name) => !names.includes(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

it('stand on the container as values of the theme, and follow it until the end', async () => {
  const container = document.createElement('div');
  setTheme('light');
  root.style.setProperty('--svc-color-primary', 'blue');
  const stop = followTokens(container);
  const value = (): string => container.style.getPropertyValue('--svc-color-primary');
  expect([value(), container.style.getPropertyValue('--ci-color-primary')]).toEqual([
    'blue',
    'var(--svc-color-primary)',
  ]);
  root.style.setProperty('--svc-color-primary', 'navy');
  setTheme('dark');
  await nextTick();
  expect(value()).toBe('navy');
  stop();
  root.style.setProperty('--svc-color-primary', 'red');
  setTheme('light');
  await nextTick();
  expect(value()).toBe('navy');
});

it('leave what movement makes cheaper to the stylesheet', () => {
  expect(TOKENS.filter((name) => /blur|shadow|surface/.test(name))).toEqual([]);
});
