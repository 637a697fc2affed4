// Fetches a timetable as a file, so that a format that cannot say it is explained on the spot.
import { guardedFetch } from '@/api/client';
import { ApiFailure } from '@/api/failure';
import { saveFile } from '@/core/save-file';

export const FORMATS = ['cses_2', 'cses_1', 'xlsx', 'ics'] as const;
export type Format = (typeof FORMATS)[number];

const TIMEOUT_MS = 20_000;
const ENDINGS: Readonly<Record<Format, string>> = { cses_2: '.yaml', cses_1: '.yaml', xlsx: '.xlsx', ics: '.ics' };

/** Saves a timetable on the device. Throws an ApiFailure with the server's words where the format cannot say it. */
export async function download(id: string, name: string, format: Format): Promise<void> {
  const path = `/api/timetable/${encodeURIComponent(id)}/export?format=${format}`;
  const response = await guardedFetch(new Request(new URL(path, location.href).href), TIMEOUT_MS);
  if (!response.ok) throw ApiFailure.fromAnswer(response, await response.json().catch(() => null));
  const bytes = await response.blob().catch(() => {
    throw new ApiFailure(0, '');
  });
  saveFile(fileName(response.headers.get('Content-Disposition'), name, format), bytes, bytes.type);
}

/** The name that the server gives the file, else one made of the timetable's. */
export function fileName(disposition: string | null, name: string, format: Format): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  const plain = /filename="([^"]+)"/i.exec(disposition ?? '')?.[1];
  try {
    if (encoded) return decodeURIComponent(encoded);
  } catch {
    // Not what the standard writes; the plain name is there too.
  }
  return plain ?? name.replace(/[\\/:*?"<>|]/g, ' ').trim() + ENDINGS[format];
}
