import { type RawBuilder, sql, type Transaction } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { type ChosenTime, plannedOfRows, rowOfPlanned, rowOfStep, type StoredPlanned } from "./planned-rows.ts";
import { isReady, sortAtOf } from "./planned-state.ts";

type On = Transaction<ConsoleSchema>;

/**
 * The audit event of a transition: the actor and the reason. Without an actor the console itself makes the transition.
 */
export type PlannedEvent = Pick<
  NewAuditEvent,
  "actor" | "action" | "requestID" | "address" | "userAgent" | "ticket"
> & {
  /** The reason that the person entered. */
  reason?: string | undefined;
};

/** The store's time, in milliseconds since 1970. */
export async function readNow(on: On, now: RawBuilder<number>): Promise<number> {
  const { rows } = await sql<{ nowMs: number }>`select ${now} as "nowMs"`.execute(on);
  return Number(rows[0]?.nowMs);
}

/** Reads and locks a planned change until the end of the transaction. Null if it does not exist. */
export async function lockPlanned(
  on: On,
  { environment, plannedChangeID }: { environment: Environment; plannedChangeID: string },
): Promise<StoredPlanned | null> {
  // On PostgreSQL, an UPDATE that changes nothing locks the row. SQLite has a single writer anyway.
  const row = await on
    .updateTable("plannedChanges")
    .set((builder) => ({ version: builder.ref("version") }))
    .where("plannedChangeID", "=", plannedChangeID)
    .where("environment", "=", environment)
    .returningAll()
    .executeTakeFirst();
  if (!row) return null;
  const steps = await on
    .selectFrom("plannedSteps")
    .selectAll()
    .where("plannedChangeID", "=", plannedChangeID)
    .execute();
  return plannedOfRows(row, steps);
}

const insertSteps = (on: On, planned: StoredPlanned) =>
  on
    .insertInto("plannedSteps")
    .values(planned.steps.map((step) => rowOfStep(planned, step, isReady(planned, step))))
    .execute();

/** Stores a new planned change with all its steps and its audit event. */
export async function insertPlanned(on: On, planned: StoredPlanned, event: PlannedEvent, nowMs: number): Promise<void> {
  await on
    .insertInto("plannedChanges")
    .values(rowOfPlanned(planned, sortAtOf(planned)))
    .execute();
  await insertSteps(on, planned);
  await appendAudit(on, eventOf(null, planned, event), nowMs);
}

/** Stores the result of a transition of a locked planned change, and its audit event. */
export async function savePlanned(
  on: On,
  before: StoredPlanned,
  after: StoredPlanned,
  nowMs: number,
  event: PlannedEvent = { actor: { kind: "console" }, action: "planned.moved" },
): Promise<void> {
  await on
    .updateTable("plannedChanges")
    .set(rowOfPlanned(after, sortAtOf(after)))
    .where("plannedChangeID", "=", after.plannedChangeID)
    .execute();
  await on.deleteFrom("plannedSteps").where("plannedChangeID", "=", after.plannedChangeID).execute();
  await insertSteps(on, after);
  await appendAudit(on, eventOf(before, after, event), nowMs);
}

const instant = (time: ChosenTime | null) => time && new Date(time.atMs).toISOString();

function facts({ state, steps, responsible, at, until, digest }: StoredPlanned) {
  return {
    state,
    steps: steps.map(({ kind, state: of }) => `${kind} ${of}`),
    responsible: responsible.email,
    at: instant(at),
    ...(until && { until: instant(until) }),
    digest,
  };
}

/** The audit event of a transition, with the values before and after. */
function eventOf(before: StoredPlanned | null, after: StoredPlanned, given: PlannedEvent): NewAuditEvent {
  const { reason, ...event } = given;
  const { environment, plannedChangeID, customerID, change, second, stateReason } = after;
  const isBad = ["suspended", "missed", "failed", "unknown", "expired"].includes(after.state);
  return {
    ...event,
    ...(after.ticket !== null && { ticket: after.ticket }),
    environment,
    target: { kind: "planned", id: plannedChangeID },
    outcome: isBad && before?.state !== after.state ? "failed" : "done",
    ...(before && { before: facts(before) }),
    after: {
      customerID,
      change: { ...change, ...second },
      ...facts(after),
      ...(reason !== undefined && { reason }),
      ...(stateReason && { why: stateReason.code }),
    },
  };
}
