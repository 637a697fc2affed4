// What a tap on a seat does.
export const TOOLS = ['swap', 'block', 'pin'] as const;
export type Tool = (typeof TOOLS)[number];
