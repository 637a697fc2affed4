// English texts of announcements on the board.
import type { Dict } from '@/core/i18n';
import type { AnnouncementsBoardKey } from './zh';

const en: Dict<AnnouncementsBoardKey> = { pinned: 'Pinned' };
export default en;
