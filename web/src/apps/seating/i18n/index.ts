// `t` of the seats and draws, for what both share.
import { defineTexts } from '@/core/i18n';
import zh from './zh';

export const t = defineTexts(zh, () => import('./en'));
