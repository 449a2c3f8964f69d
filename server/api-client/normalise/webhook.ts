import type { Environment } from "#lib/contract/environment.ts";
import type { Webhook } from "#lib/contract/webhook.ts";
import { describeValue } from "#server/api-client/transport/describe-body.ts";
import { upstreamErrors } from "#server/api-client/transport/upstream-errors.ts";
import { optional, record, shapes, useful } from "./expected.ts";
import type { RowReader } from "./list.ts";
import { memberReaders, reads } from "./member-readers.ts";
import {
  createdNames,
  isRecord,
  type Members,
  membersOf,
  pickMember,
  toFlag,
  toID,
  toText,
  toWord,
} from "./members.ts";

const { anyText, id, instant } = shapes;

const addresses = ["targeturl", "callbackurl", "callback", "endpoint", "address", "uri", "target", "href"];
const eventNames = ["eventtypes", "eventtype", "event", "topics", "types"];

/** Reads event names from an array of texts or objects, or from a text with commas. */
function toEvents(value: unknown): string[] | undefined {
  const items = Array.isArray(value) ? value : typeof value === "string" ? value.split(",") : undefined;
  return items
    ?.map((item) =>
      isRecord(item) ? pickMember(membersOf(item), ["name", "event", "type", "id"], toText) : toText(item),
    )
    .filter((name) => name !== undefined)
    .map((name) => name.trim());
}

const own = memberReaders<Omit<Webhook, "active" | "raw">>({
  webhookID: reads(toID, optional(id, ["id", "uuid"])),
  url: reads(toText, useful({ ...anyText, formats: ["uri"] }, addresses)),
  events: reads(toEvents, optional({ types: ["array"], readable: ["string"] }, eventNames)),
});

function activityOf(members: Members): boolean | undefined {
  const flag = pickMember(members, ["active", "enabled", "isactive", "isenabled"], toFlag);
  if (flag !== undefined) return flag;
  const isOff = pickMember(members, ["disabled", "isdisabled", "paused"], toFlag);
  if (isOff !== undefined) return !isOff;
  const status = pickMember(members, ["status", "state"], toWord);
  if (status === "active" || status === "enabled") return true;
  return status === "inactive" || status === "disabled" || status === "paused" ? false : undefined;
}

/**
 * Normalises a webhook. The specification (section 4.8) shows none of its members. Nothing is lost: `raw` has the
 * object as the API sent it. Throws `upstream_malformed` if the value is not an object.
 */
export function normaliseWebhook(record: unknown, environment: Environment, position: number): Webhook {
  if (!isRecord(record)) {
    throw upstreamErrors.malformed(environment, `${describeValue(record)} in place of webhook ${position} of the list`);
  }
  const members = membersOf(record);
  const { events = [], ...further } = own.read(members);
  const active = activityOf(members);
  return { events, ...further, ...(active !== undefined && { active }), raw: record };
}

export const webhookRows: RowReader<Webhook> = {
  collection: "webhooks",
  normalise: normaliseWebhook,
  expected: record({
    ...own.members,
    created: optional(instant, createdNames),
    active: optional({ types: ["boolean"], readable: ["integer", "string"] }, [
      "enabled",
      "isactive",
      "isenabled",
      "status",
    ]),
  }),
};
