// Who was drawn is told on the island, unless this page shows it anyway.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setLanguage } from '@/core/i18n';
import { dispatch } from '@/core/live/bus';
import { noticeHistory } from '@/core/notify';
import { noteOwnDraw, openStage } from './pick/seen';
import start from './service';

const picked = ['李雷', '韩梅梅'].map((name, i) => ({ number: String(240101 + i), name }));
let asked: string[];
let stop: () => void;

beforeEach(async () => {
  await setLanguage('zh');
  asked = [];
  noticeHistory.value = [];
  vi.stubGlobal('fetch', (request: Request) => {
    asked.push(new URL(request.url).pathname);
    const body = JSON.stringify({ code: 200, message: '', data: { picked, purpose: '回答第 3 题' } });
    return Promise.resolve(new Response(body, { headers: { 'Content-Type': 'application/json' } }));
  });
  stop = start();
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

it('names who was drawn, and what for', async () => {
  dispatch({ type: 'picker_drawn', id: 'd1', class: '01' });
  await vi.waitFor(() => expect(noticeHistory.value).toHaveLength(1));
  expect(noticeHistory.value[0]).toMatchObject({ title: '点到：李雷、韩梅梅', text: '回答第 3 题', app: 'seating' });
  expect(asked).toEqual(['/api/picker/draws/d1']);
});

it('asks nothing about a draw of this page, one that it shows, or one of long ago', () => {
  noteOwnDraw('d2');
  dispatch({ type: 'picker_drawn', id: 'd2', class: '01' });
  const close = openStage();
  dispatch({ type: 'picker_drawn', id: 'd3', class: '01' });
  close();
  dispatch({ type: 'picker_drawn', id: 'd4', class: '01', historical: true });
  expect(asked).toEqual([]);
});
