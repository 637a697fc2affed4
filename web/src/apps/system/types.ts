// The payloads of the API that this app passes around.
import type { paths } from '@/api/generated/schema';
import type { DataOf } from '@/api/types';

export type AppControl = DataOf<paths['/api/admin/app-control']['get']>;
export type ControlledApp = AppControl['apps'][number];
export type ExamMode = DataOf<paths['/api/admin/exam-mode']['get']>;
