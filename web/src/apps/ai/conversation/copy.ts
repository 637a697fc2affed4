// Copies a text and says whether that went.
import { copyText } from '@/core/copy';
import { toast } from '@/core/toast';
import { t } from '../i18n';

export async function copy(text: string): Promise<void> {
  const isCopied = await copyText(text);
  toast(t(isCopied ? 'copy.done' : 'copy.failed'), { kind: isCopied ? 'info' : 'error' });
}
