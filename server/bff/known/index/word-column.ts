import type { Contract } from "#lib/contract/customers/customer.ts";
import { contractValueKey } from "#lib/contract/values/customers/contract-value-key.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";
import { grown } from "./text-column.ts";

/** A plan or a term for each row, stored as the number of its spelling. Spellings of one value form a group. */
export class WordColumn {
  readonly #member: keyof Contract;
  /** The spellings. The index is the number of the spelling, and number 0 is "not known". */
  readonly words: string[] = [""];
  readonly #codes = new Map<string, number>([["", 0]]);
  /** The group of each spelling. `groupKeys` has the sort key of each group. Group 0 is "not known". */
  readonly groupOf: number[] = [0];
  readonly #groups = new Map<string, number>();
  readonly groupKeys: string[] = [""];
  codes = new Uint32Array(64);

  constructor(member: keyof Contract) {
    this.#member = member;
  }

  /** Sets the spelling of a row. Returns false if the row already had this spelling. */
  set(row: number, word: string): boolean {
    if (row >= this.codes.length) this.codes = grown(this.codes, Math.max(row + 1, this.codes.length * 2));
    const code = this.#codes.get(word) ?? this.#add(word);
    if (this.codes[row] === code) return false;
    this.codes[row] = code;
    return true;
  }

  isKnown = (row: number): boolean => this.codes[row] !== 0;

  /** Compares the values of two rows by name. Two spellings of one value are equal. */
  compare(one: number, other: number): number {
    const group = this.groupOf[this.codes[one] as number] as number;
    const otherGroup = this.groupOf[this.codes[other] as number] as number;
    if (group === otherGroup) return 0;
    const [key, otherKey] = [this.groupKeys[group] as string, this.groupKeys[otherGroup] as string];
    return key < otherKey ? -1 : 1;
  }

  /** For each group: 1 if `values` includes one of its spellings. The empty text selects "not known". */
  selected(values: readonly string[]): Uint8Array {
    const groups = new Uint8Array(this.groupKeys.length);
    for (const value of values) {
      const keys = value === "" ? [] : [this.#keyOf(value), contractValueKey(value)];
      if (value === "") groups[0] = 1;
      for (const key of keys) groups[this.#groups.get(key) ?? groups.length] = 1;
    }
    return groups;
  }

  #keyOf(word: string): string {
    return contractValueKey(contractValueName(this.#member, word));
  }

  #add(word: string): number {
    const key = this.#keyOf(word);
    let group = this.#groups.get(key);
    if (group === undefined) {
      group = this.groupKeys.length;
      this.#groups.set(key, group);
      this.groupKeys.push(key);
    }
    const code = this.words.length;
    this.words.push(word);
    this.groupOf.push(group);
    this.#codes.set(word, code);
    return code;
  }
}
