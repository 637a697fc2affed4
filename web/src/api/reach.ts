// Whether a server of another origin answers at all: the answer itself is nobody's business.

/** Asks for the head of an address, without cookies; answers false when nothing comes back. */
export async function isReachable(url: string): Promise<boolean> {
  try {
    await fetch(url, { method: 'HEAD', mode: 'no-cors', credentials: 'omit', cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}
