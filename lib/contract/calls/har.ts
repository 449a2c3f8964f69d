import { z } from "zod";
import { environmentSchema } from "#lib/contract/environment.ts";
import { callSchema } from "./call.ts";

/** A name with its value, as HAR lists headers and parameters of queries. */
const pairSchema = z.object({
  /** The name of the header or of the parameter. */
  name: z.string(),
  /** The value of the header or of the parameter. */
  value: z.string(),
});

/** One API call as an entry of HAR 1.2. */
const harEntrySchema = z.object({
  /** When the call began to wait; ISO 8601 in UTC. */
  startedDateTime: z.string(),
  /** The duration with the wait before the request was sent, in milliseconds. */
  time: z.number(),
  /** The request to the API. */
  request: z.object({
    /** The HTTP method. */
    method: z.string(),
    /** The whole address at the API. */
    url: z.string(),
    /** Always `HTTP/1.1`. */
    httpVersion: z.string(),
    /** Always empty. */
    cookies: z.array(pairSchema),
    /** Only `X-Request-ID`. */
    headers: z.array(pairSchema),
    /** The parameters of the query. */
    queryString: z.array(pairSchema),
    /** Always -1, which means unknown. */
    headersSize: z.number(),
    /** Always -1, which means unknown. */
    bodySize: z.number(),
    /** The body. Absent if it was not recorded, or if you may not see it. */
    postData: z
      .object({
        /** The media type of the body. */
        mimeType: z.string(),
        /** The redacted body. */
        text: z.string(),
      })
      .optional(),
  }),
  /** The response of the API. */
  response: z.object({
    /** The HTTP status. 0 without a response. */
    status: z.number(),
    /** Always empty. */
    statusText: z.string(),
    /** Always `HTTP/1.1`. */
    httpVersion: z.string(),
    /** Always empty. */
    cookies: z.array(pairSchema),
    /** Only `X-Request-ID` and `Retry-After`. */
    headers: z.array(pairSchema),
    /** The body of the response. */
    content: z.object({
      /** The number of bytes. */
      size: z.number(),
      /** The media type of the body. */
      mimeType: z.string(),
      /** The redacted body. Absent if it was not recorded, or if you may not see it. */
      text: z.string().optional(),
    }),
    /** Always empty. */
    redirectURL: z.string(),
    /** Always -1, which means unknown. */
    headersSize: z.number(),
    /** The number of bytes of the body. */
    bodySize: z.number(),
  }),
  /** Always empty. */
  cache: z.strictObject({}),
  /** The parts of the duration, in milliseconds. -1 means unknown. */
  timings: z.object({
    /** The wait before the request was sent. */
    blocked: z.number(),
    /** Always 0. */
    send: z.number(),
    /** From the request to the first byte of the response. */
    wait: z.number(),
    /** From the first byte to the last one. */
    receive: z.number(),
  }),
  /** What the console knows about the call. HAR does not define these members. */
  _switchboard: callSchema
    .pick({
      callID: true,
      kind: true,
      path: true,
      attempt: true,
      retryOf: true,
      reason: true,
      error: true,
      breaker: true,
      tokenAgeSeconds: true,
      operationID: true,
    })
    .extend({
      /** Why the console made the call. People are named by ID only. */
      cause: callSchema.shape.cause.omit({ who: true, personName: true }),
    }),
});

export type HarEntry = z.infer<typeof harEntrySchema>;

/** The console's own members of a HAR file. HAR does not define them. */
const harFactsSchema = z.object({
  environment: environmentSchema,
  /** The version of the console. */
  version: z.string(),
  /** The commit from which the console was built. */
  build: z.string(),
  /** When the file was created, by the console's clock; ISO 8601 in UTC. */
  at: z.string(),
  /** The page whose calls the file contains. A HAR file with a page is a case file. */
  view: z.string().optional(),
  /** The role of the person who created the file. The role decides which data the file has. */
  role: z.string().optional(),
});

export type HarFacts = z.infer<typeof harFactsSchema>;

/** The file of `GET /api/{environment}/calls/export`, in the format HAR 1.2. */
export const harFileSchema = z.object({
  /** The only member of a HAR file. */
  log: z.object({
    /** The version of the format: `1.2`. */
    version: z.string(),
    /** The program that made the file. */
    creator: z.object({
      /** Always `Switchboard`. */
      name: z.string(),
      /** The version of the console. */
      version: z.string(),
    }),
    /** The console's own members. */
    _switchboard: harFactsSchema,
    /** The calls, oldest first. */
    entries: z.array(harEntrySchema),
  }),
});
