// Which window is in front: the address names it.

/** Whether the window of an app is the one in front. */
export function isInFront(app: string): boolean {
  return location.hash.split('/')[2] === app;
}
