import type { Activity } from "#lib/contract/customers/activity.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { describeValue } from "#server/api-client/transport/describe-body.ts";
import { upstreamErrors } from "#server/api-client/transport/upstream-errors.ts";
import { type Expected, optional, record, shapes, useful } from "./expected.ts";
import { toInstant } from "./instant.ts";
import type { RowReader } from "./list.ts";
import { memberReaders, reads } from "./member-readers.ts";
import { isRecord, type Members, membersOf, pickMember, toID, toText } from "./members.ts";

const { anyText, id, instant } = shapes;

/** Reads a party of an activity: a text, or the number or name inside an object. */
const toParty = (value: unknown) =>
  isRecord(value)
    ? pickMember(membersOf(value), ["number", "phonenumber", "extension", "name", "displayname", "email", "id"], toText)
    : toText(value);

/** Reads a duration in seconds: a number, digits, `hh:mm:ss` or ISO 8601 (`PT3M4S`). */
function toSeconds(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) && value >= 0 ? value : undefined;
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  if (/^\d{1,15}(\.\d{1,9})?$/.test(text)) return Number(text);
  const match =
    /^(?:(\d{1,6}):)?(\d{1,3}):(\d{2}(?:\.\d{1,9})?)$/.exec(text) ??
    /^PT(?=\d)(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?$/i.exec(text);
  if (match === null) return undefined;
  return Number(match[1] ?? 0) * 3_600 + Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0);
}

function durationOf(members: Members): number | undefined {
  const seconds = pickMember(
    members,
    ["durationseconds", "durationsecs", "durationsec", "seconds", "duration"],
    toSeconds,
  );
  if (seconds !== undefined) return seconds;
  const milliseconds = pickMember(members, ["durationms", "durationmilliseconds", "durationmillis"], toSeconds);
  return milliseconds === undefined ? undefined : milliseconds / 1_000;
}

const times = ["timestamp", "occurredat", "time", "datetime", "date"];
const starts = ["startedat", "starttime", "start", "eventtime", "created", "createdat", "creationdate"];
const party: Expected = { ...anyText, readable: ["integer", "object"] };
const callers = ["fromnumber", "caller", "callernumber", "callerid", "source"];
const called = ["tonumber", "callee", "calleenumber", "called", "destination", "target"];

/** `fromFormatted` and `toFormatted` are excluded, because the console adds them later. */
const own = memberReaders<Omit<Activity, "durationSeconds" | "fromFormatted" | "toFormatted" | "raw">>({
  activityID: reads(toID, optional(id, ["id", "uuid", "eventid", "callid"])),
  type: reads(toText, useful(anyText, ["activitytype", "kind", "event", "eventtype", "category"])),
  direction: reads(toText, optional(anyText, ["calldirection"])),
  at: reads(toInstant, useful(instant, [...times, ...starts])),
  from: reads(toParty, optional(party, callers)),
  to: reads(toParty, optional(party, called)),
  description: reads(toText, optional(anyText, ["summary", "details", "message"])),
});

/**
 * Normalises an activity. The specification (section 4.5) shows none of its members. Nothing is lost: `raw` has the
 * object as the API sent it. Throws `upstream_malformed` if the value is not an object.
 */
export function normaliseActivity(record: unknown, environment: Environment, position: number): Activity {
  if (!isRecord(record)) {
    throw upstreamErrors.malformed(
      environment,
      `${describeValue(record)} in place of activity ${position} of the list`,
    );
  }
  const members = membersOf(record);
  const durationSeconds = durationOf(members);
  return { ...own.read(members), ...(durationSeconds !== undefined && { durationSeconds }), raw: record };
}

export const activityRows: RowReader<Activity> = {
  collection: "activities",
  normalise: normaliseActivity,
  expected: record({
    ...own.members,
    durationSeconds: optional({ types: ["integer", "number"], readable: ["string"] }, [
      "durationsecs",
      "durationsec",
      "seconds",
      "duration",
      "durationms",
      "durationmilliseconds",
    ]),
  }),
};
