// What people of the list are called.
import { t } from './i18n';

/** A person of the list; who has left it is called that. */
export const nameOf = ({ name, left }: { name: string; left?: boolean }): string => (left ? t('left') : name);
