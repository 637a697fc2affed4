// What a policy admits, what its form sends, and whom it holds for.
import { describe, expect, it } from 'vitest';
import type { Member, Policy } from '../types';
import {
  admitsNone,
  admitted,
  ANY,
  countsOf,
  draftOf,
  fieldOf,
  givenAfter,
  isSameWord,
  offered,
  policyChange,
  policyFaults,
  withPolicy,
} from './model';

const POLICY: Policy = {
  id: 'free',
  label: '免费',
  model_ids: ['a', 'gone'],
  is_default: false,
  sort_order: 0,
  message_budget: 20,
  token_budget: 0,
  system_prompt: '',
  locks_prompt: false,
  retention_days: 0,
  class: null,
  may_change: true,
};
const model = (id: string, enabled = true) => ({ id, label: id.toUpperCase(), enabled });

describe('the form of a policy', () => {
  it('sends everything of a new one, and all models as an empty list', () => {
    const draft = { ...draftOf(), label: ' 考试 ', models: ['a'] };
    expect(policyChange(draft)).toEqual({ label: '考试', model_ids: [] });
    expect(policyChange({ ...draft, limits: { ...draft.limits, messages: '5' } })).toMatchObject({ message_budget: 5 });
  });

  it('sends what differs alone, whatever the order of the models', () => {
    expect(policyChange({ ...draftOf(POLICY), models: ['gone', 'a'] }, POLICY)).toBeNull();
    expect(policyChange({ ...draftOf(POLICY), label: '便宜' }, POLICY)).toEqual({ label: '便宜' });
    expect(policyChange({ ...draftOf(POLICY), models: ['a'] }, POLICY)).toEqual({ model_ids: ['a'] });
    expect(policyChange({ ...draftOf(POLICY), admits: 'all' }, POLICY)).toEqual({ model_ids: [] });
    const limits = { ...draftOf(POLICY).limits, messages: '' };
    expect(policyChange({ ...draftOf(POLICY), limits }, POLICY)).toEqual({ message_budget: 0 });
  });

  it('refuses a choice of no model, which the server would take for all', () => {
    expect(policyFaults({ ...draftOf(), label: '考试', admits: 'some' })).toEqual(['models']);
    expect(policyFaults({ ...draftOf(), label: '长'.repeat(21) })).toEqual(['label']);
    expect(policyFaults(draftOf(POLICY))).toEqual([]);
    expect(policyFaults(draftOf())).toEqual(['label']);
  });

  it('shows a refusal beside its field', () => {
    expect(['ai_policy_label_invalid', 'ai_prompt_invalid', 'no_permission'].map(fieldOf)).toEqual([
      'label',
      'prompt',
      undefined,
    ]);
  });

  it('offers the models that it does not know too, so that they stay', () => {
    expect(offered([model('a')], POLICY).map(({ id }) => id)).toEqual(['a', 'gone']);
    expect(offered([model('a')]).map(({ id }) => id)).toEqual(['a']);
  });
});

describe('a policy', () => {
  it('names its models, and what is gone by its id', () => {
    expect(admitted(POLICY, [model('a'), model('b')])).toEqual([
      model('a'),
      { id: 'gone', label: 'gone', enabled: false, isUnknown: true },
    ]);
  });

  it('may leave members without a model', () => {
    expect(admitsNone(POLICY, [model('a', false), model('b')])).toBe(true);
    expect(admitsNone(POLICY, [model('a')])).toBe(false);
    expect(admitsNone({ ...POLICY, model_ids: [] }, [model('b')])).toBe(false);
  });
});

describe('members', () => {
  const given = { '260101': 'free', '260102': 'free', '260103': 'exam' };
  const members = ['260101', '260103', '260104'].map((user_id) => ({ user_id }) as Member);
  const ids = (wanted: string) => withPolicy(members, given, wanted).map(({ user_id: id }) => id);

  it('are counted by policy', () =>
    expect([...countsOf(given)]).toEqual([
      ['free', 2],
      ['exam', 1],
    ]));

  it('are filtered by policy, and by having none', () => {
    expect([ids(ANY).length, ids('exam'), ids('')]).toEqual([3, ['260103'], ['260104']]);
  });

  it('have another policy once they are given one, or none', () => {
    expect(givenAfter(given, ['260103', '260104'], 'free')).toEqual({
      '260101': 'free',
      '260102': 'free',
      '260103': 'free',
      '260104': 'free',
    });
    expect(givenAfter(given, ['260101', '260102', '260103'], '')).toEqual({});
  });
});

it('has a badge only where that says more than the name', () => {
  expect([isSameWord('默认', '默认'), isSameWord('Default ', 'default'), isSameWord('免费', '默认')]).toEqual([
    true,
    true,
    false,
  ]);
});
