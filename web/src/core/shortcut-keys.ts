// How keys are called on this device.

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** The key with which shortcuts begin, as it stands on the keyboard. */
export const COMMAND_KEY = isApple ? '⌘' : 'Ctrl';
/** The shortcut of the search, as people write it. */
export const SEARCH_KEYS = isApple ? '⌘K' : 'Ctrl K';
