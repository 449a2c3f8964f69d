import type { Environment } from "#lib/contract/environment.ts";
import type { KnownRow } from "#server/bff/store/known/known-rows.ts";
import type { IndexAnswer, IndexHits, IndexQuery } from "./index-query.ts";

/** A stored row as an array. Sending an array to the thread takes less time than sending an object. */
export type StoredRow = readonly [
  customerKey: string,
  companyName: string,
  createdAt: number | null,
  state: string | null,
  seenAt: number,
  elsewhereAt: number | null,
  missingAt: number | null,
];

export const storedRow = (row: KnownRow): StoredRow => [
  row.customerKey,
  row.companyName,
  row.createdAt,
  row.state,
  row.seenAt,
  row.elsewhereAt,
  row.missingAt,
];

/** The requests that the thread performs, with their inputs and results. */
export interface IndexWork {
  beginSweep: { input: object; result: undefined };
  put: { input: { rows: readonly StoredRow[] }; result: undefined };
  endSweep: { input: object; result: undefined };
  sortAll: { input: object; result: undefined };
  erase: { input: { keys: readonly string[] }; result: undefined };
  size: { input: object; result: { customers: number; bytes: number } };
  query: { input: { query: IndexQuery }; result: IndexAnswer };
  find: { input: { text: string; limit: number }; result: IndexHits };
}

/** A message to the thread. */
export type IndexRequest = {
  [Name in keyof IndexWork]: { do: Name; id: number; environment: Environment } & IndexWork[Name]["input"];
}[keyof IndexWork];

/** The thread's answer to the message with this `id`. */
export type IndexReply = { id: number; result: unknown } | { id: number; error: string };
