import { describe, expect, it } from 'vitest';
import { BlockSplitter, splitBlocks } from './blocks';

const texts = (text: string) => splitBlocks(text).map((block) => block.text);

const SAMPLE = `# 标题
第一段
还在第一段

1. 一
2. 二

   属于二

   \`\`\`js
   # 不是标题

   let a;
   \`\`\`
3. 三

之后

| a | b |
|---|---|
| 1 | 2 |

\`\`\`python
def f():

    # 注释
    return 1
\`\`\`
$$
x

y
$$
> 引用

- [ ] 末尾`;

describe('blocks', () => {
  it('are cut at the top level alone', () => {
    expect(splitBlocks(SAMPLE).map(({ kind, text }) => [kind, text.split('\n')[0]])).toEqual([
      ['text', '# 标题'],
      ['text', '第一段'],
      ['text', '1. 一'],
      ['text', '之后'],
      ['text', '| a | b |'],
      ['code', 'def f():'],
      ['text', '$$'],
      ['text', '> 引用'],
      ['text', '- [ ] 末尾'],
    ]);
  });

  it('keep a table together as it grows', () => {
    expect(texts('前\n\n| a | b |\n|---|---|\n| 1 |')).toEqual(['前', '| a | b |\n|---|---|\n| 1 |']);
  });

  it('know a fence that is not closed yet', () => {
    const open = { kind: 'code', language: 'ts', isOpen: true };
    expect(splitBlocks('```ts\nlet a;\n\n# b')).toEqual([{ ...open, text: 'let a;\n\n# b' }]);
    expect(splitBlocks('```ts')).toEqual([{ ...open, text: '' }]);
    expect(splitBlocks('````md\n```\nx\n```\n````\n后')).toEqual([
      { kind: 'code', language: 'md', isOpen: false, text: '```\nx\n```' },
      { kind: 'text', text: '后' },
    ]);
  });

  it('are the same whether the text comes at once or letter by letter, and complete ones stay the same objects', () => {
    const splitter = new BlockSplitter();
    let blocks = splitter.update('');
    for (let end = 1; end <= SAMPLE.length; end++) {
      const next = splitter.update(SAMPLE.slice(0, end));
      const kept = blocks.slice(0, Math.max(0, Math.min(blocks.length, next.length) - 2));
      kept.forEach((block, i) => expect(next[i]).toBe(block));
      blocks = next;
    }
    expect(blocks).toEqual(splitBlocks(SAMPLE));
  });

  it('lose nothing of a paragraph without end', () => {
    const words = Array.from({ length: 6000 }, (_, i) => `t${i} `).join('');
    const blocks = texts(words);
    expect(blocks.length).toBeGreaterThan(5);
    expect(blocks.join(' ')).toBe(words.trimEnd());
    const grown = new BlockSplitter();
    for (let end = 0; end <= words.length; end += 997) grown.update(words.slice(0, end));
    expect(grown.update(words).map((block) => block.text)).toEqual(blocks);
  });

  it('begin anew with a text that replaces', () => {
    const splitter = new BlockSplitter();
    splitter.update('a\n\nb\n\nc');
    expect(splitter.update('x\n\ny').map((block) => block.text)).toEqual(['x', 'y']);
    expect(splitter.update('')).toEqual([]);
  });
});
