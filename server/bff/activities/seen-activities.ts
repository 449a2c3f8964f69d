import type { Activity, SeenActivityWords } from "#lib/contract/activity.ts";

const maxWords = 50;
/** As long as a filter may be: a longer word could not be asked for. */
const maxWord = 100;

/** The types and directions that an environment's activities have shown. */
export interface SeenActivities {
  note(activities: readonly Pick<Activity, "type" | "direction">[]): void;
  words(): SeenActivityWords;
}

/**
 * Remembers which types and directions came past, at most fifty of each, so that filters can offer what
 * the specification (section 4.5) does not list. Kept in memory only.
 */
export function createSeenActivities(): SeenActivities {
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
