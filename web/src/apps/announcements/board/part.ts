// What the board is told about announcements.

interface Announcement {
  id: number;
  title: string;
  /** Markdown; one that is longer than 400 characters is cut there and ends in “…”. */
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
