import type { Insertable, Selectable } from "kysely";
import { z } from "zod";
import { type Contract, contractSchema } from "#lib/contract/customer.ts";
import { type Environment, environmentSchema } from "#lib/contract/environment.ts";
import { type Problem, problemSchema } from "#lib/contract/errors.ts";
import {
  type Finding,
  findingSchema,
  type OperationJob,
  type OperationState,
  operationJobSchema,
  operationStates,
} from "#lib/contract/operation.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";

/** A write as the store keeps it. Times are milliseconds since 1970. */
export interface StoredOperation {
  operationID: string;
  kind: string;
  environment: Environment;
  state: OperationState;
  actor: { staffID: string; email: string };
  request: Record<string, unknown>;
  bodyHash: string;
  matchKey: string | null;
  customerID: string | null;
  jobID: string | null;
  before: Contract | null;
  after: Contract | null;
  problem: Problem | null;
  /** The result of the last check of an operation that is not settled. */
  finding: Finding | null;
  confirmedAt: number | null;
  createdAt: number;
  sentAt: number | null;
  settledAt: number | null;
  dueAt: number | null;
  attempts: number;
  /** The failed or unknown write that a person has started again with this one. */
  againOf: string | null;
  bulkID: string | null;
  /** The job as it was seen last. */
  job: OperationJob | null;
  jobFinishedAt: number | null;
  jobMissingSince: number | null;
  followDueAt: number | null;
  tookMs: number | null;
}

/** A write to be recorded. */
export type NewOperation = Pick<
  StoredOperation,
  "operationID" | "kind" | "environment" | "actor" | "request" | "bodyHash" | "matchKey" | "customerID" | "createdAt"
> & { idempotencyKey: string | null; dueAt: number; againOf?: string | undefined; bulkID?: string | undefined };

const json = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema);

/** What the store cannot promise the type of: words and JSON that are text to it. */
const rowSchema = z.object({
  kind: z.string(),
  environment: environmentSchema,
  state: z.enum(operationStates),
  request: json(z.record(z.string(), z.unknown())),
  before: json(contractSchema).nullable(),
  after: json(contractSchema).nullable(),
  problem: json(problemSchema).nullable(),
  finding: json(findingSchema).nullable(),
  job: json(operationJobSchema).nullable(),
});

export function operationOfRow(row: Selectable<ConsoleSchema["operations"]>): StoredOperation {
  const { staffID, email, idempotencyKey: _key, jobState: _state, ...computed } = row;
  const { outcome: _outcome, rejectedBy: _by, ...rest } = computed;
  return { ...rest, ...rowSchema.parse(row), actor: { staffID, email } };
}

export function rowOfOperation(operation: NewOperation): Insertable<ConsoleSchema["operations"]> {
  const { actor, request, againOf, bulkID, ...rest } = operation;
  return {
    ...rest,
    ...actor,
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
    job: null,
    jobState: null,
    rejectedBy: null,
    jobFinishedAt: null,
    jobMissingSince: null,
    followDueAt: null,
    tookMs: null,
  };
}

/** A change of state: if another change came first, `isMine` is false and `operation` is the other's result. */
export interface Moved {
  operation: StoredOperation;
  isMine: boolean;
}
