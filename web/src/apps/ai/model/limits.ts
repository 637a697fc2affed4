// The server's own limits, so that the screen offers nothing that would be refused.

/** Longest question, in characters. */
export const MAX_QUESTION = 100_000;
/** Files of a question. */
export const MAX_FILES = 4;
/** Largest picture and largest text, in bytes. */
export const MAX_IMAGE_BYTES = 2 * 1024 * 1024;
export const MAX_TEXT_BYTES = 256 * 1024;
export const MAX_TITLE = 60;
/** Longest instructions, in characters. */
export const MAX_PROMPT = 4_000;
export const MAX_PINS = 50;
/** The content of a forward; the server takes 32 KiB. */
export const MAX_FORWARD_BYTES = 30_000;
