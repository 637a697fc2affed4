// `t` of forwarding to a chat.
import { defineTexts } from '../../i18n';
import zh from './zh';

export const t = defineTexts(zh, () => import('./en'));
