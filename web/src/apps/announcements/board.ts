// Announcements on the board of a classroom.
import { defineBoardPart } from '@/core/board';
import LatestAnnouncements from './board/LatestAnnouncements.vue';
import type { AnnouncementsPart } from './board/part';

/** An announcement is worth about as much room as so many lines; its pages take turns. */
const LINES = 2.4;

export default defineBoardPart<AnnouncementsPart>({
  name: 'announcements',
  order: 40,
  area: 'main',
  label: { zh: '公告', en: 'Notices' },
  lines: ({ announcements }) => LINES * announcements.length,
  view: LatestAnnouncements,
});
