// The payloads of the API that this app passes around.
import type { paths } from '@/api/generated/schema';
import type { BodyOf, DataOf } from '@/api/types';

export type Overview = DataOf<paths['/api/timetable']['get']>;
/** A timetable as the list has it. */
export type Listed = Overview['timetables'][number];
export type DeletedTimetable = Overview['deleted'][number];
export type Owner = Listed['owner'];

/** A timetable with its lessons. */
export type Full = DataOf<paths['/api/timetable/{id}']['get']>;
export type NewTimetable = BodyOf<paths['/api/timetable']['post']>;
export type TimetableChange = BodyOf<paths['/api/timetable/{id}']['patch']>;
export type SavedTimetable = DataOf<paths['/api/timetable']['post']>;
export type SaveToUndo = BodyOf<paths['/api/timetable/{id}/undo']['post']>;
export type Revision = DataOf<paths['/api/timetable/{id}/revisions']['get']>['revisions'][number];

export type Timetable = Full['timetable'];
export type Cycle = NonNullable<Timetable['cycle']>;
export type Span = Extract<Cycle, { kind: 'days' }>['spans'][number];
export type Subject = NonNullable<Timetable['subjects']>[number];
export type Schedule = NonNullable<Timetable['schedules']>[number];
export type Weeks = NonNullable<Schedule['weeks']>;
/** A lesson of a timetable, or of a date that differs; times are `HH:MM` or `HH:MM:SS`. */
export type Lesson = NonNullable<Schedule['lessons']>[number];

export type Day = DataOf<paths['/api/timetable/days']['get']>['days'][number];
export type DayLesson = Day['lessons'][number];
export type DayChange = NonNullable<Day['change']>;
/** What differs on a date; null on a usual day. */
export type DatedChange = SavedTimetable['days_before'][number];
/** What becomes of a date; it is refused where somebody else has changed since what was `seen` of it. */
export type SeenChange = BodyOf<paths['/api/timetable/days']['put']>['days'][number];
export type DaysSaved = DataOf<paths['/api/timetable/days']['put']>;

export type PublicYear = DataOf<paths['/api/timetable/public-days']['get']>;
export type PublicDay = PublicYear['days'][number];
