import { parentPort } from "node:worker_threads";
import { CustomerIndex } from "./customer-index.ts";
import type { IndexReply, IndexRequest, StoredRow } from "./index-messages.ts";
import type { IndexRow } from "./index-query.ts";

/**
 * The program of the index thread (`known-index.ts`). It gets all its data by messages and opens no files or
 * connections. Node runs it without a build.
 */
const indexes = new Map<string, CustomerIndex>();

function indexOf(environment: string): CustomerIndex {
  const index = indexes.get(environment) ?? new CustomerIndex();
  indexes.set(environment, index);
  return index;
}

const timeOf = (text: unknown): number | undefined => {
  const ms = typeof text === "string" ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
};

/** Converts a stored row to a row of the index. */
function indexRow([key, companyName, createdAt, json, seenAt, elsewhereAt, missingAt]: StoredRow): IndexRow {
  const state = json === null ? {} : JSON.parse(json);
  return {
    key,
    companyName: typeof state.companyName === "string" ? state.companyName : companyName,
    created: createdAt ?? timeOf(state.created),
    plan: state.plan,
    term: state.term,
    email: state.email,
    usersCount: state.usersCount,
    deleted: state.deleted === true,
    deletedAt: timeOf(state.deletedAt),
    isMissing: missingAt !== null,
    seenAt,
    elsewhereAt: elsewhereAt ?? undefined,
  };
}

function answer(request: IndexRequest): unknown {
  const index = indexOf(request.environment);
  switch (request.do) {
    case "beginSweep":
      return index.beginSweep();
    case "put":
      for (const row of request.rows) index.put(indexRow(row));
      return undefined;
    case "endSweep":
      return index.endSweep();
    case "sortAll":
      return index.sortAll();
    case "erase":
      for (const key of request.keys) index.erase(key);
      return undefined;
    case "size":
      return { customers: index.size, bytes: index.bytes };
    case "query":
      return index.query(request.query);
    case "find":
      return index.find(request.text, request.limit);
  }
}

parentPort?.on("message", (request: IndexRequest) => {
  let reply: IndexReply;
  try {
    reply = { id: request.id, result: answer(request) };
  } catch (error) {
    reply = { id: request.id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  parentPort?.postMessage(reply);
});
