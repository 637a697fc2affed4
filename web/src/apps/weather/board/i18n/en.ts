// English texts of the weather on the board.
import type { Dict } from '@/core/i18n';
import type { WeatherBoardKey } from './zh';

const en: Dict<WeatherBoardKey> = { air: 'Air: {air}', since: 'as of {time}' };
export default en;
