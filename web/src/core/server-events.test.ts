import { describe, expect, it } from 'vitest';
import { EventParser, type ServerEvent } from './server-events';

const TEXT =
  ': heartbeat\n\ndata: {"generation_id":"g"}\n\nid: 12\ndata: {"content":"你好😀"}\n\n: \n\nid: 40\r\ndata: {"a":1}\r\n\r\ndata: {"done":true}\n\n';
const EVENTS: ServerEvent[] = [
  { id: null, data: '{"generation_id":"g"}' },
  { id: 12, data: '{"content":"你好😀"}' },
  { id: 40, data: '{"a":1}' },
  { id: null, data: '{"done":true}' },
];
const bytes = new TextEncoder().encode(TEXT);

describe('the parser of event streams', () => {
  it('reads the same events wherever the bytes are cut, also inside a character', () => {
    for (let at = 0; at <= bytes.length; at++) {
      const parser = new EventParser();
      expect([...parser.push(bytes.slice(0, at)), ...parser.push(bytes.slice(at))]).toEqual(EVENTS);
    }
  });

  it('reads them byte by byte', () => {
    const parser = new EventParser();
    expect([...bytes].flatMap((byte) => parser.push(Uint8Array.of(byte)))).toEqual(EVENTS);
  });

  it('answers nothing of an event whose end has not come', () => {
    const parser = new EventParser();
    expect(parser.push(new TextEncoder().encode('id: 5\ndata: {"content":"x"}\n'))).toEqual([]);
  });

  it('joins the lines of one event, and takes no id from the event before', () => {
    const parser = new EventParser();
    const found = parser.push(new TextEncoder().encode('id: 5\ndata: a\ndata: b\n\ndata:c\n\n'));
    expect(found).toEqual([
      { id: 5, data: 'a\nb' },
      { id: null, data: 'c' },
    ]);
  });
});
