// English texts of duty on the board.
import type { Dict } from '@/core/i18n';
import type { DutyKey } from './zh';

const en: Dict<DutyKey> = { done: 'done' };
export default en;
