// English texts of homework on the board.
import type { Dict } from '@/core/i18n';
import type { HomeworkBoardKey } from './zh';

const en: Dict<HomeworkBoardKey> = { due: 'due {time}', due_day: 'due {day}', other: 'Other' };
export default en;
