// The payloads of the API about files, and how a sheet that is not ours is read.
import type { paths } from '@/api/generated/schema';
import type { BodyOf, DataOf } from '@/api/types';

/** What a file holds; nothing of it is stored yet. */
export type ReadFile = DataOf<paths['/api/timetable/files']['post']>;
export type FileProblem = ReadFile['problems'][number];
export type Sheet = ReadFile['sheets'][number];

/** How the cells of a sheet become lessons. */
export type GridMapping = BodyOf<paths['/api/timetable/grid']['post']>['mapping'];
/** A column of a sheet that is a day; in a transposed sheet a row. */
export type MappedDay = GridMapping['days'][number];
/** A row of a sheet that is a period; in a transposed sheet a column. */
export type MappedPeriod = GridMapping['periods'][number];
/** What a line of a cell says. */
export type CellLine = GridMapping['lines'][number];
/** What a mapping makes of the cells. */
export type ReadGrid = DataOf<paths['/api/timetable/grid']['post']>;
