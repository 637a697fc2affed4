// The payloads of the API that this app passes around.
import type { paths } from '@/api/generated/schema';
import type { BodyOf, DataOf } from '@/api/types';

export type Seating = DataOf<paths['/api/seating']['get']>;
/** An entry of the class list, with an account or without. */
export type Person = Seating['people'][number];
/** A plan with the revision that it is to replace. */
export type PlanChange = BodyOf<paths['/api/seating']['put']>;
export type NewPlan = Omit<PlanChange, 'revision'>;
export type SeenFrom = NonNullable<NewPlan['seen_from']>;
export type How = BodyOf<paths['/api/seating/arrange']['post']>['how'];
export type Arranged = DataOf<paths['/api/seating/arrange']['post']>;
export type Revision = DataOf<paths['/api/seating/revisions']['get']>['revisions'][number];

export type SavedList = DataOf<paths['/api/picker/lists']['get']>['lists'][number];
export type NewList = BodyOf<paths['/api/picker/lists']['post']>;
export type ListChange = BodyOf<paths['/api/picker/lists/{id}']['patch']>;

/** A draw, with everything that recomputes it. */
export type Draw = DataOf<paths['/api/picker/draws/{id}']['get']>;
export type DrawPage = DataOf<paths['/api/picker/draws']['get']>;
export type NewDraw = BodyOf<paths['/api/picker/draws']['post']>;
/** Out of which list is drawn; of a roster one names the group by its place. */
export type ListRef = NewDraw['list'];
export type Candidate = Draw['candidates'][number];

type DutyRoster = DataOf<paths['/api/duty/rosters']['get']>['rosters'][number];
/** A roster of duty, as far as draws need it. */
export type Roster = Pick<DutyRoster, 'id' | 'name' | 'groups'>;
