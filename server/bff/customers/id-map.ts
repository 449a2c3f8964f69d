import { randomInt } from "node:crypto";

/** A map by IDs. */
export interface IDMap<Value> {
  set(id: string, value: Value): void;
  get(id: string): Value | undefined;
  ids(): string[];
  size(): number;
}

const hashBits = 0x3fff_ffff;

/** A power of two, as all sizes of the table are. */
const firstPlaces = 64;

/**
 * A map by a number that is computed of each ID. A `Map` by texts first looks every text that is new to it up among
 * all names of the program, which takes several times as long where thousands of IDs come by each second. The
 * numbers differ from process to process, so that IDs cannot be chosen to share one.
 *
 * Its table holds numbers only (open addressing, at most half full), so that the garbage collector need not read it.
 */
export function createIDMap<Value>(hashOf: (id: string) => number = seededHash(randomInt(hashBits))): IDMap<Value> {
  const ids: string[] = [];
  const values: Value[] = [];
  /** At each place, one more than the number of an ID; 0 where it is free. Where it is taken, the next one is tried. */
  let places = new Int32Array(firstPlaces);
  /** The hashes of the IDs, by their number. */
  let hashes = new Int32Array(firstPlaces / 2);

  /** The place of an ID, or the free one where it belongs. */
  function placeOf(id: string, hash: number): number {
    const last = places.length - 1;
    for (let place = hash & last; ; place = (place + 1) & last) {
      const number = (places[place] as number) - 1;
      if (number < 0 || (hashes[number] === hash && ids[number] === id)) return place;
    }
  }

  function grow(): void {
    const before = hashes;
    places = new Int32Array(places.length * 2);
    hashes = new Int32Array(places.length / 2);
    hashes.set(before);
    const last = places.length - 1;
    for (let number = 0; number < ids.length; number += 1) {
      let place = (hashes[number] as number) & last;
      while (places[place] !== 0) place = (place + 1) & last;
      places[place] = number + 1;
    }
  }

  return {
    set(id, value) {
      const hash = hashOf(id);
      const place = placeOf(id, hash);
      const number = (places[place] as number) - 1;
      if (number >= 0) {
        values[number] = value;
        return;
      }
      hashes[ids.length] = hash;
      ids.push(id);
      values.push(value);
      places[place] = ids.length;
      if (ids.length === hashes.length) grow();
    },
    get: (id) => values[(places[placeOf(id, hashOf(id))] as number) - 1],
    ids: () => [...ids],
    size: () => ids.length,
  };
}

/** FNV-1a of the text's characters, from a secret beginning. */
function seededHash(seed: number): (id: string) => number {
  return (id) => {
    let hash = seed;
    for (let index = 0; index < id.length; index += 1) hash = Math.imul(hash ^ id.charCodeAt(index), 0x0100_0193);
    return (hash ^ (hash >>> 15)) & hashBits;
  };
}
