// `t` of what stands around apps of the market.
import { defineTexts } from '../../i18n';
import zh from './zh';

export const t = defineTexts(zh, () => import('./en'));
