import { describe, expect, it } from 'vitest';
import { labelOf, offered, optionsOf } from './chosen';

const preset = (id: string, label: string) => ({ id, label, description: '', prompt: 'x' });
const presets = [preset('a', '作文评改'), preset('b', '口语陪练')];

describe('the preset of a conversation', () => {
  it('has a name, is absent when it was removed, and is not told before the presets are known', () => {
    expect(labelOf('b', presets)).toBe('口语陪练');
    expect(labelOf('gone', presets)).toBe('');
    expect(labelOf(null, presets)).toBeNull();
    expect(labelOf('b', undefined)).toBeNull();
  });

  it('begins a conversation only while it is there', () => {
    expect(offered('a', presets)).toBe('a');
    expect(offered('gone', presets)).toBeNull();
    expect(offered('a', undefined)).toBeNull();
  });

  it('stays among what a field offers after it was removed', () => {
    const words = { none: '不用', absent: '已删除' };
    const all = [
      { value: '', label: '不用' },
      { value: 'a', label: '作文评改' },
      { value: 'b', label: '口语陪练' },
    ];
    expect(optionsOf('a', presets, words)).toEqual(all);
    expect(optionsOf(null, presets, words)).toEqual(all);
    expect(optionsOf('gone', presets, words)).toEqual([...all, { value: 'gone', label: '已删除' }]);
  });
});
