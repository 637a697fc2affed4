// What an app wants forwarded to a chat: the member chooses which. The chat has cards for what it knows; all else goes
// as words with a link, so that whoever reads them can follow.
import type { InstalledApp } from '../types';
import { isCardType } from '../../forward/cards';
import { openDialog } from '../dialogs';
import { t } from '../i18n';

const loadDialog = (): Promise<{ default: object }> => import('../../forward/ForwardDialog.vue');
const CODES = ['room_code', 'roomCode', 'code'];
const LONGEST = 1000;

/** Asks for a chat and sends it there. */
export function openForward(app: InstalledApp, content: string, type: string): void {
  const isCard = isCardType(type);
  openDialog(loadDialog, {
    intro: t('forward.text', { name: app.label }),
    type: isCard ? type : 'text',
    content: isCard ? content : wordsOf(app, content),
  });
}

function wordsOf(app: InstalledApp, content: string): string {
  const given = recordOf(content);
  const said = ['title', 'content', 'text', 'message']
    .map((key) => given[key])
    .filter((text) => typeof text === 'string');
  const code = CODES.find((key) => typeof given[key] === 'string' || typeof given[key] === 'number');
  const query = code === undefined ? '' : `?${code}=${encodeURIComponent(String(given[code]))}`;
  const link = `${location.origin}/#/app/${app.name}${query}`;
  const lines = said.length > 0 ? (said as string[]) : [Object.keys(given).length > 0 ? app.label : content];
  return `${[...new Set(lines)].join('\n').slice(0, LONGEST)}\n${link}`;
}

function recordOf(content: string): Record<string, unknown> {
  try {
    const value = JSON.parse(content) as unknown;
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
