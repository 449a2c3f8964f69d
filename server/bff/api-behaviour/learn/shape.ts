import type { JsonType, TextFormat } from "#server/api-client/normalise/expected.ts";

/** How often and when something was observed. */
export interface Tally {
  count: number;
  /** The numbers of the first and the last observation. The observations at a place are numbered from 1. */
  first: number;
  last: number;
  /** Milliseconds since 1970. */
  firstAt: number;
  lastAt: number;
}

export type Tallies<Key extends string> = Partial<Record<Key, Tally>>;

/**
 * The shape of the values at one place of the API's answers. No values are stored, except the words of closed
 * vocabularies.
 */
export interface Shape {
  /** The number of values observed here. */
  seen: number;
  types: Tallies<JsonType>;
  /** For texts: the observed formats. */
  formats: Tallies<TextFormat>;
  /** For texts with a closed vocabulary: its words. */
  words: Record<string, Tally>;
  /** For texts: set when the values are found not to be a closed vocabulary. Never removed. */
  isOpen?: true;
  /** For objects: each member, and how many objects had it. `types.object.count` is the number of all objects. */
  members: Record<string, { present: Tally; shape: Shape }>;
  /**
   * For objects: all remaining members together. Their names look like data (IDs, numbers, addresses), or there were
   * too many members.
   */
  others?: { present: Tally; shape: Shape };
  /** For arrays: the shape of their items. */
  items?: Shape;
}

/** The answers of one API operation with one status. */
export interface StatusBehaviour {
  answers: Tally;
  /** Sizes of the bodies in bytes. */
  size: { min: number; max: number; sum: number };
  /** The kinds of bodies that were not JSON. */
  unreadable: Tallies<Unreadable>;
  body: Shape;
  /** The request ID of the last answer. With this ID, a person can find the call. */
  requestID: string;
}

export type Unreadable = "empty" | "html" | "xml" | "broken-json" | "binary" | "text" | "too-deep";

/** The answers of one API operation, for example `GET /customers`. */
export interface OperationBehaviour {
  statuses: Record<string, StatusBehaviour>;
  /** The number of answers that were not examined, because the queue was full or learning had used up its time. */
  skipped: number;
}

/** The answers of one environment's API, by operation. */
export type LearntBehaviour = Record<string, OperationBehaviour>;

export function emptyShape(): Shape {
  return { seen: 0, types: {}, formats: {}, words: {}, members: {} };
}

/** Counts `key` once. `place` is the number of the observation, from 1. */
export function tally<Key extends string>(tallies: Tallies<Key>, key: Key, place: number, nowMs: number): void {
  const known = tallies[key];
  if (known === undefined) tallies[key] = { count: 1, first: place, last: place, firstAt: nowMs, lastAt: nowMs };
  else count(known, place, nowMs);
}

export function count(known: Tally, place: number, nowMs: number): void {
  known.count += 1;
  known.last = place;
  known.lastAt = nowMs;
}

/** The number of objects observed at a place. */
export const objectsOf = (shape: Shape) => shape.types.object?.count ?? 0;
