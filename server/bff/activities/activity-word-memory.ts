import type { Activity, KnownActivityWords } from "#lib/contract/customers/activity.ts";

const maxWords = 50;
/** As long as a filter may be: a longer word could not be filtered by. */
const maxWord = 100;

/** The types and directions that an environment's activities have shown. */
export interface ActivityWordMemory {
  note(activities: readonly Pick<Activity, "type" | "direction">[]): void;
  words(): KnownActivityWords;
}

/**
 * Remembers which types and directions came past, at most fifty of each, so that filters can offer what
 * the specification (section 4.5) does not list. Kept in memory only.
 */
export function createActivityWordMemory(): ActivityWordMemory {
  const types = new Set<string>();
  const directions = new Set<string>();
  const add = (words: Set<string>, word: string | undefined) => {
    if (word === undefined || word.trim() === "" || word.length > maxWord || words.size >= maxWords) return;
    words.add(word);
  };
  return {
    note(activities) {
      for (const { type, direction } of activities) {
        add(types, type);
        add(directions, direction);
      }
    },
    words: () => ({ types: [...types].toSorted(), directions: [...directions].toSorted() }),
  };
}
