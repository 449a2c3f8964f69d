/** The longest note, in characters, and how many one customer may have. */
export const maxNoteLength = 4_000;
export const maxNotes = 500;

/** The longest tag, in characters, and how many one customer may have. */
export const maxTagLength = 32;
export const maxTags = 20;

/** How many customers one person may pin in one environment. */
export const maxPins = 200;

/** As many tags as are suggested; a team that has more finds the others by typing. */
export const maxTagSuggestions = 200;

/** A tag as it is kept and compared: lower case, each blank one space. */
export const normaliseTag = (tag: string) =>
  tag
    .slice(0, 4 * maxTagLength)
    .normalize("NFKC")
    .toLowerCase()
    .split(/\s/)
    .filter((word) => word !== "")
    .join(" ");

/** Whether a normalised tag can be kept: it begins with a letter or a digit, and nothing in it separates tags. */
export const isTag = (tag: string) =>
  tag.length <= maxTagLength && /^[\p{L}\p{N}][\p{L}\p{N}\p{M} _.:/#&+@-]*$/u.test(tag);
