// The payloads of the API that this app passes around.
import type { paths } from '@/api/generated/schema';
import type { BodyOf, DataOf } from '@/api/types';

export type CalendarRange = DataOf<paths['/api/calendar']['get']>;
/** An event at one time. */
export type Occurrence = CalendarRange['occurrences'][number];
/** What another app shows on a day. */
export type Entry = CalendarRange['entries'][number];
export type DayFacts = CalendarRange['days'][number];

export type CalendarEvent = DataOf<paths['/api/calendar/{id}']['get']>;
/** Whose an event is: the class's, or the member's own. */
export type Owner = CalendarEvent['owner'];
export type NewEvent = BodyOf<paths['/api/calendar']['post']>;
export type EventChange = BodyOf<paths['/api/calendar/{id}']['patch']>;
/** Which times of a series a change is about. */
export type Scope = NonNullable<EventChange['scope']>;
export type Changed = DataOf<paths['/api/calendar']['post']>;
/** A change that is not of one event. */
export type WholeChange = DataOf<paths['/api/calendar/import']['post']>;

export type Feed = DataOf<paths['/api/calendar/feeds']['get']>['feeds'][number];
export type FeedContent = Feed['content'];
export type NewFeed = BodyOf<paths['/api/calendar/feeds']['post']>;
export type MadeFeed = DataOf<paths['/api/calendar/feeds']['post']>;

export type CalendarFile = DataOf<paths['/api/calendar/files']['post']>;
export type FileEvent = CalendarFile['events'][number];
