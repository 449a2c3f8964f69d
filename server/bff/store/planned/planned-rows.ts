import type { Insertable, Selectable } from "kysely";
import { z } from "zod";
import { type Contract, contractSchema } from "#lib/contract/customers/customer.ts";
import { type Environment, environmentSchema } from "#lib/contract/environment.ts";
import type { PlannedState, PlannedStepKind, PlannedStepState } from "#lib/contract/operations/planned.ts";
import { type ViewDefinition, viewDefinitionSchema } from "#lib/contract/operations/view-target.ts";
import type { BulkChange } from "#lib/contract/values/operations/bulk-states.ts";
import {
  type PlannedReasonCode,
  plannedReasonCodes,
  plannedStates,
  plannedStepKinds,
  plannedStepStates,
} from "#lib/contract/values/operations/planned-states.ts";
import { ticketKeyOf } from "#lib/contract/values/operations/write-references.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import type { StoredApproval } from "#server/bff/store/approvals/approval-rows.ts";
import { jsonText } from "#server/bff/store/schema/json-text.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";

/** A local time that a person has chosen, with the same time in milliseconds since 1970. */
export interface ChosenTime {
  atMs: number;
  /** `YYYY-MM-DDTHH:MM`, optionally with seconds. */
  local: string;
  zone: string;
  offset: string;
}

export interface StoredReason {
  code: PlannedReasonCode;
  message: string;
  atMs: number;
  operationID?: string | undefined;
}

interface PlannedPerson {
  staffID: string;
  email: string;
}

/** A step of a planned change. Times are milliseconds since 1970. */
export interface StoredPlannedStep {
  stepID: string;
  position: number;
  kind: PlannedStepKind;
  change: BulkChange;
  /** For a revert: the position of the apply step that it reverts. */
  revertOf: number | null;
  time: ChosenTime;
  notAfter: number;
  retryAt: number | null;
  state: PlannedStepState;
  attempt: number;
  /**
   * The step may be sent only if the current contract is equal to this contract. A revert has null here until its apply
   * step is verified.
   */
  reviewed: Contract | null;
  /** For a revert: the contract that was read just before the apply step was sent. */
  original: Contract | null;
  found: Contract | null;
  reason: StoredReason | null;
  operationID: string | null;
}

/**
 * The approval request of a planned change. It is the planned change's own request, or the request of the bulk change
 * that created it. It is stored with all other requests (server/bff/store/approvals).
 */
export type PlannedApproval = Pick<
  StoredApproval,
  | "approvalID"
  | "kind"
  | "digest"
  | "state"
  | "why"
  | "expiresAt"
  | "decidedBy"
  | "decidedAt"
  | "decisionReason"
  | "isEmergency"
>;

/** A planned change as stored. */
export interface StoredPlanned {
  plannedChangeID: string;
  environment: Environment;
  customerID: string;
  companyName: string;
  change: BulkChange;
  second: BulkChange | null;
  /**
   * The view whose customers a bulk change has planned, and the person whose access and pins the view uses. The change
   * is applied only if the view is unchanged and contains the customer. Null for other planned changes, and after a
   * person has reviewed this customer again.
   */
  ofView: (ViewDefinition & { staffID: string }) | null;
  at: ChosenTime;
  until: ChosenTime | null;
  reason: string | null;
  ticket: string | null;
  /** The contract that a person saw in the last review. */
  expected: Contract;
  /**
   * How long after its due time a step may still run, in milliseconds. This is the value that was configured when the
   * change was planned.
   */
  graceMs: number;
  state: PlannedState;
  stateReason: StoredReason | null;
  /** Null if no approval is needed. */
  approval: PlannedApproval | null;
  requestedBy: PlannedPerson;
  responsible: PlannedPerson;
  digest: string;
  version: number;
  createdAt: number;
  updatedAt: number;
  finishedAt: number | null;
  /** The steps in the order of execution. */
  steps: readonly StoredPlannedStep[];
}

export const chosenTimeShape = z.object({
  atMs: z.number(),
  local: z.string(),
  zone: z.string(),
  offset: z.string(),
});
const change = z
  .union([z.object({ term: z.string() }), z.object({ plan: z.string() })])
  .transform((change) => change as BulkChange);
const reason = z.object({
  code: z.enum(plannedReasonCodes),
  message: z.string(),
  atMs: z.number(),
  operationID: z.string().optional(),
});
const content = z.object({
  change,
  second: change.nullable(),
  ofView: viewDefinitionSchema.extend({ staffID: z.string() }).nullable().default(null),
  at: chosenTimeShape,
  until: chosenTimeShape.nullable(),
  reason: z.string().nullable(),
  ticket: z.string().nullable(),
  expected: contractSchema,
  graceMs: z.number(),
});

const changeRow = z.object({
  environment: environmentSchema,
  content: jsonText(content),
  state: z.enum(plannedStates),
  stateReason: jsonText(reason).nullable(),
});

const stepRow = z.object({
  kind: z.enum(plannedStepKinds),
  state: z.enum(plannedStepStates),
  change: jsonText(change),
  reviewed: jsonText(contractSchema).nullable(),
  original: jsonText(contractSchema).nullable(),
  found: jsonText(contractSchema).nullable(),
  reason: jsonText(reason).nullable(),
});

type ChangeRow = Selectable<ConsoleSchema["plannedChanges"]>;
type StepRow = Selectable<ConsoleSchema["plannedSteps"]>;

function stepOfRow(row: StepRow): StoredPlannedStep {
  const { stepID, position, revertOf, notAfter, retryAt, attempt, operationID } = row;
  const { local, zone, utcOffset: offset, dueAt: atMs } = row;
  return {
    stepID,
    position,
    revertOf,
    notAfter,
    retryAt,
    attempt,
    operationID,
    ...stepRow.parse(row),
    time: { atMs, local, zone, offset },
  };
}

export function plannedOfRows(
  row: ChangeRow,
  steps: readonly StepRow[],
  approval: PlannedApproval | null,
): StoredPlanned {
  const { plannedChangeID, customerID, companyName, digest, version, createdAt, updatedAt, finishedAt } = row;
  const { content: decided, ...checked } = changeRow.parse(row);
  return {
    plannedChangeID,
    customerID,
    companyName,
    digest,
    version,
    createdAt,
    updatedAt,
    finishedAt,
    approval,
    ...checked,
    ...decided,
    requestedBy: { staffID: row.staffID, email: row.email },
    responsible: { staffID: row.responsibleStaffID, email: row.responsibleEmail },
    steps: steps.map(stepOfRow).toSorted((a, b) => a.position - b.position),
  };
}

const jsonOrNull = (value: unknown) => (value === null ? null : JSON.stringify(value));

/** PostgreSQL cannot store NUL in a text. */
const replaceNul = (text: string) => text.replaceAll("\0", "\ufffd");

export function rowOfPlanned(planned: StoredPlanned, sortAt: number): Insertable<ConsoleSchema["plannedChanges"]> {
  const { plannedChangeID, environment, customerID, ticket, state, digest, version } = planned;
  const { change: first, second, ofView, at, until, reason: why, expected, graceMs, approval } = planned;
  const { createdAt, updatedAt, finishedAt } = planned;
  return {
    plannedChangeID,
    environment,
    customerID,
    state,
    digest,
    version,
    createdAt,
    updatedAt,
    finishedAt,
    customerKey: idKey(customerID),
    ticketKey: ticket === null ? null : ticketKeyOf(ticket),
    companyName: replaceNul(planned.companyName),
    content: JSON.stringify({
      change: first,
      second,
      at,
      until,
      reason: why,
      ticket,
      expected,
      graceMs,
      ...(ofView && { ofView }),
    }),
    stateReason: jsonOrNull(planned.stateReason),
    approvalID: approval?.approvalID ?? null,
    staffID: planned.requestedBy.staffID,
    email: planned.requestedBy.email,
    responsibleStaffID: planned.responsible.staffID,
    responsibleEmail: planned.responsible.email,
    sortAt,
  };
}

export function rowOfStep(
  { plannedChangeID, environment }: Pick<StoredPlanned, "plannedChangeID" | "environment">,
  step: StoredPlannedStep,
  isReady: boolean,
): Insertable<ConsoleSchema["plannedSteps"]> {
  const { stepID, position, kind, revertOf, time: chosen, notAfter, retryAt, state, attempt, operationID } = step;
  return {
    stepID,
    plannedChangeID,
    environment,
    position,
    kind,
    revertOf,
    notAfter,
    retryAt,
    state,
    attempt,
    operationID,
    change: JSON.stringify(step.change),
    local: chosen.local,
    zone: chosen.zone,
    utcOffset: chosen.offset,
    dueAt: chosen.atMs,
    isReady: isReady ? 1 : 0,
    reviewed: jsonOrNull(step.reviewed),
    original: jsonOrNull(step.original),
    found: jsonOrNull(step.found),
    reason: jsonOrNull(step.reason),
  };
}
