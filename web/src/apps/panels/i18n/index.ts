// `t` of the console's section for panels.
import { defineTexts } from '@/core/i18n';
import zh from './zh';

export const t = defineTexts(zh, () => import('./en'));
