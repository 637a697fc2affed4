// `t` of what belongs to the enrolment of a class.
import { defineTexts } from '@/core/i18n';
import zh from './zh';

export const t = defineTexts(zh, () => import('./en'));
