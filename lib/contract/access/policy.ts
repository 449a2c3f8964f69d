import { z } from "zod";
import { resourceIDSchema } from "#lib/contract/resource-id.ts";
import "#lib/contract/plain-messages.ts";

/** The policy for signing in to this console. */
export const accessPolicySchema = z.object({
  /** True if everybody needs a second factor. */
  secondFactorRequired: z.boolean(),
  /** True if only the break-glass administrator may sign in with a password. */
  ssoRequired: z.boolean(),
  /** The local administrator who may still sign in with a password when single sign-on is required. */
  breakGlassStaffID: z.string().optional(),
  /** How often the policy has been changed. A request to change the policy sends the version that it is based on. */
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
   * Whether the session of the sender has a second factor. `missing-at-provider`: the single sign-on provider did not
   * confirm a second factor. API clients need no second factor, so they always get `present`.
   */
  ownFactor: z.enum(["present", "missing", "missing-at-provider"]),
  asOf: z.string(),
});

export type PolicyAnswer = z.infer<typeof policyAnswerSchema>;

/**
 * The body of `PUT /api/policy`: the complete policy. Without `breakGlassStaffID` nobody is the break-glass
 * administrator.
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
  /** The newest sign-in that is not acknowledged, and the number of all such sign-ins. Absent if there are none. */
  uses: z
    .object({
      /** The number of the sign-in's event in the audit log. */
      sequence: z.number(),
      at: z.string(),
      staffID: z.string(),
      email: z.string(),
      name: z.string().optional(),
      address: z.string().optional(),
      /** The number of sign-ins that are not acknowledged. */
      count: z.number(),
      /**
       * True if the sender of the request is the person who signed in. A different administrator must acknowledge the
       * sign-in.
       */
      isOwn: z.boolean(),
    })
    .optional(),
  asOf: z.string(),
});

export type BreakGlassAnswer = z.infer<typeof breakGlassAnswerSchema>;

/**
 * The body of `POST /api/policy/break-glass/acknowledge`. The request acknowledges all sign-ins up to and including the
 * audit event with the number `sequence`.
 */
export const acknowledgementSchema = z.strictObject({ sequence: z.int({ error: "must be a whole number" }).min(1) });
