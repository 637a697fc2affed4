// A line that breaks anywhere is resumed behind what was read.
import { describe, expect, it, vi } from 'vitest';
import { ApiFailure } from '@/api/failure';
import { emptyAnswer } from '../model/answer';
import { readAnswer, type StreamOptions } from './stream';

const encoder = new TextEncoder();
const first = 'data: {"generation_id":"g","model":"m","model_label":"M"}\n\n';
const parts = ['你', '好，', '世', '界', '。'];
/** The journal of the server: each part with the offset behind it. */
const events = parts.map((content, i) => `id: ${i + 1}\ndata: ${JSON.stringify({ content })}\n\n`);
const end = `id: ${parts.length + 1}\ndata: {"done":true}\n\n`;
const after = (offset: number) => first + [...events, end].slice(offset).join('');

/** A stream that breaks off after so many bytes. */
function broken(text: string, bytes: number): ReadableStream<Uint8Array> {
  const all = encoder.encode(text);
  return new ReadableStream({
    start(controller) {
      controller.enqueue(all.slice(0, bytes));
      if (bytes >= all.length) controller.close();
    },
    pull(controller) {
      controller.error(new Error('broken'));
    },
  });
}

function options(over: Partial<StreamOptions>): StreamOptions {
  return {
    open: async () => broken(after(0), 1e6),
    resume: async (_, offset) => broken(after(offset), 1e6),
    onChange: () => undefined,
    onReconnecting: () => undefined,
    isAbandoned: () => false,
    wait: async () => undefined,
    ...over,
  };
}

describe('a stream', () => {
  it('is resumed wherever it breaks, and nothing is lost or comes twice', async () => {
    const size = encoder.encode(after(0)).length;
    for (let at = encoder.encode(first).length; at < size; at++) {
      // The second line breaks as well, in the middle of what is left.
      let tries = 0;
      const resume = vi.fn(async (_: string, offset: number) => broken(after(offset), tries++ === 0 ? at : 1e6));
      const outcome = await readAnswer(emptyAnswer(), options({ open: async () => broken(after(0), at), resume }));
      expect(outcome).toMatchObject({ kind: 'done', answer: { content: parts.join(''), isDone: true } });
    }
  });

  it('that says all again is not taken twice', async () => {
    const half = encoder.encode(first + events.slice(0, 3).join('')).length;
    const outcome = await readAnswer(
      emptyAnswer(),
      options({ open: async () => broken(after(0), half), resume: async () => broken(after(0), 1e6) }),
    );
    expect(outcome).toMatchObject({ kind: 'done', answer: { content: parts.join('') } });
  });

  it('tells of a refusal, and of an end that came meanwhile', async () => {
    const refused = new ApiFailure(409, '还没写完');
    expect(await readAnswer(emptyAnswer(), options({ open: () => Promise.reject(refused) }))).toEqual({
      kind: 'refused',
      failure: refused,
    });
    const half = encoder.encode(first + events[0]).length;
    const gone = () => Promise.reject(new ApiFailure(404, ''));
    expect(
      await readAnswer(emptyAnswer(), options({ open: async () => broken(after(0), half), resume: gone })),
    ).toMatchObject({ kind: 'ended' });
  });

  it('waits ever longer while the server is away, and as long as it asks for', async () => {
    const waits: number[] = [];
    const failures = [0, 0, 0, 429];
    const resume = async (_: string, offset: number) => {
      const status = failures.shift();
      if (status !== undefined) throw new ApiFailure(status, '', { retryAfter: status === 429 ? 20 : null });
      return broken(after(offset), 1e6);
    };
    const wait = async (ms: number) => void waits.push(ms);
    const half = encoder.encode(first + events[0]).length;
    await readAnswer(emptyAnswer(), options({ open: async () => broken(after(0), half), resume, wait }));
    expect(waits).toEqual([500, 1000, 2000, 4000, 20_000]);
  });
});
