// How keys are called on this device.

/** Whether this is a computer or tablet of Apple, whose keys have other names and uses. */
export const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.platform);

/** The key with which shortcuts begin, as it stands on the keyboard. */
export const COMMAND_KEY = IS_APPLE ? '⌘' : 'Ctrl';
/** The shortcut of the search, as people write it. */
export const SEARCH_KEYS = IS_APPLE ? '⌘K' : 'Ctrl K';

/** False where touch is all there is, as on phones and panels: keys that nobody has are no help. */
export const hasKeyboard = (): boolean => !window.matchMedia('(hover: none) and (pointer: coarse)').matches;
