import { z } from "zod";
import { environmentSchema } from "#lib/contract/environment.ts";
import { callCauses, callKinds } from "#lib/contract/values/call-values.ts";

/** What a call sent and got, redacted. */
export const callBodiesSchema = z.object({
  request: z.string().optional(),
  response: z.string().optional(),
});

/**
 * One call at the API as this process has recorded it. It has no header, so neither key nor token; texts of the API and
 * of people are redacted.
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
  /** An error's code, or `aborted`; absent where the call succeeded. */
  error: z.string().optional(),
  /** 1 for the first request of a call, 0 where none was made. */
  attempt: z.number(),
  /** The call that this one repeats, and the code of the error that it had. */
  retryOf: z.string().optional(),
  reason: z.string().optional(),
  /** How long it waited for its turn, a pause, the token or a repeat; milliseconds. */
  waitMs: z.number(),
  firstByteMs: z.number().optional(),
  ms: z.number(),
  bytes: z.number(),
  /** True from the first byte that may have left. */
  sent: z.boolean(),
  merged: z.boolean(),
  stale: z.boolean(),
  breaker: z.enum(["closed", "open", "half-open"]).optional(),
  tokenAgeSeconds: z.number().optional(),
  requestID: z.string(),
  upstreamRequestID: z.string().optional(),
  /** How long the API asks to wait, as it says it. */
  retryAfter: z.string().optional(),
  cause: z.object({
    kind: z.enum(callCauses),
    /** The page's path, the route or the worker. */
    name: z.string(),
    /** The route by which a page reads. */
    route: z.string().optional(),
    staffID: z.string().optional(),
    /** The person's e-mail address, or the API client's name. */
    who: z.string().optional(),
  }),
  operationID: z.string().optional(),
  /** For those who may see them, where they were recorded. */
  bodies: callBodiesSchema.optional(),
});

export type Call = z.infer<typeof callSchema>;

/** How far the record reaches: it is kept in the memory of one process, and its oldest calls make room for new ones. */
export const callRecordSchema = z.object({
  /** Since when this process records. */
  since: z.string(),
  /** When the oldest call that is still kept began; absent where there is none. */
  oldestAt: z.string().optional(),
  /** How many calls have made room for newer ones. */
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
  /** Requests at the API, and calls that were answered or refused without one. */
  attempts: z.number(),
  errors: z.number(),
  repeats: z.number(),
  merged: z.number(),
  stale: z.number(),
  held: z.number(),
  /** Requests and errors by minute, the oldest first; minutes without a request are there too. */
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
      /** Of requests that were answered; absent where none was. */
      p50Ms: z.number().optional(),
      p95Ms: z.number().optional(),
    }),
  ),
});

export type CallSummary = z.infer<typeof callSummarySchema>;

/** For whom bodies are recorded just now. */
export const bodyRecordingSchema = z.object({
  staffID: z.string(),
  email: z.string(),
  until: z.string(),
});

export const bodyRecordingsSchema = z.object({ recordings: z.array(bodyRecordingSchema), asOf: z.string() });

export type BodyRecordings = z.infer<typeof bodyRecordingsSchema>;
