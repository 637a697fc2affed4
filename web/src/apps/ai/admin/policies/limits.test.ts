// What a policy says beside its models.
import { describe, expect, it } from 'vitest';
import { MAX_PROMPT } from '../../model/limits';
import type { Policy } from '../types';
import { NO_LIMITS, limitFaults, limitsChange, limitsOf, listLimits, withText } from './limits';

const POLICY: Policy = {
  id: 'exam',
  label: '考试周',
  model_ids: [],
  is_default: false,
  sort_order: 0,
  message_budget: 20,
  token_budget: 0,
  system_prompt: '只给提示',
  locks_prompt: true,
  retention_days: 30,
  class: null,
  may_change: true,
};

describe('the form of the limits', () => {
  it('leaves a field without a limit empty, and sends an empty one as none', () => {
    const draft = limitsOf(POLICY);
    expect(draft).toEqual({ messages: '20', tokens: '', prompt: '只给提示', locks: true, days: '30' });
    expect(limitsChange(draft, { ...draft, messages: '', days: ' 60 ' })).toEqual({
      message_budget: 0,
      retention_days: 60,
    });
  });

  it('sends what differs alone', () => {
    expect(limitsChange(limitsOf(POLICY), { ...limitsOf(POLICY), prompt: ' 只给提示\n' })).toEqual({});
    expect(limitsChange(NO_LIMITS, { ...NO_LIMITS, messages: '0', locks: true })).toEqual({ locks_prompt: true });
  });

  it('refuses what the server would refuse', () => {
    expect(limitFaults(NO_LIMITS)).toEqual([]);
    expect(limitFaults({ ...NO_LIMITS, messages: '1.5', tokens: '-1', days: '3651' })).toEqual([
      'messages',
      'tokens',
      'days',
    ]);
    expect(limitFaults({ ...NO_LIMITS, messages: '100000', tokens: '1000000000', days: '3650' })).toEqual([]);
    expect(limitFaults({ ...NO_LIMITS, prompt: '😀'.repeat(MAX_PROMPT) })).toEqual([]);
    expect(limitFaults({ ...NO_LIMITS, prompt: '长'.repeat(MAX_PROMPT + 1) })).toEqual(['prompt']);
  });

  it('adds a text to what is told already, once', () => {
    expect(withText('', '只给提示')).toBe('只给提示');
    expect(withText('称呼我老师\n', '只给提示')).toBe('称呼我老师\n\n只给提示');
    expect(withText('称呼我老师\n\n只给提示', '只给提示')).toBe('称呼我老师\n\n只给提示');
  });
});

it('a policy says in short what it limits', () => {
  expect(listLimits(POLICY).map(({ name, n }) => `${name} ${n}`)).toEqual([
    'messages 20',
    'prompt 1',
    'locked 1',
    'days 30',
  ]);
  const none = { ...POLICY, message_budget: 0, system_prompt: '', locks_prompt: false, retention_days: 0 };
  expect(listLimits(none)).toEqual([]);
});
