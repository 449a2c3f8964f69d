import { z } from "zod";
import { elsewhereAlerts } from "#lib/contract/values/customers/elsewhere-alerts.ts";
import "#lib/contract/plain-messages.ts";

/** The body of `PUT /api/policy/known`, and the policy as it is stored. */
export const knownPolicySchema = z.strictObject({
  /**
   * The changes outside Switchboard that appear under Attention and are sent as notifications. `contract`: changes of
   * plan or term. `every`: every change, and also created or deleted customers.
   */
  elsewhere: z.enum(elsewhereAlerts, { error: `must be one of ${elsewhereAlerts.join(", ")}` }),
  /** How often the policy has been changed. A request to change the policy sends the version that it is based on. */
  version: z.int({ error: "must be the version that GET /api/policy/known gave" }).min(0),
});

export type KnownPolicy = z.infer<typeof knownPolicySchema>;

/** The answer of `GET` and `PUT /api/policy/known`. */
export const knownPolicyAnswerSchema = z.object({
  policy: knownPolicySchema,
  /** False if the console does not store customer states. The console then cannot detect changes. */
  isKnownOn: z.boolean(),
  asOf: z.string(),
});

export type KnownPolicyAnswer = z.infer<typeof knownPolicyAnswerSchema>;
