import { z } from "zod";
import { resourceIDSchema } from "#lib/contract/resource-id.ts";
import "#lib/contract/plain-messages.ts";

/** The policy for signing in to this console. */
export const accessPolicySchema = z.object({
  /** True if everybody needs a second factor. */
  secondFactorRequired: z.boolean(),
  /** True if only the break-glass administrator may sign in with a password. */
  ssoRequired: z.boolean(),
  /** The one local administrator who may sign in with a password although single sign-on is required. */
  breakGlassStaffID: z.string().optional(),
  /** Counts the changes of the policy. A change contains the version on which it is based. */
  version: z.number(),
});

export type AccessPolicy = z.infer<typeof accessPolicySchema>;

const personSchema = z.object({ staffID: z.string(), email: z.string(), name: z.string() });

/** The answer of `GET` and `PUT /api/policy`. */
export const policyAnswerSchema = z.object({
  policy: accessPolicySchema,
  /**
   * The people who can become the break-glass administrator: active administrators with a password and without a single
   * sign-on account.
   */
  candidates: z.array(personSchema),
  /** The configured providers of single sign-on. */
  providers: z.array(z.object({ name: z.string(), label: z.string() })),
  /**
   * Whether the reader's own session has a second factor. `missing-at-provider`: single sign-on has confirmed none.
   * `present` also for an API client, which needs none.
   */
  ownFactor: z.enum(["present", "missing", "missing-at-provider"]),
  asOf: z.string(),
});

export type PolicyAnswer = z.infer<typeof policyAnswerSchema>;

/**
 * The body of `PUT /api/policy`: the whole policy. Without `breakGlassStaffID` nobody is the break-glass administrator.
 */
export const policyChangeSchema = z.strictObject({
  secondFactorRequired: z.boolean({ error: "must be true or false" }),
  ssoRequired: z.boolean({ error: "must be true or false" }),
  breakGlassStaffID: resourceIDSchema.optional(),
  version: z.int({ error: "must be the version that GET /api/policy gave" }).min(0),
});

export type PolicyChange = z.output<typeof policyChangeSchema>;

/**
 * The answer of `GET /api/policy/break-glass`: the break-glass sign-ins that no other administrator has acknowledged.
 */
export const breakGlassAnswerSchema = z.object({
  /** The newest sign-ins; absent if there are none. */
  uses: z
    .object({
      /** The number of the sign-in's event in the audit log. */
      sequence: z.number(),
      at: z.string(),
      staffID: z.string(),
      email: z.string(),
      address: z.string().optional(),
      /** The total number of sign-ins. */
      count: z.number(),
      /** True if the reader is the person who signed in. Another administrator must acknowledge the sign-in. */
      isOwn: z.boolean(),
    })
    .optional(),
  asOf: z.string(),
});

export type BreakGlassAnswer = z.infer<typeof breakGlassAnswerSchema>;

/**
 * The body of `POST /api/policy/break-glass/acknowledge`: acknowledges all sign-ins up to this event of the audit log.
 */
export const acknowledgementSchema = z.strictObject({ sequence: z.int({ error: "must be a whole number" }).min(1) });
