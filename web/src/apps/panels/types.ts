// The payloads of the API that the console's section for panels passes around.
import type { components, paths } from '@/api/generated/schema';
import type { DataOf } from '@/api/types';

export type PanelList = DataOf<paths['/api/admin/panels']['get']>;
export type Panel = PanelList['panels'][number];
/** A screen that waits to be confirmed. */
export type Waiting = DataOf<paths['/api/admin/panels/pairing/{code}']['get']>;
export type NewPanel = components['schemas']['NewPanel'];
export type PanelChange = components['schemas']['PanelChange'];
/** The board that a panel gets now. */
export type PanelBoard = DataOf<paths['/api/admin/panels/{id}/board']['get']>;
