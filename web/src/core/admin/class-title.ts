// What a class is called: its name where the school has given one, else its number.
import { classNameOf } from '../portal-info';
import { t } from './i18n';

/** `高一（1）班` or `1 班`, from the class's two digits. */
export const classTitle = (digits: string): string => classNameOf(digits) || t('class.nth', { n: Number(digits) });
