import { z } from "zod";
import { environmentSchema } from "#lib/contract/environment.ts";
import { callCauses, callKinds } from "#lib/contract/values/call-values.ts";

/** The redacted request and response bodies of a call. */
export const callBodiesSchema = z.object({
  request: z.string().optional(),
  response: z.string().optional(),
});

/**
 * One API call as recorded by this process. It contains no headers, so neither key nor token; texts of the API and of
 * people are redacted.
 */
export const callSchema = z.object({
  callID: z.string(),
  /** When it began, ISO 8601 in UTC. */
  at: z.string(),
  environment: environmentSchema,
  kind: z.enum(callKinds),
  method: z.string(),
  /** Without IDs, such as `/customers/{customerID}/contract`. */
  path: z.string(),
  /** The IDs of the path by their names. */
  parameters: z.record(z.string(), z.string()).optional(),
  query: z.string().optional(),
  status: z.number().optional(),
  /** An error's code, or `aborted`; absent if the call succeeded. */
  error: z.string().optional(),
  /** 1 for the first request of a call; 0 if no request was made. */
  attempt: z.number(),
  /** The call that this one repeats, and its error code. */
  retryOf: z.string().optional(),
  reason: z.string().optional(),
  /** How long it waited for a free slot, a pause, the token or a retry, in milliseconds. */
  waitMs: z.number(),
  firstByteMs: z.number().optional(),
  ms: z.number(),
  bytes: z.number(),
  /** True once the first byte may have been sent. */
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
    /** The page's path, the route or the worker. */
    name: z.string(),
    /** The BFF route that the page called. */
    route: z.string().optional(),
    staffID: z.string().optional(),
    /** The person's e-mail address, or the API client's name. */
    who: z.string().optional(),
  }),
  operationID: z.string().optional(),
  /** Present if bodies were recorded and the person may see them. */
  bodies: callBodiesSchema.optional(),
});

export type Call = z.infer<typeof callSchema>;

/** The extent of the record: it is kept in the memory of one process, and new calls replace the oldest ones. */
export const callRecordSchema = z.object({
  /** When this process started to record. */
  since: z.string(),
  /** The start of the oldest recorded call; absent if there is none. */
  oldestAt: z.string().optional(),
  /** The number of calls dropped in favour of newer ones. */
  dropped: z.number(),
});

export const callListSchema = z.object({
  calls: z.array(callSchema),
  total: z.number(),
  limit: z.number(),
  offset: z.number(),
  asOf: z.string(),
  record: callRecordSchema,
  /** The API's address with the environment's prefix, before each path. */
  address: z.string(),
});

export type CallList = z.infer<typeof callListSchema>;

export const callSummarySchema = z.object({
  asOf: z.string(),
  record: callRecordSchema,
  /** The number of requests at the API, and of calls that were answered or refused without a request. */
  attempts: z.number(),
  errors: z.number(),
  repeats: z.number(),
  merged: z.number(),
  stale: z.number(),
  held: z.number(),
  /** Requests and errors by minute, the oldest first, including minutes without requests. */
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
      /** Durations of answered requests; absent if there were none. */
      p50Ms: z.number().optional(),
      p95Ms: z.number().optional(),
    }),
  ),
});

export type CallSummary = z.infer<typeof callSummarySchema>;

/** The people whose bodies are currently recorded. */
export const bodyRecordingSchema = z.object({
  staffID: z.string(),
  email: z.string(),
  until: z.string(),
});

export const bodyRecordingsSchema = z.object({ recordings: z.array(bodyRecordingSchema), asOf: z.string() });

export type BodyRecordings = z.infer<typeof bodyRecordingsSchema>;
