// Limits on what an embedded page does: so many times within a sliding span.

/** Answers whether one more is allowed, and counts it if so. */
export function limiter(most: number, spanMs: number): () => boolean {
  let times: number[] = [];
  return () => {
    const now = performance.now();
    times = times.filter((time) => now - time < spanMs);
    if (times.length >= most) return false;
    times.push(now);
    return true;
  };
}
