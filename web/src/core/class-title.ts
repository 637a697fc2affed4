// What a class is called: its name where the school has given one, else its number.
import { t } from '@/i18n';
import { classNameOf } from './portal-info';

/** `高一（1）班` or `1 班`, from the class's two digits. */
export const classTitle = (digits: string, name: string | null = classNameOf(digits)): string =>
  name || t('class.nth', { n: Number(digits) });
