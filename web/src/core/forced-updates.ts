// Which forced update this page has to obey (`interface 9.2`); pure. The server says `force_reload` with
// every heartbeat for as long as an update is forced, and a page obeys by reloading, once.

/** What a heartbeat says of it. */
export interface Order {
  action: string;
  /** Since when the update is forced. */
  forceUpdateSince?: string | null;
  buildHash: string;
  /** The server's time, in ms. */
  timestamp: number;
}

export class ForcedUpdates {
  /** What this page was loaded under; null before the first heartbeat. */
  private known: string | null = null;

  /**
   * Answers the forced update to obey, empty for none. `age` is how long this page had been there when
   * it asked, in ms: one that was loaded after the update was forced has obeyed by that. Later, another
   * forced update is one that the page has not seen, and so are other pages while one is forced.
   */
  hear({ action, forceUpdateSince, buildHash, timestamp }: Order, age: number): string {
    const order = action === 'force_reload' ? `${forceUpdateSince ?? ''} ${buildHash}` : '';
    const isOlder = Date.parse(forceUpdateSince ?? '') > timestamp - age;
    if (this.known === null) this.known = isOlder ? '' : order;
    // One that has ended may be forced again, and is another one then.
    else if (order === '') this.known = '';
    return order === this.known ? '' : order;
  }
}
