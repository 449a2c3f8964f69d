import { z } from "zod";
import { environmentSchema } from "#lib/contract/environment.ts";
import { maxBulkRows } from "#lib/contract/values/operations/bulk-states.ts";
import "#lib/contract/plain-messages.ts";

const value = z.string({ error: "must be text" }).trim().min(1, { error: "must not be empty" }).max(200);
const flag = z.boolean({ error: "must be true or false" });

/** What of an environment a second person has to approve. */
const rulesSchema = z.strictObject({
  /** Bulk changes of so many customers or more, and so many changes of one person in 24 hours; null: never. */
  bulkRows: z
    .int({ error: "must be a whole number, or null" })
    .min(1, { error: "must be 1 or more" })
    .max(maxBulkRows, { error: `must be ${maxBulkRows} or less` })
    .nullable(),
  imports: flag,
  plannedChanges: flag,
  /** Changes to one of these plans or terms. */
  plans: z.array(value).max(50, { error: "must be 50 or fewer" }),
  terms: z.array(value).max(50, { error: "must be 50 or fewer" }),
  /** Every change of a single contract. */
  singleChanges: flag,
});

export type ApprovalRules = z.infer<typeof rulesSchema>;

/** Nothing needs approval. */
export const noApprovalRules: ApprovalRules = {
  bulkRows: null,
  imports: false,
  plannedChanges: false,
  plans: [],
  terms: [],
  singleChanges: false,
};

/** The body of `PUT /api/policy/approvals`: the rules of every environment, and the version that they are made of. */
export const approvalPolicySchema = z.strictObject({
  production: rulesSchema,
  sandbox: rulesSchema,
  version: z.int({ error: "must be the version that GET /api/policy/approvals gave" }).min(0),
});

export type ApprovalPolicy = z.infer<typeof approvalPolicySchema>;

/** The answer of `GET` and `PUT /api/policy/approvals`. */
export const approvalPolicyAnswerSchema = z.object({
  policy: approvalPolicySchema,
  /** How many people could approve in each configured environment. */
  approvers: z.array(
    z.object({
      environment: environmentSchema,
      count: z.number(),
      /** Everybody and every key that may request there. */
      requesters: z.array(
        z.object({
          staffID: z.string(),
          /** The address of a person, or the name of a key. */
          name: z.string(),
          isKey: z.literal(true).optional(),
          /** Whether anybody could approve what they request, other than in an emergency. */
          hasApprover: z.boolean(),
          /** Where nobody could: from when on somebody could, if nothing else changes; absent: never. */
          from: z.string().optional(),
        }),
      ),
    }),
  ),
  /** The plans and terms that are known there, as the API spells them: rules are chosen from these. */
  values: z.array(z.object({ environment: environmentSchema, plans: z.array(z.string()), terms: z.array(z.string()) })),
  /** Rules that no known value fits. Until they are corrected, each applies to every change of its plan or term. */
  unknown: z.array(z.object({ environment: environmentSchema, member: z.enum(["plan", "term"]), value: z.string() })),
  asOf: z.string(),
});

export type ApprovalPolicyAnswer = z.infer<typeof approvalPolicyAnswerSchema>;
