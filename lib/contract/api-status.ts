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
 * The answer of `GET /api/{environment}/api-status`: how the API fares as this replica of the console sees it, since
 * its start. It holds no secret, and asking for it sends nothing to the API.
 */
export const apiStatusSchema = z.object({
  asOf: z.string(),
  /** Of the last 512 answers; absent before the first. Milliseconds. */
  latency: z.object({ p50Ms: z.number(), p95Ms: z.number() }).optional(),
  /** Requests to the API by what came of them, the most frequent first: `ok`, `aborted` or an error's code. */
  requests: z.array(z.object({ outcome: z.string(), count: z.number() })),
  /** Requests that failed one after the other, up to now: 0 while the last one was answered. */
  failedInRow: z.number(),
  breaker: z.object({ state: z.enum(["closed", "open", "half-open"]), retryAt: z.string().optional() }),
  pausedUntil: z.string().optional(),
  /** Single resources that are paused, twenty at most. */
  pausedResources: z.array(z.object({ resource: z.string(), until: z.string() })),
  /** The last ten requests that failed, the newest first. */
  recentErrors: z.array(recentErrorSchema),
  /** How many more repeats could be made now. */
  retryBudget: z.number(),
  availability: availabilitySchema,
  /** Until when requests are `paused` or the API is `down`. */
  retryAt: z.string().optional(),
  token: z.object({
    state: z.enum(["none", "valid", "expired"]),
    renewing: z.boolean(),
    obtainedAt: z.string().optional(),
    renewAt: z.string().optional(),
    expiresAt: z.string().optional(),
  }),
  queue: z.object({ running: z.number(), waiting: z.number() }),
  /** Repeated attempts, reads that shared an answer, and reads that got the last good answer. */
  repeats: z.number(),
  merged: z.number(),
  servedStale: z.number(),
  lastAnswerAt: z.string().optional(),
});

export type ApiStatus = z.infer<typeof apiStatusSchema>;
