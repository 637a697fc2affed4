// What the tabs of one browser tell each other about the session that they share by its cookie.
import { watchDevice, writeDevice } from './storage';

/** Somebody has signed out in another tab, or signed in there. */
export type TabNews = { left: true } | { entered: string };

const NAME = 'portal:tabs';

let channel: BroadcastChannel | undefined;

/** Calls `hear` with what the other tabs tell; called once by the session. */
export function hearTabs(hear: (news: TabNews) => void): void {
  if (typeof BroadcastChannel === 'function') {
    channel = new BroadcastChannel(NAME);
    channel.addEventListener('message', ({ data }: MessageEvent<TabNews>) => hear(data));
    return;
  }
  // Older engines: a value that is written and removed at once reaches the other tabs as two events.
  watchDevice('tabs', (value) => value !== null && hear(JSON.parse(value) as TabNews));
}

/** Tells the other tabs. */
export function tellTabs(news: TabNews): void {
  if (channel) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel stays within its origin
    channel.postMessage(news);
    return;
  }
  writeDevice('tabs', JSON.stringify(news));
  writeDevice('tabs', null);
}
