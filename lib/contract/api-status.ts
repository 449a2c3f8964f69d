import { z } from "zod";
import { availabilitySchema } from "./console/availability.ts";

/** A failed request. Its query string is omitted, because it may contain personal data. */
const recentErrorSchema = z.object({
  at: z.string(),
  method: z.string(),
  path: z.string(),
  /** The code of the error. */
  outcome: z.string(),
  status: z.number().optional(),
  requestID: z.string(),
});

/**
 * The answer of `GET /api/{environment}/api-status`: the state of the API as observed by this replica since its start.
 * It contains no secret. This route sends nothing to the API.
 */
export const apiStatusSchema = z.object({
  asOf: z.string(),
  /** The latency of the last 512 answers, in milliseconds; absent before the first answer. */
  latency: z.object({ p50Ms: z.number(), p95Ms: z.number() }).optional(),
  /** Requests to the API by result, the most frequent first. A result is `ok`, `aborted` or an error code. */
  requests: z.array(z.object({ outcome: z.string(), count: z.number() })),
  /** The number of failed requests since the last request that did not fail. */
  failedInRow: z.number(),
  breaker: z.object({ state: z.enum(["closed", "open", "half-open"]), retryAt: z.string().optional() }),
  pausedUntil: z.string().optional(),
  /** Resources whose requests are paused separately, at most twenty. */
  pausedResources: z.array(z.object({ resource: z.string(), until: z.string() })),
  /** The last ten failed requests, newest first. */
  recentErrors: z.array(recentErrorSchema),
  /** The number of retries that are available now. */
  retryBudget: z.number(),
  availability: availabilitySchema,
  /** The end of the current pause; set while requests are `paused` or the API is `down`. */
  retryAt: z.string().optional(),
  token: z.object({
    state: z.enum(["none", "valid", "expired"]),
    renewing: z.boolean(),
    obtainedAt: z.string().optional(),
    renewAt: z.string().optional(),
    expiresAt: z.string().optional(),
  }),
  queue: z.object({ running: z.number(), waiting: z.number() }),
  /**
   * `repeats`: the number of retries. `merged`: the number of reads that shared the answer of another read.
   * `servedStale`: the number of reads that got an older stored answer.
   */
  repeats: z.number(),
  merged: z.number(),
  servedStale: z.number(),
  lastAnswerAt: z.string().optional(),
});

export type ApiStatus = z.infer<typeof apiStatusSchema>;
