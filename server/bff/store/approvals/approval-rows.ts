import type { Selectable } from "kysely";
import { z } from "zod";
import { contractSchema } from "#lib/contract/customers/customer.ts";
import { type Environment, environmentSchema } from "#lib/contract/environment.ts";
import { chosenTimeSchema } from "#lib/contract/operations/planned-time.ts";
import {
  type ApprovalKind,
  type ApprovalReason,
  type ApprovalState,
  approvalKinds,
  approvalReasons,
  approvalStates,
} from "#lib/contract/values/operations/approval-states.ts";
import { jsonText } from "#server/bff/store/schema/json-text.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";

interface Person {
  staffID: string;
  email: string;
}

const changeSchema = z.union([z.object({ plan: z.string() }), z.object({ term: z.string() })]);

const requestSchema = z.object({
  title: z.string(),
  rows: z.number(),
  customerID: z.string().optional(),
  href: z.string().optional(),
  change: changeSchema.optional(),
  /**
   * Only for a planned change. `second`: a second change, made after `change`. `at` and `until`: when the planned
   * change begins and ends.
   */
  second: changeSchema.optional(),
  at: chosenTimeSchema.optional(),
  until: chosenTimeSchema.optional(),
  expected: contractSchema.optional(),
});

/** The requested change, and the data with which it is displayed. */
export type ApprovalRequest = z.infer<typeof requestSchema>;

/** A new request for approval. */
export interface NewApproval {
  approvalID: string;
  environment: Environment;
  kind: ApprovalKind;
  subjectID: string;
  digest: string;
  request: ApprovalRequest;
  why: ApprovalReason[];
  ticket: string | null;
  reason: string | null;
  requestedBy: Person;
  createdAt: number;
  expiresAt: number;
}

/** A request for approval as it is stored. Times are milliseconds since 1970. */
export interface StoredApproval extends NewApproval {
  state: ApprovalState;
  decidedBy: Person | null;
  decidedAt: number | null;
  decisionReason: string | null;
  isEmergency: boolean;
  acknowledgedBy: string | null;
  operationID: string | null;
}

const rowSchema = z.object({
  environment: environmentSchema,
  kind: z.enum(approvalKinds),
  state: z.enum(approvalStates),
  request: jsonText(requestSchema),
  why: jsonText(z.array(z.enum(approvalReasons))),
});

/**
 * Converts a row. An undecided request counts as expired if its deadline has passed at `nowMs`, although its stored
 * state is still `waiting`.
 */
export function approvalOfRow(row: Selectable<ConsoleSchema["approvals"]>, nowMs: number): StoredApproval {
  const { staffID, email, decidedStaffID, decidedEmail, isEmergency, ...rest } = row;
  const known = rowSchema.parse(row);
  const isOver = known.state === "waiting" && row.expiresAt <= nowMs;
  return {
    ...rest,
    ...known,
    state: isOver ? "expired" : known.state,
    requestedBy: { staffID, email },
    decidedBy: decidedStaffID === null ? null : { staffID: decidedStaffID, email: decidedEmail ?? "" },
    isEmergency: isEmergency === 1,
  };
}
