import { z } from "zod";
import { pageQuery, wordList } from "#lib/contract/list.ts";
import "#lib/contract/plain-messages.ts";
import { filterIDsSchema, resourceIDSchema } from "#lib/contract/resource-id.ts";
import {
  callCauses,
  callKinds,
  callMethods,
  callResults,
  maxCallPath,
  maxCallRequests,
} from "#lib/contract/values/call-values.ts";

const filters = {
  /**
   * The IDs of requests to the console. The member may be repeated. To list the calls of a page, send the IDs of the
   * page's requests.
   */
  requestID: z
    .array(z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, { error: "must be a request ID" }))
    .max(maxCallRequests, { error: `must be given ${maxCallRequests} times at most` })
    .optional(),
  method: z.enum(callMethods, { error: `must be one of ${callMethods.join(", ")}` }).optional(),
  /** A path without IDs, such as `/jobs/{jobID}`. */
  path: z
    .string()
    .max(maxCallPath, { error: `must be ${maxCallPath} characters or less` })
    .regex(/^\//, { error: "must begin with /" })
    .optional(),
  /** One or more results, separated by commas. `kind` and `cause` have the same form. */
  result: wordList(callResults).optional(),
  /** The error code. */
  error: z
    .string()
    .regex(/^[a-z_]{1,60}$/, { error: "must be the code of an error" })
    .optional(),
  kind: wordList(callKinds).optional(),
  cause: wordList(callCauses).optional(),
  /** The IDs of the people or API clients who caused the calls; may be given several times. */
  staffID: filterIDsSchema.optional(),
  /** The ID of a call, of an operation, or of a resource in the path. */
  id: resourceIDSchema.optional(),
};

/** The members of the query that may be given several times. */
export const repeatedCallFilters = ["requestID", "staffID"] as const;

/** The query of `GET /api/{environment}/calls`, as text from a URL. The newest calls come first in the answer. */
export const callListQuerySchema = z.strictObject({ ...pageQuery, ...filters });

export type CallListQuery = z.output<typeof callListQuerySchema>;

/** The query of `GET /api/{environment}/calls/summary`. */
export const callSummaryQuerySchema = z.strictObject(filters);

export type CallFilters = z.output<typeof callSummaryQuerySchema>;

/**
 * The query of `GET /api/{environment}/calls/export`. It has the filters of the list. The oldest calls come first in
 * the file.
 */
export const callExportQuerySchema = z.strictObject({
  ...filters,
  format: z.literal("har", { error: "must be har" }),
  /** The URL of the calls page, without its origin. If set, the export is a case file. */
  view: z
    .string()
    .max(2_000, { error: "must be 2000 characters or less" })
    .regex(/^\/(?!\/)/, { error: "must be the path of a page" })
    .optional(),
});

export type CallExportQuery = z.output<typeof callExportQuerySchema>;

/**
 * The body of `POST /api/calls/bodies`. It starts or stops recording the request and response bodies of a person's
 * calls. A recording lasts one hour.
 */
export const recordBodiesSchema = z.strictObject({
  staffID: resourceIDSchema,
  on: z.boolean({ error: "must be true or false" }),
});

export type RecordBodies = z.output<typeof recordBodiesSchema>;
