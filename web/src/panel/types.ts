// What a panel, the screen of a classroom, is told by the server and tells it.
import type { components } from '@/api/generated/schema';

/** What is shown on one panel. */
export type Board = components['schemas']['Board'];
export type PanelSettings = components['schemas']['PanelSettings'];
/** What takes the whole screen. */
export type ViewName = components['schemas']['PanelView'];
/** What a panel says of itself. */
export type PanelState = components['schemas']['PanelState'];
/** What waits for somebody who enters it, with the address of the page that takes it. */
export type PairingCode = components['schemas']['PanelCode'];
/** What the stream tells. */
export type StreamLine = components['schemas']['PanelLine'];

export interface Broadcast {
  id: string;
  priority: 'normal' | 'important' | 'urgent';
  content: string;
  sender_real_name: string;
  /** ISO 8601, as `expires_at`. */
  created_at: string;
  expires_at: string;
}

/** When each broadcast was first on this screen, by id; in ms on the server's clock. */
export type Arrivals = ReadonlyMap<string, number>;
