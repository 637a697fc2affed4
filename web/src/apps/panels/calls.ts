// The requests of the console's section for panels.
import { api, send } from '@/api/client';
import type { NewPanel, Panel, PanelBoard, PanelChange, PanelList, Waiting } from './types';

const at = (id: string): { path: { id: string } } => ({ path: { id } });

/** The panels of a class; where none is named of the own class, for admins of all classes of all of them. */
export const readPanels = (inClass: string): Promise<PanelList> =>
  send(api.GET('/api/admin/panels', { params: { query: inClass ? { class: inClass } : {} } }));

/** The board that a panel gets now. */
export const readBoard = (id: string): Promise<PanelBoard> =>
  send(api.GET('/api/admin/panels/{id}/board', { params: at(id) }));

/** The screen that shows a code. */
export const readWaiting = (code: string): Promise<Waiting> =>
  send(api.GET('/api/admin/panels/pairing/{code}', { params: { path: { code } } }));

export const confirmPanel = (body: NewPanel): Promise<Panel> => send(api.POST('/api/admin/panels', { body }));

export const patchPanel = (id: string, body: PanelChange): Promise<Panel> =>
  send(api.PATCH('/api/admin/panels/{id}', { params: at(id), body }));

export const deletePanel = (id: string): Promise<Panel> =>
  send(api.DELETE('/api/admin/panels/{id}', { params: at(id) }));
