// English texts of the names of rooms.
import type { Dict } from '@/core/i18n';
import type { RoomNameKey } from './zh';

const en: Dict<RoomNameKey> = {
  public: 'Everyone',
  class: 'Class {class}',
};

export default en;
