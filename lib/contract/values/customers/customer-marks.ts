/** The maximum length of a note, in characters, and the maximum number of notes per customer. */
export const maxNoteLength = 4_000;
export const maxNotes = 500;

/** The maximum length of a tag, in characters, and the maximum number of tags per customer. */
export const maxTagLength = 32;
export const maxTags = 20;

/** The maximum number of customers that a person can pin in one environment. */
export const maxPins = 200;

/** The maximum number of suggested tags. Typing finds tags that are not among the suggestions. */
export const maxTagSuggestions = 200;

/** Normalises a tag for storage and comparison: lower case, single spaces. */
export const normaliseTag = (tag: string) =>
  tag
    .slice(0, 4 * maxTagLength)
    .normalize("NFKC")
    .toLowerCase()
    .split(/\s/)
    .filter((word) => word !== "")
    .join(" ");

/**
 * True if a normalised tag can be stored. It must start with a letter or a digit. It may contain letters, digits,
 * spaces and a few other characters, but no character that separates tags.
 */
export const isTag = (tag: string) =>
  tag.length <= maxTagLength && /^[\p{L}\p{N}][\p{L}\p{N}\p{M} _.:/#&+@-]*$/u.test(tag);
