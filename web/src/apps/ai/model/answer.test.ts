import { describe, expect, it } from 'vitest';
import { emptyAnswer, messageOf, withEvent, type Answer } from './answer';

const event = (data: object, id: number | null = null) => ({ id, data: JSON.stringify(data) });
const after = (events: ReturnType<typeof event>[], from: Answer = emptyAnswer()) => events.reduce(withEvent, from);

describe('an answer', () => {
  it('grows with its texts, and knows who writes it', () => {
    const answer = after([
      event({ generation_id: 'g', model: 'm', model_label: '快答', title: '问' }),
      event({ reasoning: '想' }, 3),
      event({ content: '你' }, 6),
      event({ content: '好' }, 9),
      event({ saved: 9 }),
      event({ budget: { messages: 5, messages_used: 1, tokens: null, tokens_used: 40 } }, 10),
      event({ done: true }, 11),
    ]);
    expect(answer).toMatchObject({
      generation: 'g',
      title: '问',
      reasoning: '想',
      content: '你好',
      isDone: true,
      offset: 11,
      budget: { messages: 5, messages_used: 1, tokens: null, tokens_used: 40 },
    });
    expect(messageOf(answer, 'now')).toEqual({
      role: 'assistant',
      content: '你好',
      reasoning: '想',
      model: 'm',
      model_label: '快答',
      timestamp: 'now',
    });
  });

  it('keeps what its question has words of, in the order in which it is told', () => {
    const answer = after([
      event({ generation_id: 'g', model: 'm', model_label: 'M' }),
      event({ safety: 'self_harm' }, 1),
      event({ safety: 'bullying' }, 2),
      event({ content: '好' }, 5),
    ]);
    expect(answer).toMatchObject({ safety: ['self_harm', 'bullying'], content: '好', offset: 5 });
    // A resumed stream may say it again.
    expect(after([event({ safety: 'self_harm' }, 1)], answer).safety).toEqual(['self_harm', 'bullying']);
    expect(messageOf(answer, 'now')).not.toHaveProperty('safety');
  });

  it('is replaced as a whole, and goes on behind that', () => {
    const answer = after([
      event({ content: 'before' }, 6),
      event({ searching: true, query: '天气' }, 7),
      event({ searching: false, query: '天气', sources: [{ title: 'A', url: 'https://a.example' }] }, 8),
      event({ content: 'af', action: 'replace' }, 10),
      event({ content: 'ter' }, 13),
    ]);
    expect(answer).toMatchObject({ content: 'after', query: null });
    expect(answer.sources).toHaveLength(1);
  });

  it('takes nothing twice when a resumed stream says again what was read', () => {
    const events = [event({ content: 'a' }, 1), event({ content: 'b' }, 2), event({ reasoning: 'c' }, 3)];
    const whole = after(events);
    const first = event({ generation_id: 'g', model: 'm', model_label: 'M' });
    const again = after([first, ...events, event({ content: 'd' }, 4)], whole);
    expect(again).toMatchObject({ content: 'abd', reasoning: 'c', offset: 4 });
  });

  it('names the model that stands in, and says why it broke off', () => {
    const answer = after([
      event({ generation_id: 'g', model: 'a', model_label: 'A' }),
      event({ fallback: true, model: 'b', model_label: 'B' }, 1),
      event({ content: 'half' }, 5),
      event({ error: '中断了' }, 6),
      event({ done: true }, 7),
    ]);
    expect(messageOf(answer, 'now')).toMatchObject({
      model_label: 'B',
      fallback: true,
      partial: true,
      partial_reason: 'failed',
      error: '中断了',
    });
  });

  it('of the model that stands in has none of the pages that the one before it has found', () => {
    const page = (name: string) => ({ title: name, url: `https://${name}.example` });
    const failed = after([
      event({ searching: true, query: '天气' }, 1),
      event({ searching: false, query: '天气', sources: [page('a')] }, 2),
      event({ searching: true, query: '明天天气' }, 3),
      event({ fallback: true, model: 'b', model_label: 'B' }, 4),
    ]);
    expect(failed).toMatchObject({ isFallback: true, query: null, sources: [] });
    const answer = after(
      [
        event({ searching: true, query: '天气预报' }, 5),
        event({ searching: false, query: '天气预报', sources: [page('b')] }, 6),
        event({ content: '晴' }, 7),
      ],
      failed,
    );
    expect(messageOf(answer, 'now')).toMatchObject({ fallback: true, sources: [page('b')] });
  });

  it.each(['stopped', 'failed', 'length', 'interrupted', 'filtered'] as const)(
    'is not whole where its stream says before its end that it was %s',
    (partial_reason) => {
      const answer = after([event({ content: 'half' }, 5), event({ partial_reason }, 6), event({ done: true }, 7)]);
      expect(answer).toMatchObject({ partialReason: partial_reason, isDone: true });
      expect(messageOf(answer, 'now')).toMatchObject({ content: 'half', partial: true, partial_reason });
      expect(messageOf(answer, 'now')).not.toHaveProperty('error');
    },
  );

  it('has the reason that the server gives, also where words say why', () => {
    const answer = after([event({ error: '出错了' }, 1), event({ partial_reason: 'interrupted' }, 2)]);
    expect(messageOf(answer, 'now')).toMatchObject({ error: '出错了', partial_reason: 'interrupted' });
  });

  it('is not harmed by what it does not know', () => {
    const answer = emptyAnswer('m', 'M');
    expect(withEvent(answer, { id: null, data: 'no json' })).toBe(answer);
    expect(withEvent(answer, event({ usage: { total_tokens: 5 } }))).toEqual(answer);
    expect(withEvent(answer, { id: null, data: 'null' })).toBe(answer);
  });
});
