import { z } from "zod";
import { environmentSchema } from "#lib/contract/environment.ts";
import { callCauses, callKinds } from "#lib/contract/values/call-values.ts";

/** The redacted request and response bodies of a call. */
export const callBodiesSchema = z.object({
  request: z.string().optional(),
  response: z.string().optional(),
});

/**
 * One API call that this process recorded. It contains no headers, so it never contains the key or a token. Texts from
 * the API and from people are redacted.
 */
export const callSchema = z.object({
  callID: z.string(),
  /** When the call began, ISO 8601 in UTC. */
  at: z.string(),
  environment: environmentSchema,
  kind: z.enum(callKinds),
  method: z.string(),
  /** The path without IDs, such as `/customers/{customerID}/contract`. */
  path: z.string(),
  /** The IDs in the path, each with the name of its path parameter. */
  parameters: z.record(z.string(), z.string()).optional(),
  query: z.string().optional(),
  status: z.number().optional(),
  /** The code of the error, or `aborted`. Absent if the call succeeded. */
  error: z.string().optional(),
  /** The number of the attempt, starting at 1. The value 0 means that no request was made. */
  attempt: z.number(),
  /** `retryOf`: the ID of the call that this call retries. `reason`: the error code of that call. */
  retryOf: z.string().optional(),
  reason: z.string().optional(),
  /**
   * How long the call waited before it was sent, in milliseconds: for a free slot, the end of a pause, the token or a
   * retry.
   */
  waitMs: z.number(),
  firstByteMs: z.number().optional(),
  ms: z.number(),
  bytes: z.number(),
  /** True if the first byte of the request may have been sent. */
  sent: z.boolean(),
  merged: z.boolean(),
  stale: z.boolean(),
  breaker: z.enum(["closed", "open", "half-open"]).optional(),
  tokenAgeSeconds: z.number().optional(),
  requestID: z.string(),
  upstreamRequestID: z.string().optional(),
  /** The API's `Retry-After` value, unchanged. */
  retryAfter: z.string().optional(),
  cause: z.object({
    kind: z.enum(callCauses),
    /** The name of the cause: the path of a page, a route, or the name of a worker. */
    name: z.string(),
    /** The BFF route that the page requested. */
    route: z.string().optional(),
    staffID: z.string().optional(),
    /** The person's email address, or the API client's name. */
    who: z.string().optional(),
    /** The current name of the person or the API client. */
    personName: z.string().optional(),
  }),
  operationID: z.string().optional(),
  /** Set if the bodies were recorded and the reader may see them. */
  bodies: callBodiesSchema.optional(),
});

export type Call = z.infer<typeof callSchema>;

/**
 * What the list of recorded calls covers. The list is stored in the memory of one process. New calls replace the oldest
 * calls.
 */
export const callRecordSchema = z.object({
  /** When this process started recording. */
  since: z.string(),
  /** The start time of the oldest recorded call; absent if there are no calls. */
  oldestAt: z.string().optional(),
  /** The number of old calls that were removed because newer calls needed the memory. */
  dropped: z.number(),
});

export const callListSchema = z.object({
  calls: z.array(callSchema),
  total: z.number(),
  limit: z.number(),
  offset: z.number(),
  asOf: z.string(),
  record: callRecordSchema,
  /**
   * The people and API clients who caused calls, for the filter. A person who may not see who caused a call gets only
   * their own entry.
   */
  people: z.array(z.object({ staffID: z.string(), email: z.string(), name: z.string() })),
  /** The API's address with the environment's prefix. Each path is appended to it. */
  address: z.string(),
});

export type CallList = z.infer<typeof callListSchema>;

export const callSummarySchema = z.object({
  asOf: z.string(),
  record: callRecordSchema,
  /**
   * `attempts`: requests to the API. `merged` and `stale`: calls that were answered without a request. `held`: calls
   * that were refused without a request.
   */
  attempts: z.number(),
  errors: z.number(),
  repeats: z.number(),
  merged: z.number(),
  stale: z.number(),
  held: z.number(),
  /** The number of requests and errors in each minute, the oldest first. Minutes without requests are included. */
  minutes: z.array(z.object({ at: z.string(), attempts: z.number(), errors: z.number() })),
  errorGroups: z.array(
    z.object({
      error: z.string(),
      status: z.number().optional(),
      method: z.string(),
      path: z.string(),
      count: z.number(),
      lastAt: z.string(),
    }),
  ),
  paths: z.array(
    z.object({
      method: z.string(),
      path: z.string(),
      count: z.number(),
      errors: z.number(),
      /** The durations of answered requests; absent if there were none. */
      p50Ms: z.number().optional(),
      p95Ms: z.number().optional(),
    }),
  ),
});

export type CallSummary = z.infer<typeof callSummarySchema>;

/** A person whose calls are being recorded with their bodies, and the time when this ends. */
export const bodyRecordingSchema = z.object({
  staffID: z.string(),
  email: z.string(),
  name: z.string().optional(),
  until: z.string(),
});

export const bodyRecordingsSchema = z.object({ recordings: z.array(bodyRecordingSchema), asOf: z.string() });

export type BodyRecordings = z.infer<typeof bodyRecordingsSchema>;
