import { type PlainListName, plainListNames } from "#server/api-client/endpoints/plain-lists.ts";
import { writes } from "#server/api-client/endpoints/writes.ts";
import { expectedContract } from "#server/api-client/normalise/customer.ts";
import { type Expected, needed, optional, record, shapes, useful } from "#server/api-client/normalise/expected.ts";

const { anyText, id, instant, count } = shapes;

const created = ["createdat", "createdon", "creationdate", "creationtime"];

const customer = record({
  customerID: needed(id, ["id", "uuid"]),
  companyName: useful(anyText, ["name", "company"]),
  usersCount: useful(count, ["usercount", "users", "numberofusers"]),
  created: useful(instant, created),
  deletedAt: optional({ ...instant, readable: ["integer", "number", "boolean"] }, ["deletedon", "deletiondate"]),
  contract: { ...useful(expectedContract), flat: ["term", "plan", "contractterm", "contractplan"] },
  adminUser: optional(record({ email: optional({ ...anyText, formats: ["email"] }, ["emailaddress", "mail"]) }), [
    "admin",
  ]),
});

const jobStates =
  "queued pending scheduled waiting created new accepted submitted enqueued running inprogress processing started active working succeeded success successful completed complete done finished failed failure error cancelled canceled aborted skipped timeout expired";
const state: Expected = { types: ["string"], words: jobStates.split(" ") };

const step = record({
  name: useful(anyText, ["step", "title", "label", "type"]),
  state: useful(state, ["status"]),
  startedAt: optional(instant, ["started", "starttime"]),
  finishedAt: optional(instant, ["completedat", "endedat", "finished", "endtime"]),
});

const job = record({
  jobID: needed(id, ["jobuuid", "id", "uuid"]),
  status: useful(state, ["state", "jobstatus", "jobstate"]),
  type: optional(anyText, ["jobtype", "kind", "operation", "action"]),
  progress: optional({ types: ["integer", "number"], readable: ["string", "object"] }, [
    "percentcomplete",
    "percent",
    "percentage",
    "completion",
    "progresspercent",
  ]),
  steps: optional({ types: ["array"], readable: ["object"], items: step }, ["tasks", "stages", "phases"]),
  customerID: optional(id, ["customer", "customeruuid"]),
  error: optional({ types: ["string"], readable: ["object", "array"] }, [
    "reason",
    "errormessage",
    "failurereason",
    "errors",
    "failure",
  ]),
  created: useful(instant, [...created, "queuedat", "submittedat"]),
  updated: optional(instant, ["updatedat", "updatedon", "lastupdated", "modified", "modifiedat"]),
});

const party: Expected = { ...anyText, readable: ["integer", "object"] };

const activity = record({
  activityID: optional(id, ["id", "uuid", "eventid", "callid"]),
  type: useful(anyText, ["activitytype", "kind", "event", "eventtype", "category"]),
  direction: optional(anyText, ["calldirection"]),
  at: useful(instant, [
    "timestamp",
    "occurredat",
    "time",
    "datetime",
    "date",
    "startedat",
    "starttime",
    "start",
    "eventtime",
    "created",
    "createdat",
  ]),
  from: optional(party, ["fromnumber", "caller", "callernumber", "callerid", "source"]),
  to: optional(party, ["tonumber", "callee", "calleenumber", "called", "destination", "target"]),
  durationSeconds: optional({ types: ["integer", "number"], readable: ["string"] }, [
    "durationsecs",
    "durationsec",
    "seconds",
    "duration",
    "durationms",
    "durationmilliseconds",
  ]),
  description: optional(anyText, ["summary", "details", "message"]),
});

const webhook = record({
  webhookID: optional(id, ["id", "uuid"]),
  url: useful({ ...anyText, formats: ["uri"] }, ["targeturl", "callbackurl", "callback", "endpoint", "address", "uri"]),
  events: optional({ types: ["array"], readable: ["string"] }, ["eventtypes", "eventtype", "event", "topics"]),
  created: optional(instant, created),
  active: optional({ types: ["boolean"], readable: ["integer", "string"] }, [
    "enabled",
    "isactive",
    "isenabled",
    "status",
  ]),
});

const numberRecord = record({
  number: needed(anyText, ["phonenumber", "telephonenumber", "e164", "msisdn", "did", "value"]),
  customerID: optional(id, ["customer", "customeruuid"]),
  created: optional(instant, created),
});

const number: Expected = { ...numberRecord, readable: ["string", "integer"] };

const rowsOfPlainLists: Readonly<Record<PlainListName, Expected>> = { webhooks: webhook };

/** The envelope of every list (specification, section 2). */
const list = (collection: string, items: Expected): Expected =>
  record({
    [collection]: {
      need: "breaking",
      value: { types: ["array"], items },
      names: ["items", "data", "results", "records", "content", "entries", "rows"],
    },
    total: useful({ ...count, readable: ["string"] }, ["totalcount", "totalitems", "totalresults", "count"]),
    limit: useful({ ...count, readable: ["string"] }, ["pagesize", "perpage"]),
    offset: useful({ ...count, readable: ["string"] }, ["skip", "start"]),
  });

/**
 * The successful answers of each operation according to the specification, or according to our own service where the
 * specification shows nothing.
 */
export const contractShapes: Readonly<Record<string, Expected>> = {
  "POST /auth": record({
    access_token: needed({ types: ["string"] }),
    token_type: useful({ types: ["string"] }),
    expires_in: useful({ ...count, readable: ["string"] }),
  }),
  "GET /customers": list("customers", customer),
  // Sections 4.3 and 4.4 do not show the answers to writes: what their readers understand is expected.
  ...Object.fromEntries(Object.entries(writes).map(([write, { answer }]) => [write, answer.expected])),
  "GET /customers/{customerID}/activities": list("activities", activity),
  "GET /jobs": list("jobs", job),
  "GET /jobs/{jobID}": job,
  ...Object.fromEntries(plainListNames.map((name) => [`GET /${name}`, list(name, rowsOfPlainLists[name])])),
  "GET /numbers": list("numbers", number),
};

/** The statuses in the specification (section 7), and those for asynchronous and empty answers to writes. */
export const knownStatuses: ReadonlySet<string> = new Set(
  "200 400 401 403 404 409 422 429 500 501 502 503 504".split(" "),
);
const writeStatuses: ReadonlySet<string> = new Set(["201", "202", "204"]);

export const isKnownStatus = (operation: string, status: string) =>
  knownStatuses.has(status) || (!operation.startsWith("GET ") && writeStatuses.has(status));
