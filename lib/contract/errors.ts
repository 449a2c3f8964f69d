import { z } from "zod";
import { type ErrorCode, errorStatus } from "#lib/contract/values/error-codes.ts";

export type { ErrorCode, FieldError } from "#lib/contract/values/error-codes.ts";

const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]];

/** The methods with which people can prove their identity. `sso` is a new sign-in at the provider. */
export const proofMethods = ["password", "totp", "passkey", "recovery-code", "sso"] as const;

export type ProofMethod = (typeof proofMethods)[number];

/**
 * The progress of a row-by-row search through a list. The search started at row `from` and continues at row `to` of
 * `total` rows.
 */
export const scannedRangeSchema = z.object({ from: z.number(), to: z.number(), total: z.number() });

export type ScannedRange = z.infer<typeof scannedRangeSchema>;

/** A problem document (RFC 9457), the body of every error of the BFF. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  code: z.enum(errorCodes),
  errors: z.array(z.object({ field: z.string().optional(), message: z.string() })).default([]),
  requestID: z.string(),
  upstreamStatus: z.number().optional(),
  retryAt: z.string().optional(),
  walked: scannedRangeSchema.optional(),
  /** For a job that the API does not know: set if the server has decided that the job no longer exists. */
  gone: z.literal(true).optional(),
  reason: z.string().optional(),
  /** With `unclear_time`: the two instants that the local time can mean. The next request can select one of them. */
  readings: z.array(z.object({ at: z.string(), local: z.string(), zone: z.string(), offset: z.string() })).optional(),
  /** With `planned_exists`: the customer's open planned change. */
  plannedChangeID: z.string().optional(),
  /**
   * With `second_factor_required` and `step_up_required`: the methods with which the person can prove their identity.
   */
  methods: z.array(z.enum(proofMethods)).optional(),
});

/**
 * One of the two instants that an ambiguous local time can mean. A local time is ambiguous if a clock change skips or
 * repeats it.
 */
export type TimeReading = NonNullable<z.infer<typeof problemSchema>["readings"]>[number];

export type Problem = z.infer<typeof problemSchema>;
