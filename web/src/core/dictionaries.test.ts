// Each English text has the same parameters as the Chinese one (the keys are checked by types).
import { expect, it } from 'vitest';

type Module = { default: Record<string, string> };
const chinese = import.meta.glob<Module>('../**/zh.ts', { eager: true });
const english = import.meta.glob<Module>('../**/en.ts', { eager: true });

const places = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].sort();

it.each(Object.keys(chinese))('%s and its English twin agree', (path) => {
  const zh = chinese[path]?.default ?? {};
  const en = english[path.replace('zh.ts', 'en.ts')]?.default ?? {};
  for (const [key, text] of Object.entries(zh)) {
    for (const form of (en[key] ?? '').split('|')) {
      if (key !== 'days.unit') expect([key, ...places(form)]).toEqual([key, ...places(text)]);
    }
  }
});
