// `t` of this part of duty.
import { defineTexts } from '@/core/i18n';
import zh from './zh';

export const t = defineTexts(zh, () => import('./en'));
