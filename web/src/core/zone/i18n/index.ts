// `t` of the zone of the school.
import { defineTexts } from '../../i18n';
import zh from './zh';

export const t = defineTexts(zh, () => import('./en'));
