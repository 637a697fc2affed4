// How much a timetable may have, as the server allows it.

/** Characters of a name: of a timetable, subject, teacher or room. */
export const NAME_MOST = 40;
/** Characters of the note of a day. */
export const NOTE_MOST = 80;
/** Characters of the description of a timetable. */
export const DESCRIPTION_MOST = 200;
/** Days of a cycle, those of rest included. */
export const CYCLE_MOST = 366;
