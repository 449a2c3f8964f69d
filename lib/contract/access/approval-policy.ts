import { z } from "zod";
import { environmentSchema } from "#lib/contract/environment.ts";
import { maxBulkRows } from "#lib/contract/values/operations/bulk-states.ts";
import "#lib/contract/plain-messages.ts";

const value = z.string({ error: "must be text" }).trim().min(1, { error: "must not be empty" }).max(200);
const flag = z.boolean({ error: "must be true or false" });

/** The approval rules of an environment. */
const rulesSchema = z.strictObject({
  /**
   * The number of customers from which a bulk change needs approval, and the number of one person's changes in 24 hours
   * from which further ones do; null: never.
   */
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

/** The body of `PUT /api/policy/approvals`: the rules of every environment, and the version that they are based on. */
export const approvalPolicySchema = z.strictObject({
  production: rulesSchema,
  sandbox: rulesSchema,
  version: z.int({ error: "must be the version that GET /api/policy/approvals gave" }).min(0),
});

export type ApprovalPolicy = z.infer<typeof approvalPolicySchema>;

/** The answer of `GET` and `PUT /api/policy/approvals`. */
export const approvalPolicyAnswerSchema = z.object({
  policy: approvalPolicySchema,
  /** The number of people who could approve in each configured environment. */
  approvers: z.array(
    z.object({
      environment: environmentSchema,
      count: z.number(),
      /** All people and API clients that may request changes there. */
      requesters: z.array(
        z.object({
          staffID: z.string(),
          /** The address of a person, or the name of a key. */
          name: z.string(),
          isKey: z.literal(true).optional(),
          /** Whether anybody could approve what they request, other than in an emergency. */
          hasApprover: z.boolean(),
          /** If nobody could approve: the time from which somebody could, if nothing else changes; absent: never. */
          from: z.string().optional(),
        }),
      ),
    }),
  ),
  /** The known plans and terms of each environment, in the API's spelling. Rules are chosen from these. */
  values: z.array(z.object({ environment: environmentSchema, plans: z.array(z.string()), terms: z.array(z.string()) })),
  /** Rules that match no known value. Until corrected, each applies to every change of its plan or term. */
  unknown: z.array(z.object({ environment: environmentSchema, member: z.enum(["plan", "term"]), value: z.string() })),
  asOf: z.string(),
});

export type ApprovalPolicyAnswer = z.infer<typeof approvalPolicyAnswerSchema>;
