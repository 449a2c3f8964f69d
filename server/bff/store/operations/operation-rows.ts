import type { Insertable, Selectable } from "kysely";
import { z } from "zod";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { type Contract, contractSchema } from "#lib/contract/customers/customer.ts";
import { type Environment, environmentSchema } from "#lib/contract/environment.ts";
import { type Problem, problemSchema } from "#lib/contract/errors.ts";
import { type EffectState, effectStates } from "#lib/contract/operation-outcome.ts";
import {
  type OperationJob,
  type OperationState,
  operationJobSchema,
  type ReconcileFinding,
  reconcileFindingSchema,
} from "#lib/contract/operations/operation.ts";
import type { WriteReference } from "#lib/contract/operations/write-reference.ts";
import { operationStates } from "#lib/contract/values/operations/operation-states.ts";
import { companyColumns } from "#server/bff/store/schema/company-columns.ts";
import { jsonText } from "#server/bff/store/schema/json-text.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { ticketColumns } from "#server/bff/store/schema/tables/ticket-tables.ts";

/** A write as stored. Times are milliseconds since 1970. */
export interface StoredOperation {
  operationID: string;
  kind: string;
  /**
   * True if a later read of the customer can show that the write took effect. `verifiesEffect` and `createsCustomer`
   * are the same for all writes of a kind.
   */
  verifiesEffect: boolean;
  /** True if the write creates a customer. */
  createsCustomer: boolean;
  environment: Environment;
  state: OperationState;
  actor: { staffID: string; email: string };
  request: Record<string, unknown>;
  bodyHash: string;
  matchKey: string | null;
  customerID: string | null;
  /** The customer's name at the time of the write. */
  companyName: string | null;
  jobID: string | null;
  before: Contract | null;
  after: Contract | null;
  problem: Problem | null;
  /** The result of the last check that neither settled nor verified the write. */
  finding: ReconcileFinding | null;
  confirmedAt: number | null;
  createdAt: number;
  sentAt: number | null;
  settledAt: number | null;
  dueAt: number | null;
  attempts: number;
  /** The ID of the failed or unknown write that this write repeats, or of the change that this write undoes. */
  againOf: string | null;
  bulkID: string | null;
  ticket: string | null;
  reason: string | null;
  /** The job as the API last returned it. */
  job: OperationJob | null;
  jobFinishedAt: number | null;
  jobMissingSince: number | null;
  followDueAt: number | null;
  /**
   * The state of the verification. Null if an answer of the API has shown the effect, or if writes of this kind are not
   * verified.
   */
  effect: EffectState | null;
  effectSince: number | null;
  effectDueAt: number | null;
  tookMs: number | null;
}

/** The origin of a request, for the audit log. */
export type OperationSource = Pick<NewAuditEvent, "requestID" | "address" | "userAgent">;

/** A write that is not recorded yet. */
export type NewOperation = Pick<
  StoredOperation,
  "operationID" | "kind" | "environment" | "actor" | "request" | "bodyHash" | "matchKey" | "customerID" | "createdAt"
> &
  Partial<Pick<StoredOperation, "verifiesEffect" | "createsCustomer">> & {
    idempotencyKey: string | null;
    dueAt: number;
    companyName?: string | undefined;
    againOf?: string | undefined;
    bulkID?: string | undefined;
    reference?: WriteReference | undefined;
    source?: OperationSource;
  };

/** Columns whose types the database cannot guarantee: enumerations, and JSON that is stored as text. */
const rowSchema = z.object({
  kind: z.string(),
  environment: environmentSchema,
  state: z.enum(operationStates),
  request: jsonText(z.record(z.string(), z.unknown())),
  before: jsonText(contractSchema).nullable(),
  after: jsonText(contractSchema).nullable(),
  problem: jsonText(problemSchema).nullable(),
  finding: jsonText(reconcileFindingSchema).nullable(),
  job: jsonText(operationJobSchema).nullable(),
  effect: z.enum(effectStates).nullable(),
});

export function operationOfRow(row: Selectable<ConsoleSchema["operations"]>): StoredOperation {
  const { staffID, email, idempotencyKey: _key, jobState: _state, countedAt: _countedAt, ...computed } = row;
  const {
    outcome: _outcome,
    rejectedBy: _by,
    companyKey: _companyKey,
    ticketKey: _ticketKey,
    verifiesEffect,
    createsCustomer,
    ...rest
  } = computed;
  const traits = { verifiesEffect: verifiesEffect === 1, createsCustomer: createsCustomer === 1 };
  return { ...rest, ...traits, ...rowSchema.parse(row), actor: { staffID, email } };
}

export function rowOfOperation(operation: NewOperation): Insertable<ConsoleSchema["operations"]> {
  const {
    actor,
    request,
    againOf,
    bulkID,
    companyName,
    reference,
    source: _source,
    verifiesEffect = false,
    createsCustomer = false,
    ...rest
  } = operation;
  return {
    ...rest,
    ...actor,
    ...(companyName === undefined ? { companyName: null, companyKey: null } : companyColumns(companyName)),
    verifiesEffect: verifiesEffect ? 1 : 0,
    createsCustomer: createsCustomer ? 1 : 0,
    request: JSON.stringify(request),
    state: "recorded" satisfies OperationState,
    jobID: null,
    before: null,
    after: null,
    problem: null,
    finding: null,
    confirmedAt: null,
    sentAt: null,
    settledAt: null,
    attempts: 0,
    againOf: againOf ?? null,
    bulkID: bulkID ?? null,
    ...ticketColumns(reference?.ticket),
    reason: reference?.reason ?? null,
    job: null,
    jobState: null,
    rejectedBy: null,
    jobFinishedAt: null,
    jobMissingSince: null,
    followDueAt: null,
    tookMs: null,
  };
}

/**
 * The result of a state change. If another process changed the state first, `isMine` is false and `operation` has the
 * state after that change.
 */
export interface Transition {
  operation: StoredOperation;
  isMine: boolean;
}
