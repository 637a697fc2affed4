// The form of a stored model: addresses and keys, which fields are sent, and what stops them.
import { describe, expect, it } from 'vitest';
import type { ManagedModel } from '../types';
import { hostOf, isAddress, isOpen, isSameOrigin, keyHolder, PROVIDERS, testOf } from './connection';
import { draftOf, editFaults, fieldOf, modelChange, needsKey } from './edit';
import { colorAt, colorFor, COLORS, hasMore, NO_OPTIONS, optionFaults, optionsChange } from './options';

const MODEL: ManagedModel = {
  id: 'chat',
  label: 'DeepSeek',
  color: '#6366f1',
  is_free: false,
  supports_thinking: false,
  supports_search: false,
  supports_images: false,
  is_default: true,
  api_url: 'https://api.deepseek.com/v1',
  effective_url: 'https://api.deepseek.com/v1/chat/completions',
  api_key_masked: 'sk-1****cdef',
  has_key: true,
  key_from_env: false,
  builtin: false,
  model: 'deepseek-chat',
  api_style: 'openai',
  enabled: true,
  sort_order: 3,
  max_context_tokens: 0,
  max_output_tokens: 4096,
  reasoning_effort: null,
  input_price: 2,
  cached_price: 0.5,
  output_price: 8,
  created_at: '2026-11-20T08:00:00.000Z',
};

describe('an address', () => {
  it('is http or https without a user', () => {
    for (const { url } of PROVIDERS) expect(isAddress(url)).toBe(true);
    for (const text of ['', 'api.deepseek.com', 'ftp://a/v1', 'https://me:secret@a/v1', 'https://a/v1#x'])
      expect(isAddress(text)).toBe(false);
  });

  it('has a host, which the list shows', () => {
    expect(hostOf('https://api.deepseek.com/v1')).toBe('api.deepseek.com');
    expect(hostOf('http://10.0.0.5:11434/v1')).toBe('10.0.0.5:11434');
    expect(hostOf('nothing')).toBe('nothing');
  });

  it('warns where others could read the key', () => {
    expect(['http://10.0.0.5/v1', 'https://a.com/v1', 'http://localhost:11434/v1'].map(isOpen)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('shares a key with those of the same scheme, host and port alone', () => {
    expect(isSameOrigin('https://a.com/v1', 'https://a.com/v2')).toBe(true);
    for (const other of ['http://a.com/v1', 'https://b.com/v1', 'https://a.com:8443/v1', ''])
      expect(isSameOrigin('https://a.com/v1', other)).toBe(false);
  });

  it('has a key already where another model of the provider has one that is not of the environment', () => {
    const builtin = { ...MODEL, id: 'env', builtin: true };
    const keyless = { ...MODEL, id: 'none', has_key: false };
    expect(keyHolder([builtin, keyless, MODEL], 'https://api.deepseek.com/beta')?.id).toBe('chat');
    expect(keyHolder([builtin, keyless], 'https://api.deepseek.com/v1')).toBeUndefined();
    expect(keyHolder([MODEL], 'https://api.other.com/v1')).toBeUndefined();
  });
});

describe('a test', () => {
  it('has what the form holds, and the stored model where there is one', () => {
    const connection = { url: 'https://a.com/v1', key: 'sk', reuse: '' };
    expect(testOf(connection, '')).toEqual({ api_url: 'https://a.com/v1', api_key: 'sk' });
    expect(testOf({ ...connection, key: '' }, 'm', 'chat')).toEqual({
      api_url: 'https://a.com/v1',
      model: 'm',
      id: 'chat',
    });
  });
});

describe('a changed model', () => {
  const changed = (change: (draft: ReturnType<typeof draftOf>) => void, model = MODEL) => {
    const draft = draftOf(model);
    change(draft);
    return { change: modelChange(model, draft), faults: editFaults(model, draft) };
  };

  it('sends nothing when nothing differs', () => expect(changed(() => undefined).change).toBeNull());

  it('sends what differs alone, and a key only when one was typed', () => {
    expect(changed((draft) => (draft.label = ' 新名称 ')).change).toEqual({ label: '新名称' });
    expect(changed((draft) => (draft.connection.key = 'sk-2')).change).toEqual({ api_key: 'sk-2' });
    expect(changed((draft) => (draft.connection.url = 'https://api.deepseek.com/beta')).change).toEqual({
      api_url: 'https://api.deepseek.com/beta',
    });
  });

  it('needs its key again for another host', () => {
    const move = (key: string) =>
      changed((draft) => (draft.connection = { url: 'https://evil.example/v1', key, reuse: '' }));
    expect(move('').faults).toEqual(['key']);
    expect(move('sk-2').faults).toEqual([]);
    expect(needsKey({ ...MODEL, has_key: false }, { url: 'https://b.com/v1', key: '', reuse: '' })).toBe(false);
  });

  it('of the environment keeps its address, key and model', () => {
    const touch = changed(
      (draft) => {
        draft.connection = { url: '', key: 'x', reuse: '' };
        draft.model = '';
        draft.options.free = true;
      },
      { ...MODEL, builtin: true },
    );
    expect(touch).toEqual({ change: { is_free: true }, faults: [] });
  });

  it('says what is missing', () => {
    const empty = changed((draft) => {
      draft.label = ' ';
      draft.model = '';
      draft.connection.url = 'x';
      draft.options.context = '-1';
    });
    expect(empty.faults).toEqual(['label', 'model', 'url', 'context']);
  });

  it('shows a refusal beside its field', () => {
    expect(['ai_key_needed', 'ai_model_url_invalid', 'ai_models_too_many'].map(fieldOf)).toEqual([
      'key',
      'url',
      undefined,
    ]);
  });
});

describe('the options', () => {
  it('of a new model are those that differ from the defaults', () => {
    expect(optionsChange(NO_OPTIONS, { ...NO_OPTIONS })).toEqual({});
    const draft = { ...NO_OPTIONS, thinking: true, context: ' 32000 ', input_price: '0.5', effort: 'high' };
    expect(optionsChange(NO_OPTIONS, draft)).toEqual({
      supports_thinking: true,
      max_context_tokens: 32_000,
      input_price: 0.5,
      reasoning_effort: 'high',
    });
  });

  it('go back to the default when a number is emptied', () => {
    const before = draftOf(MODEL).options;
    expect(optionsChange(before, { ...before, output: '', order: '', cached_price: '' })).toEqual({
      max_output_tokens: 0,
      sort_order: 0,
      cached_price: 0,
    });
  });

  it('are numbers that the server takes', () => {
    const wrong = {
      ...NO_OPTIONS,
      context: '200001',
      output: '1.5',
      order: 'x',
      input_price: '-1',
      output_price: '1e9',
    };
    expect(optionFaults(wrong)).toEqual(['context', 'output', 'order', 'input_price', 'output_price']);
    expect(optionFaults({ ...NO_OPTIONS, context: '200000', output_price: '100000', cached_price: '.5' })).toEqual([
      'cached_price',
    ]);
  });

  it('begin with another colour for each model, until one is chosen', () => {
    expect([colorAt(0), colorAt(3), colorAt(COLORS.length + 1)]).toEqual([
      COLORS[0].value,
      COLORS[3].value,
      COLORS[1].value,
    ]);
    expect([0, 1, 2].map((i) => colorFor(i, 6, colorAt(6)))).toEqual([6, 7, 8].map(colorAt));
    expect([0, 1].map((i) => colorFor(i, 6, '#123456'))).toEqual(['#123456', '#123456']);
  });

  it('are unfolded where one of the folded ones is set', () => {
    expect([hasMore({ ...NO_OPTIONS, thinking: true }), hasMore({ ...NO_OPTIONS, order: '2' })]).toEqual([false, true]);
  });
});
