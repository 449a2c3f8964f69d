const hexDigits = Array.from({ length: 65_536 }, (_, value) => value.toString(16).padStart(4, "0"));

/**
 * Converts a 32-bit number to eight hexadecimal digits. It uses a table for speed, because a million IDs have many
 * digits.
 */
const hexOf = (value: number): string => `${hexDigits[value >>> 16]}${hexDigits[value & 0xffff]}`;

/** The 32-bit FNV-1a hash of a text. Different seeds lead to different initial states. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return state >>> 0;
}

/** A pseudo-random generator. The same seed gives the same numbers on every machine. */
export type Random = ReturnType<typeof createRandom>;

/**
 * Creates a generator with the algorithm sfc32 by Chris Doty-Humphrey. The state has 128 bits, so a million customers
 * get a million different IDs.
 */
export function createRandom(seed: string) {
  let [a, b, c, counter] = [hash(`${seed}a`), hash(`${seed}b`), hash(`${seed}c`), 1];
  const next32 = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
  for (let round = 0; round < 15; round++) next32();

  /** A random number of at least 0 and less than 1. */
  const next = (): number => next32() / 2 ** 32;
  /** A random integer of at least 0 and less than `bound`. */
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    next,
    below,
    /** One of `items`. All items have the same probability. */
    pick<Item>(items: readonly Item[]): Item {
      if (items.length === 0) throw new Error("Nothing to pick from");
      return items[below(items.length)] as (typeof items)[number];
    },
    /** A normally distributed random number with mean 0 and standard deviation 1. */
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    /** A random UUID in the format of version 4. */
    uuid(): string {
      const [first, second, third, fourth] = [hexOf(next32()), hexOf(next32()), hexOf(next32()), hexOf(next32())];
      const variant = "89ab"[Number.parseInt(third.charAt(0), 16) & 3];
      return `${first}-${second.slice(0, 4)}-4${second.slice(5)}-${variant}${third.slice(1, 4)}-${third.slice(4)}${fourth}`;
    },
  };
}
