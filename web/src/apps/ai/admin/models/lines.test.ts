// Models that are typed one a line: what is understood of them, and what is sent.
import { describe, expect, it } from 'vitest';
import { bodiesOf, chosenEntries, entriesOf, rangeOf } from './lines';

describe('lines of models', () => {
  it('have a name and a model, or the model alone', () => {
    expect(entriesOf('DeepSeek | deepseek-chat\n\n  qwen-plus  \n智谱｜glm-4')).toEqual([
      { line: 1, label: 'DeepSeek', model: 'deepseek-chat' },
      { line: 3, label: '', model: 'qwen-plus' },
      { line: 4, label: '智谱', model: 'glm-4' },
    ]);
  });

  it('take the last bar, so that a name may have one', () => {
    expect(entriesOf('快 | 便宜 | qwen-turbo')).toEqual([{ line: 1, label: '快 | 便宜', model: 'qwen-turbo' }]);
  });

  it('come with carriage returns from other systems', () => {
    expect(entriesOf('a | b\r\nc\r\n').map(({ label, model }) => [label, model])).toEqual([
      ['a', 'b'],
      ['', 'c'],
    ]);
  });

  it('are marked where something is wrong', () => {
    const text = ['名称 |', `${'长'.repeat(31)} | a`, 'b', 'B | b', 'x'.repeat(121)].join('\n');
    expect(entriesOf(text).map(({ line, fault }) => [line, fault])).toEqual([
      [1, 'model'],
      [2, 'label_long'],
      [3, undefined],
      [4, 'twice'],
      [5, 'model_long'],
    ]);
  });

  it('are none in an empty text', () => expect(entriesOf(' \n\n')).toEqual([]));

  it('are found again in the text', () => {
    const text = '一 | a\n\n二 | bb\n';
    expect(text.slice(...rangeOf(text, 3))).toBe('二 | bb');
    expect(rangeOf(text, 1)).toEqual([0, 5]);
  });
});

describe('models of a list', () => {
  it('have the names that were typed, and are counted as they were ticked', () => {
    const labels = { a: ' 甲 ', b: '', gone: '丙', c: '长'.repeat(31) };
    expect(chosenEntries(['a', 'b', 'c'], labels)).toEqual([
      { line: 1, label: '甲', model: 'a' },
      { line: 2, label: '', model: 'b' },
      { line: 3, label: '长'.repeat(31), model: 'c', fault: 'label_long' },
    ]);
  });
});

describe('what is sent', () => {
  const entries = entriesOf('甲 | a\nb');
  const url = ' https://api.example.com/v1 ';

  it('has the key with each model, and no name that nobody typed', () => {
    const bodies = bodiesOf(entries, { url, key: ' sk-1 ', reuse: '' }, () => ({ is_free: true }));
    const common = { api_url: 'https://api.example.com/v1', api_key: 'sk-1', is_free: true };
    expect(bodies).toEqual([
      { ...common, label: '甲', model: 'a' },
      { ...common, model: 'b' },
    ]);
  });

  it('names the model whose key is used again, and never a key beside it', () => {
    const [body] = bodiesOf(entries, { url, key: 'left over', reuse: 'deepseek' }, () => ({}));
    expect(body).toEqual({
      api_url: 'https://api.example.com/v1',
      reuse_key_from: 'deepseek',
      label: '甲',
      model: 'a',
    });
  });

  it('has no key for a provider that asks for none', () => {
    expect(bodiesOf(entries, { url, key: '', reuse: '' }, () => ({}))[1]).toEqual({
      api_url: 'https://api.example.com/v1',
      model: 'b',
    });
  });
});
