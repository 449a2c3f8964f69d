import { randomInt } from "node:crypto";

const hashBits = 0x3fff_ffff;

/** The first size of the table. Every size is a power of two. */
const firstPlaces = 64;

/**
 * A map that uses a hash of each ID. A `Map` with string keys must intern every new string first. With thousands of IDs
 * each second, this takes several times as long. Each process has its own hashes, so that an attacker cannot choose IDs
 * with equal hashes.
 *
 * The table contains only numbers (open addressing, at most half full), so the garbage collector does not scan it.
 */
export function createIDMap<Value>(hashOf: (id: string) => number = seededHash(randomInt(hashBits))) {
  const ids: string[] = [];
  const values: Value[] = [];
  /** Each place has the number of an ID plus one, or 0 if it is free. If a place is taken, the next place is tried. */
  let places = new Int32Array(firstPlaces);
  /** The hash of each ID. The index is the ID's number. */
  let hashes = new Int32Array(firstPlaces / 2);

  /** The place of an ID, or the free place for it if the ID is new. */
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
    set(id: string, value: Value) {
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
    get: (id: string): Value | undefined => values[(places[placeOf(id, hashOf(id))] as number) - 1],
    size: () => ids.length,
  };
}

/** FNV-1a of the text's characters, with a secret seed. */
function seededHash(seed: number): (id: string) => number {
  return (id) => {
    let hash = seed;
    for (let index = 0; index < id.length; index += 1) hash = Math.imul(hash ^ id.charCodeAt(index), 0x0100_0193);
    return (hash ^ (hash >>> 15)) & hashBits;
  };
}
