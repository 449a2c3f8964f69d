import { z } from "zod";
import { environmentSchema } from "#lib/contract/environment.ts";
import "#lib/contract/plain-messages.ts";
import { maxChangeLimit, maxChangeLimitReason } from "#lib/contract/values/operations/change-limit-values.ts";

const amount = z
  .int({ error: `must be a whole number from 1 to ${maxChangeLimit}` })
  .min(1, { error: "must be at least 1" })
  .max(maxChangeLimit, { error: `must be at most ${maxChangeLimit}` });

/** How many customers each person or key may change in an hour, in each environment. Null: no limit. */
export const changeLimitPolicySchema = z.strictObject({
  production: amount.nullable(),
  sandbox: amount.nullable(),
  /** How many times the policy was changed. A change of the policy sends the version that it is based on. */
  version: z.int({ error: "must be the version that GET /api/policy/change-limit gave" }).min(0),
});

export type ChangeLimitPolicy = z.infer<typeof changeLimitPolicySchema>;

/** The answer of `GET` and `PUT /api/policy/change-limit`. */
export const changeLimitPolicyAnswerSchema = z.object({
  policy: changeLimitPolicySchema,
  /** The configured environments. */
  environments: z.array(environmentSchema),
  asOf: z.string(),
});

export type ChangeLimitPolicyAnswer = z.infer<typeof changeLimitPolicyAnswerSchema>;

/** `name`: the current name. Absent for an API client, whose name is in `email`, and for a removed person. */
const person = z.object({ staffID: z.string(), email: z.string(), name: z.string().optional() });

/** What one person or key has changed in the last hour. Times are ISO 8601 in UTC. */
const usageSchema = z.object({
  /** The limit of the environment. */
  limit: z.number(),
  /** How many customers may be changed in an hour now: the limit, and what was released. */
  allowed: z.number(),
  /** How many different customers were changed in the last hour. */
  changed: z.number(),
  /** When the next customer can be changed. Absent if one can be changed now. */
  nextAt: z.string().optional(),
});

/** A request for more changes, with the usage of its person or key. */
export const changeLimitRequestSchema = usageSchema.extend({
  /** The ID of the request. */
  requestID: z.string(),
  person,
  /** When the person, the key or the paused run asked for more changes. */
  askedAt: z.string(),
  reason: z.string(),
  /** Why the sender may not release more. Absent if the sender may. */
  refusal: z.string().optional(),
});

export type ChangeLimitRequest = z.infer<typeof changeLimitRequestSchema>;

/** The answer of `GET /api/{environment}/change-limit`. */
export const changeLimitAnswerSchema = z.object({
  /** The usage of the sender. Absent if the environment has no limit. */
  own: usageSchema
    .extend({
      /** When the sender asked to change more customers. Absent if the sender has no open request. */
      askedAt: z.string().optional(),
    })
    .optional(),
  /** The requests that need a decision: their people and keys cannot change another customer now. */
  requests: z.array(changeLimitRequestSchema),
  asOf: z.string(),
});

export type ChangeLimitAnswer = z.infer<typeof changeLimitAnswerSchema>;

const reason = z
  .string()
  .trim()
  .min(1, { error: "must say why" })
  .max(maxChangeLimitReason, { error: `must be at most ${maxChangeLimitReason} characters` });

/** The body of `POST /api/{environment}/change-limit/requests`. */
export const askForMoreSchema = z.strictObject({ reason });

/** The body of `POST /api/{environment}/change-limit/requests/{requestID}/release` and `…/emergency`. */
export const releaseMoreSchema = z.strictObject({
  /** How many more customers may be changed in the next hour. */
  customers: amount,
  reason,
});

export type ReleaseMore = z.output<typeof releaseMoreSchema>;
