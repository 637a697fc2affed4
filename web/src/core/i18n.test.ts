// Texts, parameters, plural forms, and the switch of language.
import { afterEach, expect, it } from 'vitest';
import { defineTexts, fill, firstLanguage, language, pick, setLanguage, textsReady } from './i18n';

afterEach(() => setLanguage('zh'));

it('begins with the first language of the browser that there are texts in', () => {
  expect(firstLanguage(['zh-CN', 'en-US'])).toBe('zh');
  expect(firstLanguage(['en-US', 'zh-CN'])).toBe('en');
  expect(firstLanguage(['ja', 'zh-TW', 'en'])).toBe('zh');
  expect(firstLanguage(['de-DE'])).toBe('en');
  expect(firstLanguage([])).toBe('en');
});

it('fills parameters and leaves unknown places alone', () => {
  expect(fill('还有 {n} 天', { n: 3 })).toBe('还有 3 天');
  expect(fill('{a} {b}', { a: '{b}' })).toBe('{b} {b}');
});

it('chooses between one and many', () => {
  const text = '{n} day left|{n} days left';
  expect(fill(text, { n: 1 })).toBe('1 day left');
  expect(fill(text, { n: 0 })).toBe('0 days left');
  expect(fill(text, { n: 199 })).toBe('199 days left');
});

it('switches after the English texts have arrived', async () => {
  const t = defineTexts({ hello: '你好' }, async () => ({ default: { hello: 'Hello' } }));
  expect(t('hello')).toBe('你好');
  await setLanguage('en');
  expect(t('hello')).toBe('Hello');
  expect(pick({ zh: '钟', en: 'Clock' })).toBe('Clock');
  expect(document.documentElement.lang).toBe('en');
});

it('lets a view that comes later wait for its English texts', async () => {
  await setLanguage('en');
  const t = defineTexts({ hi: '嗨' }, async () => ({ default: { hi: 'Hi' } }));
  await textsReady();
  expect(t('hi')).toBe('Hi');
});

it('stays Chinese when English cannot be loaded', async () => {
  let broken = true;
  const t = defineTexts({ bye: '再见' }, async () => {
    if (broken) throw new Error('offline');
    return { default: { bye: 'Bye' } };
  });
  await expect(setLanguage('en')).rejects.toThrow('offline');
  expect(language.value).toBe('zh');
  expect(t('bye')).toBe('再见');
  broken = false;
});
