import type { TextFormat } from "./text-format.ts";

/** How often something was seen, and when. */
export interface Tally {
  count: number;
  /** The place of its first and of its last time among everything seen there, counted from 1. */
  first: number;
  last: number;
  /** Milliseconds since 1970. */
  firstAt: number;
  lastAt: number;
}

export type JsonType = "object" | "array" | "string" | "integer" | "number" | "boolean" | "null";

export type Tallies<Key extends string> = Partial<Record<Key, Tally>>;

/** What values at one place of the API's answers look like. It holds no value but the words of closed vocabularies. */
export interface Shape {
  /** How many values were seen here. */
  seen: number;
  types: Tallies<JsonType>;
  /** Of texts: what they are written like. */
  formats: Tallies<TextFormat>;
  /** Of texts that come from a closed vocabulary: the vocabulary. */
  words: Record<string, Tally>;
  /** Of texts: true once they turned out not to come from a closed vocabulary, and for good. */
  isOpen?: true;
  /** Of objects: each member, and how many of the objects (`types.object.count`) had it. */
  members: Record<string, { present: Tally; shape: Shape }>;
  /** Of objects: members whose names look like data (IDs, numbers, addresses) or that are too many, as one. */
  others?: { present: Tally; shape: Shape };
  /** Of arrays: what they hold. */
  items?: Shape;
}

/** What one operation of the API answered with one status. */
export interface StatusProfile {
  answers: Tally;
  /** Bytes of the bodies. */
  size: { min: number; max: number; sum: number };
  /** Bodies that were no JSON: what they were instead. */
  unreadable: Tallies<Unreadable>;
  body: Shape;
  /** The request ID of the last answer, by which its call is found. */
  requestID: string;
}

export type Unreadable = "empty" | "html" | "xml" | "broken-json" | "binary" | "text" | "too-deep";

/** What one operation of the API, such as `GET /customers`, answered. */
export interface OperationProfile {
  statuses: Record<string, StatusProfile>;
  /** Answers that came and were not examined, because there were too many at once. */
  skipped: number;
}

/** What the API of one environment answered, by operation. */
export type ApiProfile = Record<string, OperationProfile>;

export function emptyShape(): Shape {
  return { seen: 0, types: {}, formats: {}, words: {}, members: {} };
}

/** Counts `key` once; `place` is the number of what is seen, counted from 1. */
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

/** The objects among what was seen at a place. */
export const objectsOf = (shape: Shape) => shape.types.object?.count ?? 0;
