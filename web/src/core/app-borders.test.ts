// An app imports from core, ui, api, the shell's texts and itself, never from another app: each folder can be
// taken away.
import { expect, it } from 'vitest';

const sources = import.meta.glob<string>('../apps/**/*.{ts,vue}', { query: '?raw', eager: true, import: 'default' });

/** What leaves the app's folder among the imports of one of its files, which lies `depth` folders inside. */
function foreign(code: string, depth: number): string[] {
  const imports = [...code.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '');
  return imports.filter((path) => /^@\/(apps|shell)\//.test(path) || path.startsWith('../'.repeat(depth + 1)));
}

it('knows an import that leaves the folder of its app', () => {
  const code =
    "import a from '../a'; import('@/apps/chat/api'); import b from '../../chat/b'; import c from '@/core/c';";
  expect(foreign(code, 1)).toEqual(['@/apps/chat/api', '../../chat/b']);
});

it('finds none in any app', () => {
  const faults = Object.entries(sources).flatMap(([path, code]) =>
    foreign(code, path.split('/').length - 4).map((found) => `${path}: ${found}`),
  );
  expect(faults).toEqual([]);
});
