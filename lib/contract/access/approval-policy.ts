import { z } from "zod";
import { environmentSchema } from "#lib/contract/environment.ts";
import { maxBulkRows } from "#lib/contract/values/operations/bulk-states.ts";
import "#lib/contract/plain-messages.ts";

const value = z.string({ error: "must be text" }).trim().min(1, { error: "must not be empty" }).max(200);
const flag = z.boolean({ error: "must be true or false" });

/** The approval rules of an environment. */
const rulesSchema = z.strictObject({
  /**
   * A bulk change with at least this many customers needs approval. Any other change, except an import, needs approval
   * if it brings the person's changes of the last 24 hours to this number. Null: no limit.
   */
  bulkRows: z
    .int({ error: "must be a whole number, or null" })
    .min(1, { error: "must be 1 or more" })
    .max(maxBulkRows, { error: `must be ${maxBulkRows} or less` })
    .nullable(),
  imports: flag,
  plannedChanges: flag,
  /** A change that sets one of these plans or terms needs approval. Imports do not. */
  plans: z.array(value).max(50, { error: "must be 50 or fewer" }),
  terms: z.array(value).max(50, { error: "must be 50 or fewer" }),
  /** True if every change of a single contract needs approval. */
  singleChanges: flag,
});

export type ApprovalRules = z.infer<typeof rulesSchema>;

/** Rules under which nothing needs approval. */
export const noApprovalRules: ApprovalRules = {
  bulkRows: null,
  imports: false,
  plannedChanges: false,
  plans: [],
  terms: [],
  singleChanges: false,
};

/** The body of `PUT /api/policy/approvals`: the rules of every environment, and the version on which they are based. */
export const approvalPolicySchema = z.strictObject({
  production: rulesSchema,
  sandbox: rulesSchema,
  version: z.int({ error: "must be the version that GET /api/policy/approvals gave" }).min(0),
});

export type ApprovalPolicy = z.infer<typeof approvalPolicySchema>;

/** The answer of `GET` and `PUT /api/policy/approvals`. */
export const approvalPolicyAnswerSchema = z.object({
  policy: approvalPolicySchema,
  /** The number of people who could approve, for each configured environment. */
  approvers: z.array(
    z.object({
      environment: environmentSchema,
      count: z.number(),
      /** All people and API clients who may request changes in the environment. */
      requesters: z.array(
        z.object({
          staffID: z.string(),
          /** The email address of a person, or the name of an API client. */
          name: z.string(),
          isKey: z.literal(true).optional(),
          /**
           * True if another person could approve the requests of this person or API client. An emergency release does
           * not count.
           */
          hasApprover: z.boolean(),
          /** Set if nobody can approve now but somebody can approve later: the time from which this is possible. */
          from: z.string().optional(),
        }),
      ),
    }),
  ),
  /**
   * The known plans and terms of each environment, in the API's spelling. A person selects the values of rules from
   * this list.
   */
  values: z.array(z.object({ environment: environmentSchema, plans: z.array(z.string()), terms: z.array(z.string()) })),
  /**
   * Rules whose value matches no known plan or term. Such a rule applies to every change of plan (or of term) until the
   * value is corrected.
   */
  unknown: z.array(z.object({ environment: environmentSchema, member: z.enum(["plan", "term"]), value: z.string() })),
  asOf: z.string(),
});

export type ApprovalPolicyAnswer = z.infer<typeof approvalPolicyAnswerSchema>;
