import type { FindActiveSessions } from "#server/bff/access/sessions/watch-sessions.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";
import { clientIDOf, clientSessionHash } from "./client-session.ts";

/** Finds the active sessions among `sessionHashes`. A hash belongs to a person's session or to an API client. */
export async function findInForce(
  { sessions, apiClients }: Pick<ConsoleStore, "sessions" | "apiClients">,
  sessionHashes: readonly string[],
  nowMs: number,
): ReturnType<FindActiveSessions> {
  const clientIDs = sessionHashes.flatMap((one) => clientIDOf(one) ?? []);
  const people = sessionHashes.filter((one) => clientIDOf(one) === null);
  const [ofPeople, ofClients] = await Promise.all([
    sessions.environmentsOf(people, nowMs),
    apiClients.environmentsOf(clientIDs, nowMs),
  ]);
  return new Map([...ofPeople, ...[...ofClients].map(([id, own]) => [clientSessionHash(id), own] as const)]);
}
