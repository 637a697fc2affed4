// What was forwarded from elsewhere in the portal.
import { expect, it } from 'vitest';
import { answerOf, cardOf, excerptOf } from './forward';

it('reads a card out of any forward', () => {
  expect(cardOf('{"title":"标题","content":"<b>字</b>"}')).toEqual({ title: '标题', lines: ['<b>字</b>'] });
  expect(cardOf('[{"role":"user","content":"问"},{"role":"assistant","content":"答"}]')?.lines).toEqual([
    '❓ 问',
    '答',
  ]);
  for (const odd of ['', '{}', '[]', '[1,null]', '{"title":{}}']) expect(cardOf(odd)).toBeNull();
  expect(cardOf('gomoku ABC123')).toEqual({ title: '', lines: ['gomoku ABC123'] });
});

it('reads a forwarded answer, and says how it begins without the marks of Markdown', () => {
  const content = [
    '## 惯性',
    '**惯性**是物体*保持*原来状态的性质，见[课本](https://a.example/x)：',
    '',
    '1. 公式 $F=ma$',
    '- [x] `汽车`刹车',
    '',
    '| 量 | 单位 |',
    '|---|:--:|',
    '| 力 | N |',
    '',
    '```python',
    'a * b * c',
    '```',
  ].join('\n');
  expect(excerptOf(content)).toBe(
    '惯性 惯性是物体保持原来状态的性质，见课本： 1. 公式 F=ma 汽车刹车 量，单位 力，N a * b * c',
  );
  expect(excerptOf('字'.repeat(3000))).toHaveLength(201);
  expect(answerOf(JSON.stringify({ question: '问', content, model: 'M' }))).toEqual({
    question: '问',
    content,
    model: 'M',
  });
  expect(answerOf('{"content":"答","question":[1]}')).toEqual({ question: '', content: '答', model: '' });
  for (const odd of ['', '{}', '[]', '答', '{"content":" "}', '{"content":{}}']) expect(answerOf(odd)).toBeNull();
});
