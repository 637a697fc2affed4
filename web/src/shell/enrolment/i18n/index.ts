// `t` of the page that is projected while a class registers.
import { defineTexts } from '@/core/i18n';
import zh from './zh';

export const t = defineTexts(zh, () => import('./en'));
