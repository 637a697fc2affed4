// Reads server-sent events out of the bytes of a response, wherever these are cut; pure.

export interface ServerEvent {
  /** The offset behind the event; null for an event without one. */
  id: number | null;
  data: string;
}

/** Takes bytes as they come and answers the events that are complete. What is not complete is never answered. */
export class EventParser {
  private readonly decoder = new TextDecoder();
  private line = '';
  private id: number | null = null;
  private data: string[] = [];

  push(bytes: Uint8Array): ServerEvent[] {
    const lines = (this.line + this.decoder.decode(bytes, { stream: true })).split('\n');
    this.line = lines.pop() ?? '';
    const events: ServerEvent[] = [];
    for (const line of lines) {
      const event = this.take(line.endsWith('\r') ? line.slice(0, -1) : line);
      if (event) events.push(event);
    }
    return events;
  }

  /** An empty line ends an event; one that begins with a colon is a heartbeat. */
  private take(line: string): ServerEvent | null {
    if (line === '') {
      const event = this.data.length > 0 ? { id: this.id, data: this.data.join('\n') } : null;
      this.id = null;
      this.data = [];
      return event;
    }
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (name === 'data') this.data.push(value);
    if (name === 'id' && /^\d+$/.test(value)) this.id = Number(value);
    return null;
  }
}
