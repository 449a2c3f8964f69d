import { z } from "zod";
import { elsewhereAlerts } from "#lib/contract/values/customers/elsewhere-alerts.ts";
import "#lib/contract/plain-messages.ts";

/** The body of `PUT /api/policy/known`, and the policy as it is stored. */
export const knownPolicySchema = z.strictObject({
  /**
   * Which changes outside Switchboard appear under Attention and are sent as notifications. `contract`: changes of plan
   * or term. `every`: every change, and customers that were created or deleted.
   */
  elsewhere: z.enum(elsewhereAlerts, { error: `must be one of ${elsewhereAlerts.join(", ")}` }),
  /** The number of changes of the policy so far. A change names the version on which it is based. */
  version: z.int({ error: "must be the version that GET /api/policy/known gave" }).min(0),
});

export type KnownPolicy = z.infer<typeof knownPolicySchema>;

/** The answer of `GET` and `PUT /api/policy/known`. */
export const knownPolicyAnswerSchema = z.object({
  policy: knownPolicySchema,
  /** False if the console keeps no states of customers, so that it finds no changes. */
  isKnownOn: z.boolean(),
  asOf: z.string(),
});

export type KnownPolicyAnswer = z.infer<typeof knownPolicyAnswerSchema>;
