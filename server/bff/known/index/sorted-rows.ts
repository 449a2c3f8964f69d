/**
 * If more than this share of the rows has changed, all rows are sorted again. Below this share, moving single rows is
 * cheaper.
 */
const maxMovedShare = 0.1;

/**
 * The rows in the order of one column, ascending. The first call of `rows` sorts all rows. Later calls move only the
 * rows whose value has changed.
 */
export class SortedRows {
  #sorted: Uint32Array | undefined;
  readonly #moved = new Set<number>();
  readonly #compare: (one: number, other: number) => number;
  readonly #isListed: (row: number) => boolean;

  /** `compare` must never return 0 for two rows. Rows that `isListed` rejects are not included. */
  constructor(compare: (one: number, other: number) => number, isListed: (row: number) => boolean) {
    this.#compare = compare;
    this.#isListed = isListed;
  }

  /** Notes that a row is new or that its value has changed. */
  move(row: number): void {
    if (this.#sorted) this.#moved.add(row);
  }

  /** The listed rows below `count`, in ascending order. */
  rows(count: number): Uint32Array {
    if (!this.#sorted || this.#moved.size > Math.max(64, count * maxMovedShare)) {
      const listed = new Uint32Array(count);
      let size = 0;
      for (let row = 0; row < count; row += 1) if (this.#isListed(row)) listed[size++] = row;
      this.#sorted = listed.slice(0, size).sort(this.#compare);
    } else if (this.#moved.size > 0) {
      this.#sorted = this.#merged(this.#sorted);
    }
    this.#moved.clear();
    return this.#sorted;
  }

  #merged(before: Uint32Array): Uint32Array {
    const kept = before.filter((row) => !this.#moved.has(row));
    const moved = Uint32Array.from([...this.#moved].filter(this.#isListed)).sort(this.#compare);
    const merged = new Uint32Array(kept.length + moved.length);
    let [from, to] = [0, 0];
    for (const row of moved) {
      const place = this.#placeOf(kept, row, from);
      merged.set(kept.subarray(from, place), to);
      to += place - from;
      merged[to] = row;
      to += 1;
      from = place;
    }
    merged.set(kept.subarray(from), to);
    return merged;
  }

  /** The position, at or after `from`, at which the row must be inserted. */
  #placeOf(kept: Uint32Array, row: number, from: number): number {
    let [low, high] = [from, kept.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#compare(kept[middle] as number, row) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The size of the sorted rows, in bytes. */
  get bytes(): number {
    return this.#sorted?.byteLength ?? 0;
  }
}
