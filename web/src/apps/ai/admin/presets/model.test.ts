import { describe, expect, it } from 'vitest';
import { draftOf, presetChange, presetFaults, type Preset } from './model';

const preset: Preset = {
  id: 'a',
  label: '作文评改',
  description: '先说优点',
  prompt: '你是语文老师',
  sort_order: 3,
  class: null,
  may_change: true,
};

describe('the form of a preset', () => {
  it('needs a name, a prompt and a number, and nothing too long', () => {
    expect(presetFaults(draftOf())).toEqual(['label', 'prompt']);
    expect(presetFaults(draftOf(preset))).toEqual([]);
    const long = { label: '很'.repeat(21), description: '很'.repeat(101), prompt: '很'.repeat(4001), order: '-1' };
    expect(presetFaults(long)).toEqual(['label', 'description', 'prompt', 'order']);
    // One character to the server, though two units to the browser.
    expect(presetFaults({ ...draftOf(preset), label: '😀'.repeat(20) })).toEqual([]);
  });

  it('sends all of a new preset and what differs of another', () => {
    const draft = { ...draftOf(), label: ' 口语 ', prompt: ' 陪练 ' };
    expect(presetChange(draft)).toEqual({ label: '口语', description: '', prompt: '陪练', sort_order: 0 });
    expect(presetChange(draftOf(preset), preset)).toBeNull();
    const changed = { ...draftOf(preset), description: '', order: '10' };
    expect(presetChange(changed, preset)).toEqual({ description: '', sort_order: 10 });
    expect(presetChange({ ...draftOf(preset), order: '' }, preset)).toEqual({ sort_order: 0 });
  });
});
