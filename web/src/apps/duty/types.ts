// The payloads of the API that this app passes around.
import type { paths } from '@/api/generated/schema';
import type { BodyOf, DataOf } from '@/api/types';

export type Days = DataOf<paths['/api/duty']['get']>;
export type Today = DataOf<paths['/api/duty/today']['get']>;
export type Day = Days['days'][number];
export type Turn = Day['turns'][number];
/** Somebody on duty: an entry of the class list, in whose place somebody may stand. */
export type OnDuty = Turn['people'][number];

/** An entry of the class list, with an account or without. */
export type Person = DataOf<paths['/api/seating']['get']>['people'][number];

/** A roster as it is answered, with names. */
export type Roster = DataOf<paths['/api/duty/rosters']['get']>['rosters'][number];
export type NamedGroup = Roster['groups'][number];
export type NewRoster = BodyOf<paths['/api/duty/rosters']['post']>;
export type RosterChange = BodyOf<paths['/api/duty/rosters/{id}']['patch']>;
export type Group = NewRoster['groups'][number];
export type Member = Group['members'][number];
export type Preview = DataOf<paths['/api/duty/rosters/preview']['post']>;

export type Tick = BodyOf<paths['/api/duty/turns/{roster_id}/{date}']['put']>;
export type NewChange = BodyOf<paths['/api/duty/changes']['post']>;
/** One day on which a roster differs. */
export type Change = DataOf<paths['/api/duty/changes']['post']>;

export type Swap = DataOf<paths['/api/duty/swaps']['get']>['swaps'][number];
export type NewSwap = BodyOf<paths['/api/duty/swaps']['post']>;

export type History = DataOf<paths['/api/duty/history']['get']>;
export type Count = DataOf<paths['/api/duty/counts']['get']>['counts'][number];
