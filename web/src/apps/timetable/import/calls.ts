// The requests about files: nothing of them is stored.
import { api, send } from '@/api/client';
import { sendBytes, type SendOptions } from '@/core/send-bytes';
import { mappedCells } from './mapping';
import type { GridMapping, ReadFile, ReadGrid } from './types';

/** The largest file that the server takes. */
export const MOST_BYTES = 2 * 1024 * 1024;
export const TEMPLATE_PATH = '/api/timetable/template';

/** What a file holds. Its name tells a workbook from a text. */
export function readFile(file: File, options?: SendOptions): Promise<ReadFile> {
  const path = `/api/timetable/files?name=${encodeURIComponent(file.name)}`;
  return sendBytes({ path, type: 'application/octet-stream', bytes: file, isAnswer }, options);
}

/** What a mapping makes of cells. A sheet may be larger than a request, so what is not mapped stays here. */
export const readGrid = (cells: string[][], mapping: GridMapping, signal?: AbortSignal): Promise<ReadGrid> => {
  const body = { cells: mappedCells(cells, mapping), mapping };
  return send(api.POST('/api/timetable/grid', { body, signal }));
};

function isAnswer(data: object): data is ReadFile {
  return 'format' in data && 'problems' in data;
}
