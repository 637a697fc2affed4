// How tall the rows of a list are, as far as that is known, and so where each begins. Pure.

/** Until rows have been measured: two lines of text and the space around them. */
const FIRST_GUESS = 72;

export class RowHeights {
  private readonly known = new Map<string, number>();
  private keys: readonly string[] = [];
  private sizes = new Float64Array(0);
  /** Where each row begins, right up to the row `sure`. */
  private starts = new Float64Array(1);
  private sure = 0;
  /** The height of a row that was not measured; 0 while none was. */
  private guess = 0;

  /** Other rows; what was measured of those that stay is kept. */
  setRows(keys: readonly string[]): void {
    const { known } = this;
    // Once there is something to go by the guess holds: a new one would move all that nobody has seen.
    if (this.guess === 0 && known.size > 0) {
      this.guess = [...known.values()].reduce((sum, size) => sum + size, 0) / known.size;
    }
    const guess = this.guess || FIRST_GUESS;
    this.keys = keys;
    this.sizes = Float64Array.from(keys, (key) => known.get(key) ?? guess);
    this.starts = new Float64Array(keys.length + 1);
    this.sure = 0;
  }

  /** A row was measured; answers whether it was thought to be otherwise. */
  measured(index: number, size: number): boolean {
    const key = this.keys[index];
    if (key === undefined) return false;
    this.known.set(key, size);
    if (this.sizes[index] === size) return false;
    this.sizes[index] = size;
    this.sure = Math.min(this.sure, index);
    return true;
  }

  /** The height of a row; 0 for none. */
  sizeOf(index: number): number {
    return this.sizes[index] ?? 0;
  }

  /** Where a row begins; behind the last one is the height of all. */
  startOf(index: number): number {
    const { starts, sizes } = this;
    const end = Math.max(0, Math.min(index, sizes.length));
    for (; this.sure < end; this.sure += 1) {
      starts[this.sure + 1] = (starts[this.sure] ?? 0) + (sizes[this.sure] ?? 0);
    }
    return starts[end] ?? 0;
  }

  get total(): number {
    return this.startOf(this.sizes.length);
  }

  /** The row at a height, or the nearest; -1 where there are none. */
  indexAt(height: number): number {
    let low = 0;
    let high = this.sizes.length - 1;
    this.startOf(high + 1);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= height) low = middle;
      else high = middle - 1;
    }
    return high < 0 ? -1 : low;
  }
}
