import type { Environment } from "#lib/contract/environment.ts";
import type { Webhook } from "#lib/contract/webhook.ts";
import { describeValue } from "#server/api-client/transport/describe-body.ts";
import { upstreamErrors } from "#server/api-client/transport/upstream-errors.ts";
import type { RowReader } from "./list.ts";
import {
  isRecord,
  type Members,
  membersOf,
  pickMember,
  toFlag,
  toID,
  toText,
  toWord,
  withoutUndefined,
} from "./members.ts";

const addresses = ["url", "targeturl", "callbackurl", "callback", "endpoint", "address", "uri", "target", "href"];

/** Event names from an array of texts or objects, or from a comma-separated text. */
function toEvents(value: unknown): string[] | undefined {
  const items = Array.isArray(value) ? value : typeof value === "string" ? value.split(",") : undefined;
  return items
    ?.map((item) =>
      isRecord(item) ? pickMember(membersOf(item), ["name", "event", "type", "id"], toText) : toText(item),
    )
    .filter((name) => name !== undefined)
    .map((name) => name.trim());
}

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
 * Normalises a webhook (specification, section 4.8, which shows none of its members). Lossless: `raw` is the record as
 * the API sent it. Throws `upstream_malformed` if the record is not an object.
 */
export function normaliseWebhook(record: unknown, environment: Environment, position: number): Webhook {
  if (!isRecord(record)) {
    throw upstreamErrors.malformed(environment, `${describeValue(record)} in place of webhook ${position} of the list`);
  }
  const members = membersOf(record);
  return {
    events: pickMember(members, ["events", "eventtypes", "eventtype", "event", "topics", "types"], toEvents) ?? [],
    ...withoutUndefined({
      webhookID: pickMember(members, ["webhookid", "id", "uuid"], toID),
      url: pickMember(members, addresses, toText),
      active: activityOf(members),
    }),
    raw: record,
  };
}

export const webhookRows: RowReader<Webhook> = { collection: "webhooks", normalise: normaliseWebhook };
