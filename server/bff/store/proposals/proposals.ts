import type { Kysely, Selectable, Transaction } from "kysely";
import { z } from "zod";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { type Environment, environmentSchema } from "#lib/contract/environment.ts";
import {
  customersOfContent,
  type ProposalContent,
  parseProposalContent,
} from "#lib/contract/operations/proposal-contents.ts";
import {
  maxOpenProposals,
  maxProposalsAnHour,
  type ProposalKind,
  type ProposalResult,
  type ProposalState,
  proposalKinds,
  proposalResults,
  proposalStates,
} from "#lib/contract/values/operations/proposal-states.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { hourMs } from "#lib/contract/values/time-units.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import { acquireAdvisoryLock } from "#server/bff/store/schema/acquire-advisory-lock.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { expireSame } from "./expire-proposals.ts";

/** A new proposal. Times are milliseconds since 1970. */
export interface NewProposal {
  proposalID: string;
  environment: Environment;
  content: ProposalContent;
  digest: string;
  why: string;
  clientID: string;
  clientName: string;
  owner: string;
  createdAt: number;
  expiresAt: number;
}

export interface StoredProposal extends NewProposal {
  state: ProposalState;
  decidedBy: { staffID: string; email: string } | null;
  decidedAt: number | null;
  decisionReason: string | null;
  result: { kind: ProposalResult; id: string } | null;
}

/** A decision about a waiting proposal. */
export interface ProposalDecision {
  proposalID: string;
  /** The digest that the person reviewed. */
  digest: string;
  state: "accepted" | "rejected";
  by: { staffID: string; email: string };
  reason: string | null;
  result: StoredProposal["result"];
}

/**
 * `exists`: the same client has proposed this content, and it waits. `exists-elsewhere`: another client has.
 * `too-many-open` and `too-many-an-hour`: the client has reached a limit. Something is stored only with `stored`.
 */
export type ProposalRoom =
  | { result: "stored" | "exists"; proposal: StoredProposal }
  | { result: "exists-elsewhere" }
  | { result: "too-many-open" }
  | { result: "too-many-an-hour"; retryAtMs: number };

/** The key of the only customer of a proposal. Empty if a proposal names several customers or none. */
function keyOfContent(content: ProposalContent): string {
  const [customer, second] = customersOfContent(content);
  return customer && !second ? idKey(customer.customerID) : "";
}

/** A waiting proposal counts as expired if its deadline has passed at `nowMs`. */
function proposalOfRow(row: Selectable<ConsoleSchema["proposals"]>, nowMs: number): StoredProposal {
  const { content, state, environment, kind, decidedStaffID, decidedEmail, resultKind, resultID, ...rest } = row;
  const known = z.enum(proposalStates).parse(state);
  return {
    ...rest,
    environment: environmentSchema.parse(environment),
    content: parseProposalContent(z.enum(proposalKinds).parse(kind), JSON.parse(content)),
    state: known === "waiting" && row.expiresAt <= nowMs ? "expired" : known,
    decidedBy: decidedStaffID === null ? null : { staffID: decidedStaffID, email: decidedEmail ?? "" },
    result: resultID === null ? null : { kind: z.enum(proposalResults).parse(resultKind), id: resultID },
  };
}

/** Selects proposals of a list. A missing member does not filter. */
export interface ProposalFilter {
  environment: Environment;
  states?: readonly ProposalState[] | undefined;
  kinds?: readonly ProposalKind[] | undefined;
  clientIDs?: readonly string[] | undefined;
}

/** The maximum number of clients in the filter of a list. */
const maxClients = 100;

type On = Transaction<ConsoleSchema>;

/**
 * The proposals of assistants. A proposal changes its state once, by a conditional update, so that only one of two
 * decisions succeeds (docs/decisions/0068-assistants-propose.md). Database errors are passed on unchanged.
 */
export function createProposalStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect) {
  const waitingAt = (on: Kysely<ConsoleSchema>, nowMs: number) =>
    on.selectFrom("proposals").where("state", "=", "waiting").where("expiresAt", ">", nowMs);

  /** Like `decide`, but in the transaction of the caller. */
  async function decideIn(on: On, decision: ProposalDecision, nowMs: number, event: NewAuditEvent): Promise<boolean> {
    const { proposalID, digest, state, by, reason, result } = decision;
    const { numUpdatedRows } = await on
      .updateTable("proposals")
      .set({
        state,
        decidedStaffID: by.staffID,
        decidedEmail: by.email,
        decidedAt: nowMs,
        decisionReason: reason,
        resultKind: result?.kind ?? null,
        resultID: result?.id ?? null,
      })
      .where("proposalID", "=", proposalID)
      .where("digest", "=", digest)
      .where("state", "=", "waiting")
      .where("expiresAt", ">", nowMs)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return false;
    await appendAudit(on, event, nowMs);
    return true;
  }

  async function roomFor(on: On, { clientID, createdAt }: NewProposal): Promise<ProposalRoom | null> {
    const countOf = (query: ReturnType<typeof waitingAt>) =>
      query.where("clientID", "=", clientID).select((builder) => builder.fn.countAll<number>().as("count"));
    const open = await countOf(waitingAt(on, createdAt)).executeTakeFirstOrThrow();
    if (Number(open.count) >= maxOpenProposals) return { result: "too-many-open" };
    const recent = await on
      .selectFrom("proposals")
      .select("createdAt")
      .where("clientID", "=", clientID)
      .where("createdAt", ">", createdAt - hourMs)
      .orderBy("createdAt", "desc")
      .limit(maxProposalsAnHour)
      .execute();
    const first = recent[maxProposalsAnHour - 1];
    return first ? { result: "too-many-an-hour", retryAtMs: first.createdAt + hourMs } : null;
  }

  return {
    /** Stores a proposal, unless the same content is already waiting or the client has reached a limit. */
    add: (proposal: NewProposal, event: NewAuditEvent): Promise<ProposalRoom> =>
      db.transaction().execute(async (on) => {
        const { environment, digest, content, clientID, createdAt } = proposal;
        await acquireAdvisoryLock(on, dialect, `proposals of ${clientID}`);
        // Two clients that propose the same content take turns, so the insertion below never meets another proposal.
        await acquireAdvisoryLock(on, dialect, `${environment} proposal ${digest}`);
        await expireSame(on, proposal, createdAt);
        const same = await waitingAt(on, createdAt)
          .selectAll()
          .where("environment", "=", environment)
          .where("digest", "=", digest)
          .executeTakeFirst();
        if (same && same.clientID !== clientID) return { result: "exists-elsewhere" };
        if (same) return { result: "exists", proposal: proposalOfRow(same, createdAt) };
        const refusal = await roomFor(on, proposal);
        if (refusal) {
          await on
            .insertInto("proposalRefusals")
            .values({ clientID, environment, refusedAt: createdAt })
            .onConflict((conflict) =>
              conflict.columns(["clientID", "environment"]).doUpdateSet({ refusedAt: createdAt }),
            )
            .execute();
          return refusal;
        }
        const row = await on
          .insertInto("proposals")
          .values({
            ...proposal,
            kind: content.kind,
            content: JSON.stringify(content),
            customerKey: keyOfContent(content),
            state: "waiting",
            decidedStaffID: null,
            decidedEmail: null,
            decidedAt: null,
            decisionReason: null,
            resultKind: null,
            resultID: null,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        await appendAudit(on, event, createdAt);
        return { result: "stored", proposal: proposalOfRow(row, createdAt) };
      }),
    async find(environment: Environment, proposalID: string, nowMs: number): Promise<StoredProposal | null> {
      const row = await db
        .selectFrom("proposals")
        .selectAll()
        .where("environment", "=", environment)
        .where("proposalID", "=", proposalID)
        .executeTakeFirst();
      return row ? proposalOfRow(row, nowMs) : null;
    },
    /** Proposals of an environment, newest first. */
    async list(
      { environment, states, kinds, clientIDs }: ProposalFilter,
      { limit, offset }: { limit: number; offset: number },
      nowMs: number,
    ): Promise<{ proposals: StoredProposal[]; total: number }> {
      if (clientIDs?.length === 0) return { proposals: [], total: 0 };
      let query = db.selectFrom("proposals").where("environment", "=", environment);
      if (clientIDs) query = query.where("clientID", "in", clientIDs);
      if (kinds) query = query.where("kind", "in", kinds);
      // A proposal expires without a write, so both states of the row depend on the time.
      if (states) {
        query = query.where((builder) =>
          builder.or(
            states.map((state) => {
              const isStored = builder("state", "=", state);
              if (state === "waiting") return builder.and([isStored, builder("expiresAt", ">", nowMs)]);
              if (state !== "expired") return isStored;
              const isOver = builder.and([builder("state", "=", "waiting"), builder("expiresAt", "<=", nowMs)]);
              return builder.or([isStored, isOver]);
            }),
          ),
        );
      }
      const { total } = await query
        .select((builder) => builder.fn.countAll<number>().as("total"))
        .executeTakeFirstOrThrow();
      const rows = await query
        .selectAll()
        .orderBy("createdAt", "desc")
        .orderBy("proposalID")
        .limit(limit)
        .offset(offset)
        .execute();
      return { proposals: rows.map((row) => proposalOfRow(row, nowMs)), total: Number(total) };
    },
    /** The ID of the proposal whose decision has started this. Null if there is none. */
    async ofResult(environment: Environment, kind: ProposalResult, id: string): Promise<string | null> {
      const row = await db
        .selectFrom("proposals")
        .select("proposalID")
        .where("resultID", "=", id)
        .where("resultKind", "=", kind)
        .where("environment", "=", environment)
        .executeTakeFirst();
      return row?.proposalID ?? null;
    },
    /**
     * The clients that have made proposals in an environment, each with a name that it had. `clientIDs`: only these.
     */
    async clients(
      environment: Environment,
      clientIDs: readonly string[] | undefined,
    ): Promise<{ clientID: string; name: string }[]> {
      if (clientIDs?.length === 0) return [];
      const rows = await db
        .selectFrom("proposals")
        .$if(clientIDs !== undefined, (query) => query.where("clientID", "in", clientIDs ?? []))
        .select("clientID")
        .select((builder) => builder.fn.max("clientName").as("name"))
        .where("environment", "=", environment)
        .groupBy("clientID")
        .orderBy("name")
        .limit(maxClients)
        .execute();
      return rows;
    },
    decide: (decision: ProposalDecision, nowMs: number, event: NewAuditEvent): Promise<boolean> =>
      db.transaction().execute((on) => decideIn(on, decision, nowMs, event)),
    decideIn,
    /**
     * Takes back the decision that started an operation, because a freeze or the change limit has stopped the operation
     * before it was sent. False if the proposal was decided otherwise or has expired.
     */
    reopen: (
      { proposalID, operationID }: { proposalID: string; operationID: string },
      nowMs: number,
      event: NewAuditEvent,
    ): Promise<boolean> =>
      db.transaction().execute(async (on) => {
        const { numUpdatedRows } = await on
          .updateTable("proposals")
          .set({
            state: "waiting",
            decidedStaffID: null,
            decidedEmail: null,
            decidedAt: null,
            decisionReason: null,
            resultKind: null,
            resultID: null,
          })
          .where("proposalID", "=", proposalID)
          .where("resultID", "=", operationID)
          .where("expiresAt", ">", nowMs)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) return false;
        await appendAudit(on, event, nowMs);
        return true;
      }),
    /** The clients that exceeded a limit since `sinceMs`, with their names. */
    refusals: (environment: Environment, sinceMs: number) =>
      db
        .selectFrom("proposalRefusals")
        .innerJoin("staff", "staff.staffID", "proposalRefusals.clientID")
        .select(["clientID", "staff.name", "refusedAt"])
        .where("environment", "=", environment)
        .where("refusedAt", ">", sinceMs)
        .orderBy("refusedAt", "desc")
        .limit(100)
        .execute(),
  };
}
