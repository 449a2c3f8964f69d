import type { Kysely } from "kysely";
import type { AssistantMode } from "#lib/contract/values/access/assistant-modes.ts";
import type { ProposalState } from "#lib/contract/values/operations/proposal-states.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";

const expireWaiting = (on: Kysely<ConsoleSchema>) =>
  on
    .updateTable("proposals")
    .set({ state: "expired" satisfies ProposalState })
    .where("state", "=", "waiting" satisfies ProposalState);

/**
 * Expires the waiting proposals of an API client that may no longer propose. Nobody could accept them, and the same
 * content could not be proposed by anybody else as long as they wait. Call this in the transaction that takes the right
 * from the client.
 */
export async function expireProposalsOf(on: Kysely<ConsoleSchema>, clientID: string): Promise<void> {
  await expireWaiting(on).where("clientID", "=", clientID).execute();
}

/** Content that waits for a decision. */
interface ProposedContent {
  environment: string;
  digest: string;
}

/**
 * Expires a waiting proposal with this content if its time has passed, or if the key of its client has expired in the
 * meantime.
 */
export async function expireSame(
  on: Kysely<ConsoleSchema>,
  { environment, digest }: ProposedContent,
  nowMs: number,
): Promise<void> {
  const clientsInForce = on
    .selectFrom("apiClients")
    .innerJoin("staff", "staff.staffID", "apiClients.clientID")
    .select("apiClients.clientID")
    .where("staff.disabledAt", "is", null)
    .where("apiClients.assistant", "=", "proposals" satisfies AssistantMode)
    .where((where) => where.or([where("apiClients.expiresAt", "is", null), where("apiClients.expiresAt", ">", nowMs)]));
  await expireWaiting(on)
    .where("environment", "=", environment)
    .where("digest", "=", digest)
    .where((where) => where.or([where("expiresAt", "<=", nowMs), where("clientID", "not in", clientsInForce)]))
    .execute();
}
