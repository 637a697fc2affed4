import { describe, expect, it } from 'vitest';
import type { Message } from '../types';
import { fileNameOf, jsonOf, markdownOf } from './export';

const words = { question: '问', answer: '答', thought: '思考过程', sources: '来源', files: '附件' };
const messages: Message[] = [
  { role: 'user', content: '1+1?', timestamp: 'a', safety: ['self_harm'] },
  {
    role: 'assistant',
    content: '**2**',
    reasoning: '想\n\n再想',
    model: 'm',
    model_label: '快答',
    sources: [{ title: '[A]', url: 'https://a.example' }],
    timestamp: 'b',
    error: '断了',
  },
];

describe('an exported conversation', () => {
  it('reads well as Markdown', () => {
    expect(markdownOf('算术', messages, words)).toBe(
      '# 算术\n\n## 问\n\n1+1?\n\n## 答（快答）\n\n> **思考过程**\n>\n> 想\n>\n> 再想\n\n**2**\n\n来源\n\n- [A](https://a.example)\n',
    );
  });

  it('names the files of a question', () => {
    const file = { hash: 'ab', name: '题目.png', size: 1, mime: 'image/png', url: '/api/cloud/files/ab.png' };
    const asked: Message[] = [{ role: 'user', content: '怎么做？', timestamp: 'a', attachments: [file] }];
    expect(markdownOf('题', asked, words)).toBe('# 题\n\n## 问\n\n怎么做？\n\n附件\n\n- 题目.png\n');
  });

  it('has in JSON what the server stores, and nothing of the page', () => {
    const { title, messages: read } = JSON.parse(jsonOf('算术', messages)) as { title: string; messages: Message[] };
    expect(title).toBe('算术');
    expect(read[0]).toEqual({ role: 'user', content: '1+1?', timestamp: 'a' });
    expect(read[1]).toMatchObject({ content: '**2**', reasoning: '想\n\n再想', model_label: '快答' });
    expect(read[1]).not.toHaveProperty('error');
  });

  it('has a name that every file system takes', () => {
    expect(fileNameOf('a/b: "c"?', 'md')).toBe('a_b_ _c__.md');
    expect(fileNameOf(' ', 'json')).toBe('ai.json');
  });
});
