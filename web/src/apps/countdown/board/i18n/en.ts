// English texts of countdowns on the board.
import type { Dict } from '@/core/i18n';
import type { CountdownBoardKey } from './zh';

const en: Dict<CountdownBoardKey> = { today: 'Today', days: 'day|days' };
export default en;
