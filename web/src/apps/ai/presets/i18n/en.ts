// English texts of presets, as members choose them.
import type { Dict } from '@/core/i18n';
import type { PresetKey } from './zh';

const en: Dict<PresetKey> = {
  title: 'Begin with a preset',
  text: 'Presets are written by the staff and tell the model how to answer.',
  absent: 'The preset was deleted',
  choose: 'Preset',
  none: 'No preset',
  hint: 'Written by the staff; the model reads it first.',
};

export default en;
