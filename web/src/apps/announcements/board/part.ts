// What the board is told about announcements.

interface Announcement {
  id: number;
  title: string;
  /** The beginning of it, Markdown. */
  text: string;
  type: string;
  pinned: boolean;
  /** ISO 8601. */
  published_at: string;
}

export interface AnnouncementsPart {
  /** Pinned ones first. */
  announcements: Announcement[];
}
