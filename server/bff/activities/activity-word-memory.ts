import type { Activity, KnownActivityWords } from "#lib/contract/customers/activity.ts";

const maxWords = 50;
/** The maximum length of a remembered word. A longer word could not be used as a filter. */
const maxWord = 100;

/** The known types and directions of an environment's activities. */
export type ActivityWordMemory = ReturnType<typeof createActivityWordMemory>;

/**
 * Remembers the types and directions of activities, at most fifty of each. Filters can then offer values that the
 * specification (section 4.5) does not list. The memory exists only in this process.
 */
export function createActivityWordMemory() {
  const types = new Set<string>();
  const directions = new Set<string>();
  const add = (words: Set<string>, word: string | undefined) => {
    if (word === undefined || word.trim() === "" || word.length > maxWord || words.size >= maxWords) return;
    words.add(word);
  };
  return {
    note(activities: readonly Pick<Activity, "type" | "direction">[]) {
      for (const { type, direction } of activities) {
        add(types, type);
        add(directions, direction);
      }
    },
    words: (): KnownActivityWords => ({ types: [...types].toSorted(), directions: [...directions].toSorted() }),
  };
}
