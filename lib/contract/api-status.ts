import { z } from "zod";
import { availabilitySchema } from "./console/availability.ts";

/** A request that failed; without its query, which may name a person. */
const recentErrorSchema = z.object({
  at: z.string(),
  method: z.string(),
  path: z.string(),
  /** An error's code. */
  outcome: z.string(),
  status: z.number().optional(),
  requestID: z.string(),
});

/**
 * The answer of `GET /api/{environment}/api-status`: the state of the API as this replica has seen it since its start.
 * It contains no secret, and the request sends nothing to the API.
 */
export const apiStatusSchema = z.object({
  asOf: z.string(),
  /** Of the last 512 answers; absent before the first. Milliseconds. */
  latency: z.object({ p50Ms: z.number(), p95Ms: z.number() }).optional(),
  /** Requests to the API by result, the most frequent first: `ok`, `aborted` or an error's code. */
  requests: z.array(z.object({ outcome: z.string(), count: z.number() })),
  /** The number of consecutive failures up to now; 0 if the last request was answered. */
  failedInRow: z.number(),
  breaker: z.object({ state: z.enum(["closed", "open", "half-open"]), retryAt: z.string().optional() }),
  pausedUntil: z.string().optional(),
  /** Single resources that are paused, twenty at most. */
  pausedResources: z.array(z.object({ resource: z.string(), until: z.string() })),
  /** The last ten requests that failed, the newest first. */
  recentErrors: z.array(recentErrorSchema),
  /** The number of retries available now. */
  retryBudget: z.number(),
  availability: availabilitySchema,
  /** The end of the current pause, while requests are `paused` or the API is `down`. */
  retryAt: z.string().optional(),
  token: z.object({
    state: z.enum(["none", "valid", "expired"]),
    renewing: z.boolean(),
    obtainedAt: z.string().optional(),
    renewAt: z.string().optional(),
    expiresAt: z.string().optional(),
  }),
  queue: z.object({ running: z.number(), waiting: z.number() }),
  /** The numbers of retries, of reads that shared an answer, and of reads that got the last good answer. */
  repeats: z.number(),
  merged: z.number(),
  servedStale: z.number(),
  lastAnswerAt: z.string().optional(),
});

export type ApiStatus = z.infer<typeof apiStatusSchema>;
