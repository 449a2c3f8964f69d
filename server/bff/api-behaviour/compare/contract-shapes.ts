import { plainListNames, plainLists } from "#server/api-client/endpoints/plain-lists.ts";
import { writes } from "#server/api-client/endpoints/writes.ts";
import { activityRows } from "#server/api-client/normalise/activity.ts";
import { customerRows } from "#server/api-client/normalise/customer.ts";
import { type Expected, needed, record, shapes, useful } from "#server/api-client/normalise/expected.ts";
import { jobRows } from "#server/api-client/normalise/job.ts";
import type { RowReader } from "#server/api-client/normalise/list.ts";
import { numberRows } from "#server/api-client/normalise/number.ts";

const { count } = shapes;

/** The envelope of every list (specification, section 2). */
const list = ({ collection, expected }: RowReader<unknown>): Expected =>
  record({
    [collection]: {
      need: "breaking",
      value: { types: ["array"], items: expected },
      names: ["items", "data", "results", "records", "content", "entries", "rows"],
    },
    total: useful({ ...count, readable: ["string"] }, ["totalcount", "totalitems", "totalresults", "count"]),
    limit: useful({ ...count, readable: ["string"] }, ["pagesize", "perpage"]),
    offset: useful({ ...count, readable: ["string"] }, ["skip", "start"]),
  });

/** The expected successful answer of each operation: the members that the console reads, with their accepted names. */
export const contractShapes: Readonly<Record<string, Expected>> = {
  "POST /auth": record({
    access_token: needed({ types: ["string"] }),
    token_type: useful({ types: ["string"] }),
    expires_in: useful({ ...count, readable: ["string"] }),
  }),
  "GET /customers": list(customerRows),
  // The specification does not show the answers to writes (sections 4.3 and 4.4). What is expected of them follows only
  // from `writes`.
  ...Object.fromEntries(Object.entries(writes).map(([write, { answer }]) => [write, answer.expected])),
  "GET /customers/{customerID}/activities": list(activityRows),
  "GET /jobs": list(jobRows),
  "GET /jobs/{jobID}": jobRows.expected,
  ...Object.fromEntries(plainListNames.map((name) => [`GET /${name}`, list(plainLists[name].rows)])),
  "GET /numbers": list(numberRows),
};

/** The statuses of the specification (section 7). The answer to a write may also have one of `writeStatuses`. */
export const knownStatuses: ReadonlySet<string> = new Set(
  "200 400 401 403 404 409 422 429 500 501 502 503 504".split(" "),
);
const writeStatuses: ReadonlySet<string> = new Set(["201", "202", "204"]);

export const isKnownStatus = (operation: string, status: string) =>
  knownStatuses.has(status) || (!operation.startsWith("GET ") && writeStatuses.has(status));
