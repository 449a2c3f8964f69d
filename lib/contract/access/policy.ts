import { z } from "zod";
import { resourceIDSchema } from "#lib/contract/resource-id.ts";
import "#lib/contract/plain-messages.ts";

/** How people sign in to this console. */
export const accessPolicySchema = z.object({
  /** Everybody needs a second factor. */
  secondFactorRequired: z.boolean(),
  /** Only the break-glass administrator may sign in with a password. */
  ssoRequired: z.boolean(),
  /** The one local administrator who may sign in with a password while single sign-on is required. */
  breakGlassStaffID: z.string().optional(),
  /** Counts changes: a change contains the version that it is based on. */
  version: z.number(),
});

export type AccessPolicy = z.infer<typeof accessPolicySchema>;

const personSchema = z.object({ staffID: z.string(), email: z.string(), name: z.string() });

/** The answer of `GET` and `PUT /api/policy`. */
export const policyAnswerSchema = z.object({
  policy: accessPolicySchema,
  /**
   * The people who can be named for break-glass: active administrators with a password and without a single sign-on
   * account.
   */
  candidates: z.array(personSchema),
  /** The configured providers of single sign-on. */
  providers: z.array(z.object({ name: z.string(), label: z.string() })),
  /** Present if the change makes the sender's own session require a second factor that it does not have. */
  factorRequired: z.literal(true).optional(),
  asOf: z.string(),
});

export type PolicyAnswer = z.infer<typeof policyAnswerSchema>;

/** The body of `PUT /api/policy`: the whole policy. Without `breakGlassStaffID` there is no break-glass administrator. */
export const policyChangeSchema = z.strictObject({
  secondFactorRequired: z.boolean({ error: "must be true or false" }),
  ssoRequired: z.boolean({ error: "must be true or false" }),
  breakGlassStaffID: resourceIDSchema.optional(),
  version: z.int({ error: "must be the version that GET /api/policy gave" }).min(0),
});

export type PolicyChange = z.output<typeof policyChangeSchema>;

/** The answer of `GET /api/policy/break-glass`: the uses that no other administrator has acknowledged. */
export const breakGlassAnswerSchema = z.object({
  /** The newest uses; absent if there are none. */
  uses: z
    .object({
      /** The number of its event in the audit log. */
      sequence: z.number(),
      at: z.string(),
      staffID: z.string(),
      email: z.string(),
      address: z.string().optional(),
      /** The total number. */
      count: z.number(),
      /** True for the person who used it: another administrator must acknowledge it. */
      isOwn: z.boolean(),
    })
    .optional(),
  asOf: z.string(),
});

export type BreakGlassAnswer = z.infer<typeof breakGlassAnswerSchema>;

/** The body of `POST /api/policy/break-glass/acknowledge`: everything up to this event of the audit log. */
export const acknowledgementSchema = z.strictObject({ sequence: z.int({ error: "must be a whole number" }).min(1) });
