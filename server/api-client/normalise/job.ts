import type { Environment } from "#lib/contract/environment.ts";
import type { Job, JobState, JobStep } from "#lib/contract/job.ts";
import { describeValue } from "#server/api-client/transport/describe-body.ts";
import { upstreamErrors } from "#server/api-client/transport/upstream-errors.ts";
import { type Expected, needed, optional, record, shapes, useful } from "./expected.ts";
import { toInstant } from "./instant.ts";
import { jobProgress } from "./job-progress.ts";
import type { RowReader } from "./list.ts";
import {
  createdNames,
  customerIDOf,
  isRecord,
  type Members,
  membersOf,
  pickMember,
  toID,
  toRecord,
  toText,
  toWord,
  withoutUndefined,
} from "./members.ts";

const { anyText, id, instant } = shapes;

const stateWords: Readonly<Record<Exclude<JobState, "unknown"> | "skipped", string>> = {
  queued: "queued pending scheduled waiting created new accepted submitted enqueued notstarted todo",
  running: "running inprogress processing started active working executing ongoing retrying",
  succeeded: "succeeded success successful completed complete done finished ok",
  failed: "failed failure error errored fault rejected timedout timeout expired",
  cancelled: "cancelled canceled aborted",
  skipped: "skipped",
};

const stateOfWord = new Map(
  Object.entries(stateWords).flatMap(([state, words]) =>
    words.split(" ").map((word) => [word, state as keyof typeof stateWords]),
  ),
);

/** The text of a state. Some APIs put it inside an object. */
const toStateText = (value: unknown) =>
  isRecord(value) ? pickMember(membersOf(value), ["name", "value", "code", "status", "state"], toText) : toText(value);

/**
 * The state, and the API's own text for the state. Both are read from `status` or `state`. If both members exist, the
 * member with a recognised state counts, for example in `{status: 200, state: "running"}`.
 */
function stateOf(members: Members): { state: JobStep["state"]; stateText: string } {
  const names = ["status", "state", "jobstatus", "jobstate"];
  const texts = names.map((name) => toStateText(members.get(name))).filter((text) => text !== undefined);
  for (const text of texts) {
    const state = stateOfWord.get(toWord(text) ?? "");
    if (state !== undefined) return { state, stateText: text };
  }
  return { state: "unknown", stateText: texts[0] ?? "" };
}

/** Reads a text, or the message inside an object or array. */
function toReason(value: unknown): string | undefined {
  if (isRecord(value)) return pickMember(membersOf(value), ["message", "reason", "detail", "error", "code"], toText);
  if (!Array.isArray(value)) return toText(value);
  const reasons = value.slice(0, 20).map((item) => (Array.isArray(item) ? undefined : toReason(item)));
  return toText(reasons.filter((reason) => reason !== undefined).join("; "));
}

const reasons = ["reason", "error", "errormessage", "failurereason", "errors", "failure"];
/** Members with remarks. They are used as the reason only if the job has failed or was cancelled. */
const remarks = ["statusreason", "statusmessage", "message", "messages", "detail"];

function stepOf(step: unknown, name: string | undefined): JobStep | undefined {
  if (!isRecord(step)) {
    // A plain text is the name of the step. If the name is already known, the text is the state of the step.
    const text = toText(step);
    if (text === undefined) return undefined;
    return name === undefined
      ? { name: text, state: "unknown", stateText: "" }
      : { name, ...stateOf(new Map([["state", text]])) };
  }
  const members = membersOf(step);
  const named = pickMember(members, ["name", "step", "title", "label", "type", "id"], toText) ?? name;
  return {
    name: named ?? "",
    ...stateOf(members),
    ...withoutUndefined({
      startedAt: pickMember(members, ["startedat", "started", "starttime", "begunat"], toInstant),
      finishedAt: pickMember(
        members,
        ["finishedat", "completedat", "endedat", "finished", "completed", "endtime"],
        toInstant,
      ),
    }),
  };
}

function stepsOf(members: Members): JobStep[] {
  for (const name of ["steps", "tasks", "stages", "phases"]) {
    const steps = members.get(name);
    const entries: [string | undefined, unknown][] = Array.isArray(steps)
      ? steps.map((step) => [undefined, step])
      : Object.entries(toRecord(steps) ?? {});
    const known = entries.map(([key, step]) => stepOf(step, key)).filter((step) => step !== undefined);
    if (known.length > 0) return known;
  }
  return [];
}

const jobIDs = ["jobid", "jobuuid", "id", "uuid"];

/** The job's ID from a job in the API's format. Undefined if there is no usable ID. */
export const jobIDOf = (record: unknown) =>
  isRecord(record) ? pickMember(membersOf(record), jobIDs, toID) : undefined;

function jobOf(members: Members, jobID: string, raw: Job["raw"]): Job {
  const said = stateOf(members);
  // Only a step can be skipped. A job with this state counts as cancelled.
  const state = said.state === "skipped" ? "cancelled" : said.state;
  const reason =
    pickMember(members, reasons, toReason) ??
    (state === "failed" || state === "cancelled" ? pickMember(members, remarks, toReason) : undefined);
  const result = pickMember(members, ["result", "output"], toRecord);
  return {
    jobID,
    state,
    stateText: said.stateText,
    steps: stepsOf(members),
    ...withoutUndefined({
      type: pickMember(members, ["type", "jobtype", "kind", "what", "operation", "action"], toText),
      progress: jobProgress(members, state),
      customerID: customerIDOf(members) ?? (result && customerIDOf(membersOf(result))),
      reason,
      created: pickMember(members, [...createdNames, "queuedat", "submittedat"], toInstant),
      updated: pickMember(
        members,
        ["updated", "updatedat", "updatedon", "lastupdated", "lastupdate", "modified", "modifiedat"],
        toInstant,
      ),
    }),
    raw,
  };
}

/**
 * Normalises a job. The specification (sections 4.6 and 4.7) shows none of its members. Nothing is lost: `raw` has the
 * object as the API sent it. An unrecognised state becomes `unknown`. Throws `upstream_malformed` for a listed job that
 * has no usable ID, because the job could not be tracked.
 */
export function normaliseJob(record: unknown, environment: Environment, position: number): Job {
  if (!isRecord(record)) {
    throw upstreamErrors.malformed(environment, `${describeValue(record)} in place of job ${position} of the list`);
  }
  const jobID = jobIDOf(record);
  if (jobID === undefined) {
    throw upstreamErrors.malformed(environment, `job ${position} of the list without a usable jobID`);
  }
  return jobOf(membersOf(record), jobID, record);
}

const state: Expected = { types: ["string"], words: [...stateOfWord.keys()] };

const expectedStep = record({
  name: useful(anyText, ["step", "title", "label", "type"]),
  state: useful(state, ["status"]),
  startedAt: optional(instant, ["started", "starttime"]),
  finishedAt: optional(instant, ["completedat", "endedat", "finished", "endtime"]),
});

export const jobRows: RowReader<Job> = {
  collection: "jobs",
  normalise: normaliseJob,
  expected: record({
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
    steps: optional({ types: ["array"], readable: ["object"], items: expectedStep }, ["tasks", "stages", "phases"]),
    customerID: optional(id, ["customer", "customeruuid"]),
    error: optional({ types: ["string"], readable: ["object", "array"] }, [
      "reason",
      "errormessage",
      "failurereason",
      "errors",
      "failure",
    ]),
    created: useful(instant, [...createdNames, "queuedat", "submittedat"]),
    updated: optional(instant, ["updatedat", "updatedon", "lastupdated", "modified", "modifiedat"]),
  }),
};

/**
 * Normalises a single job that was requested by `jobID`. The job is the answer itself, or it is inside `job`, `data` or
 * `result`. `raw` has the complete answer. If the answer has no ID, it is assumed to be the requested job. Throws
 * `upstream_malformed` if the answer is not an object.
 */
export function normaliseOneJob(json: unknown, environment: Environment, jobID: string): Job {
  if (!isRecord(json)) throw upstreamErrors.malformed(environment, `${describeValue(json)} in place of a job`);
  const outer = membersOf(json);
  const isItself = stateOf(outer).stateText !== "" || jobIDOf(json) !== undefined;
  const inner = isItself ? undefined : pickMember(outer, ["job", "data", "result"], toRecord);
  return jobOf(inner === undefined ? outer : membersOf(inner), jobIDOf(inner ?? json) ?? jobID, json);
}
