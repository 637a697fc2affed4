// The server's own limits, so that the screen offers nothing that would be refused. Texts are measured in characters.

/** Longest question. */
export const MAX_QUESTION = 100_000;
/** Files of a question. */
export const MAX_FILES = 4;
/** Largest picture and largest text, in bytes. */
export const MAX_IMAGE_BYTES = 2 * 1024 * 1024;
export const MAX_TEXT_BYTES = 256 * 1024;
/** Longest title of a conversation. */
export const MAX_TITLE = 60;
export const MAX_PINS = 50;
/** The content of a forward; the server takes 32 KiB. */
export const MAX_FORWARD_BYTES = 30_000;
/** What a model is told first: by a member, a conversation, a preset or a policy. */
export const MAX_PROMPT = 4_000;

/** The name of a model that members read, and its name at the provider. */
export const MAX_MODEL_LABEL = 30;
export const MAX_MODEL_NAME = 120;
export const MAX_POLICY_LABEL = 20;
export const MAX_PRESET_LABEL = 20;
export const MAX_PRESET_DESCRIPTION = 100;
/** The number by which models and presets are sorted. */
export const MAX_SORT_ORDER = 9999;

/** The characters of a text as the server counts them, without blanks around it. */
export const lengthOf = (text: string): number => [...text.trim()].length;
