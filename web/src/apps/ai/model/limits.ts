// The server's own limits, so that the screen offers nothing that would be refused.

/** Longest question, in characters. */
export const MAX_QUESTION = 100_000;
export const MAX_TITLE = 60;
/** Longest instructions, in characters. */
export const MAX_PROMPT = 4_000;
export const MAX_PINS = 50;
/** The content of a forward; the server takes 32 KiB. */
export const MAX_FORWARD_BYTES = 30_000;
