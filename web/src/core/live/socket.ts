// One WebSocket of its own origin, from the handshake to its end. The session's cookie goes along
// with the handshake, so no token is ever in an address.
import type { ClientFrame, LiveFrame } from './bus';

/** Silence for so long is answered by a ping, and no answer to that by the end. */
const QUIET_MS = 25_000;
const ANSWER_MS = 10_000;
const OPEN_MS = 10_000;

export interface SocketEnd {
  /** Whether the server had said anything. */
  wasAlive: boolean;
  /** The close code of RFC 6455; 4001 and 4003 are ours: no session, disabled account. */
  code: number;
}

export interface Socket {
  /** Answers false where the frame was not sent. */
  send: (frame: ClientFrame) => boolean;
  /** Asks whether the other side is still there; a machine that slept does not know. */
  probe: () => void;
  close: () => void;
}

/** Opens a socket; `onFrame` gets every frame, `onEnd` is called once. */
export function openSocket(url: string, onFrame: (frame: LiveFrame) => void, onEnd: (end: SocketEnd) => void): Socket {
  let socket: WebSocket;
  let wasAlive = false;
  let ended = false;
  let timer = 0;

  const end = (code: number): void => {
    if (ended) return;
    ended = true;
    window.clearTimeout(timer);
    if (socket.readyState < WebSocket.CLOSING) socket.close();
    onEnd({ wasAlive, code });
  };
  const expect = (ms: number, then: () => void): void => {
    window.clearTimeout(timer);
    timer = window.setTimeout(then, ms);
  };
  const send = (frame: ClientFrame): boolean => {
    if (ended || socket.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(frame));
    return true;
  };
  const probe = (): void => {
    send({ type: 'ping' });
    expect(ANSWER_MS, () => end(1006));
  };

  try {
    socket = new WebSocket(url);
  } catch {
    // A browser that refuses sockets says so at once.
    window.setTimeout(() => onEnd({ wasAlive: false, code: 1006 }));
    return { send: () => false, probe: () => undefined, close: () => undefined };
  }
  expect(OPEN_MS, () => end(1006));
  socket.addEventListener('message', ({ data }) => {
    if (ended) return;
    expect(QUIET_MS, probe);
    const frame = parse(data);
    if (!frame) return;
    wasAlive = true;
    onFrame(frame);
  });
  socket.addEventListener('close', ({ code }) => end(code));
  return { send, probe, close: () => end(1000) };
}

function parse(data: unknown): LiveFrame | null {
  if (typeof data !== 'string') return null;
  try {
    const frame = JSON.parse(data) as unknown;
    const isFrame = typeof frame === 'object' && frame !== null && 'type' in frame;
    return isFrame && typeof frame.type === 'string' ? (frame as LiveFrame) : null;
  } catch {
    return null;
  }
}
