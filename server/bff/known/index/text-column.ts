const firstBytes = 4_096;
const firstRows = 64;

/** Ends each text. No stored text contains this value, so a match never spans two texts. */
const endOfText = 0;

/** When replaced texts use this share of the bytes, the buffer is copied without them. */
const maxDeadShare = 0.5;

/**
 * One text for each row, all in one buffer as UTF-8. Strings would use twice the memory, and the garbage collector
 * would scan each string. An empty text means that the value is not known.
 */
export class TextColumn {
  #bytes = Buffer.alloc(firstBytes);
  #end = 0;
  #dead = 0;
  #starts = new Uint32Array(firstRows);
  #lengths = new Uint32Array(firstRows);
  /** The start and the row of each text, in the order of the buffer. Replaced texts remain until `#compact`. */
  #textStarts = new Uint32Array(firstRows);
  #textRows = new Uint32Array(firstRows);
  #texts = 0;

  /** Sets the text of a row. Returns false if the row already had this text. */
  set(row: number, text: string): boolean {
    const bytes = Buffer.from(text.replaceAll("\0", " "));
    if (row < this.#starts.length && this.#isText(row, bytes)) return false;
    this.clear(row);
    if (bytes.length > 0) this.#append(row, bytes);
    return true;
  }

  /** Removes the text of a row and overwrites its bytes. */
  clear(row: number): void {
    if (row >= this.#starts.length) {
      const size = Math.max(row + 1, this.#starts.length * 2);
      this.#starts = grown(this.#starts, size);
      this.#lengths = grown(this.#lengths, size);
    }
    const [start, length] = [this.#starts[row] as number, this.#lengths[row] as number];
    if (length === 0) return;
    this.#bytes.fill(endOfText, start, start + length);
    this.#lengths[row] = 0;
    this.#dead += length;
    if (this.#dead > firstBytes && this.#dead > this.#end * maxDeadShare) this.#compact();
  }

  get(row: number): string {
    const start = this.#starts[row] as number;
    return this.#bytes.toString("utf8", start, start + (this.#lengths[row] as number));
  }

  isKnown = (row: number): boolean => (this.#lengths[row] as number) > 0;

  /** Compares the texts of two rows by code points. */
  compare(one: number, other: number): number {
    const bytes = this.#bytes;
    const [start, otherStart] = [this.#starts[one] as number, this.#starts[other] as number];
    const [length, otherLength] = [this.#lengths[one] as number, this.#lengths[other] as number];
    const shared = Math.min(length, otherLength);
    for (let at = 0; at < shared; at += 1) {
      const difference = (bytes[start + at] as number) - (bytes[otherStart + at] as number);
      if (difference !== 0) return difference;
    }
    return length - otherLength;
  }

  /** Calls `found` once for each row whose text contains `text`. */
  forEachContaining(text: string, found: (row: number) => void): void {
    const wanted = Buffer.from(text.replaceAll("\0", " "));
    if (wanted.length === 0) return;
    for (let at = 0; ; ) {
      at = this.#bytes.indexOf(wanted, at);
      if (at < 0 || at >= this.#end) return;
      const place = this.#placeOf(at);
      const row = this.#textRows[place] as number;
      const start = this.#textStarts[place] as number;
      if (this.#starts[row] === start) found(row);
      at = place + 1 < this.#texts ? (this.#textStarts[place + 1] as number) : this.#end;
    }
  }

  /** True if the row has exactly this text. */
  #isText(row: number, bytes: Buffer): boolean {
    const [start, length] = [this.#starts[row] as number, this.#lengths[row] as number];
    return length === bytes.length && this.#bytes.subarray(start, start + length).equals(bytes);
  }

  /** The number of the last text that begins at or before a position of the buffer. */
  #placeOf(position: number): number {
    let [low, high] = [0, this.#texts - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#textStarts[middle] as number) <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #append(row: number, bytes: Uint8Array): void {
    const needed = this.#end + bytes.length + 1;
    if (needed > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(needed, Math.ceil(this.#bytes.length * 1.5)));
      this.#bytes.copy(larger, 0, 0, this.#end);
      this.#bytes = larger;
    }
    if (this.#texts === this.#textStarts.length) {
      const size = Math.ceil(this.#texts * 1.5);
      this.#textStarts = grown(this.#textStarts, size);
      this.#textRows = grown(this.#textRows, size);
    }
    this.#bytes.set(bytes, this.#end);
    this.#bytes[needed - 1] = endOfText;
    this.#starts[row] = this.#end;
    this.#lengths[row] = bytes.length;
    this.#textStarts[this.#texts] = this.#end;
    this.#textRows[this.#texts] = row;
    this.#texts += 1;
    this.#end = needed;
  }

  /** Copies the buffer without replaced texts. */
  #compact(): void {
    const [bytes, starts, rows, texts] = [this.#bytes, this.#textStarts, this.#textRows, this.#texts];
    this.#bytes = Buffer.alloc(Math.max(firstBytes, this.#end - this.#dead + texts));
    this.#textStarts = new Uint32Array(Math.max(firstRows, texts));
    this.#textRows = new Uint32Array(Math.max(firstRows, texts));
    [this.#end, this.#dead, this.#texts] = [0, 0, 0];
    for (let text = 0; text < texts; text += 1) {
      const [row, start] = [rows[text] as number, starts[text] as number];
      const length = this.#lengths[row] as number;
      if (length > 0 && this.#starts[row] === start) this.#append(row, bytes.subarray(start, start + length));
    }
  }

  /** The size of the buffers of the column, in bytes. */
  get bytes(): number {
    return this.#bytes.byteLength + (this.#starts.byteLength + this.#textStarts.byteLength) * 2;
  }
}

/** Copies the numbers to a larger array. */
export function grown<Numbers extends Uint32Array | Int32Array | Uint8Array | Float64Array>(
  numbers: Numbers,
  length: number,
): Numbers {
  const larger = new (numbers.constructor as new (length: number) => Numbers)(length);
  larger.set(numbers);
  return larger;
}
