/** The short form of an ID: shortened in the middle as on pages, or only its beginning. */
export interface ShortID {
  /** The beginning of the ID, in lower case and with the hyphens of a UUID. */
  head: string;
  /** The end of the ID. */
  tail?: string;
}

const shortened = /^#?([\da-f]{8})\s*(?:…|\.{2,3})\s*([\da-f]{4})$/i;

/** The first group of a UUID, optionally with more characters. */
const beginning = /^#?([\da-f]{8}(?:-[\da-f-]{0,26})?)(?:…|\.{3})?$/i;

/**
 * Parses the short form of an ID, which a person has copied or typed: `3f2b8c1d…9a41`, `3f2b8c1d`. Undefined if the
 * text has another form.
 */
export function parseShortID(text: string): ShortID | undefined {
  const [, head, tail] = shortened.exec(text.trim()) ?? beginning.exec(text.trim()) ?? [];
  if (head === undefined || (tail === undefined && !/\d/.test(head))) return undefined;
  return { head: head.toLowerCase(), ...(tail !== undefined && { tail: tail.toLowerCase() }) };
}

/** True if this is a short form of the ID. */
export function isShortOf({ head, tail = "" }: ShortID, id: string): boolean {
  const whole = id.toLowerCase();
  return whole.startsWith(head) && whole.endsWith(tail);
}
