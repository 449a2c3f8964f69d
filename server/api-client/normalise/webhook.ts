import type { Environment } from "#lib/contract/environment.ts";
import type { Webhook } from "#lib/contract/webhook.ts";
import { describeValue } from "#server/api-client/transport/describe-body.ts";
import { upstreamErrors } from "#server/api-client/transport/upstream-errors.ts";
import type { RowKind } from "./list.ts";
import { isRecord, type Members, membersOf, pick, present, toFlag, toID, toText, toWord } from "./members.ts";

const addresses = ["url", "targeturl", "callbackurl", "callback", "endpoint", "address", "uri", "target", "href"];

/** Names in an array, of texts or of objects that have one, or in one text with commas. */
function toEvents(value: unknown): string[] | undefined {
  const items = Array.isArray(value) ? value : typeof value === "string" ? value.split(",") : undefined;
  return items
    ?.map((item) => (isRecord(item) ? pick(membersOf(item), ["name", "event", "type", "id"], toText) : toText(item)))
    .filter((name) => name !== undefined)
    .map((name) => name.trim());
}

function activityOf(members: Members): boolean | undefined {
  const flag = pick(members, ["active", "enabled", "isactive", "isenabled"], toFlag);
  if (flag !== undefined) return flag;
  const isOff = pick(members, ["disabled", "isdisabled", "paused"], toFlag);
  if (isOff !== undefined) return !isOff;
  const status = pick(members, ["status", "state"], toWord);
  if (status === "active" || status === "enabled") return true;
  return status === "inactive" || status === "disabled" || status === "paused" ? false : undefined;
}

/**
 * A webhook in the canonical model (specification, section 4.8, which shows none of its members).
 * Lossless: `raw` is the record as it came. What is no object is `upstream_malformed`.
 */
export function normaliseWebhook(record: unknown, environment: Environment, position: number): Webhook {
  if (!isRecord(record)) {
    throw upstreamErrors.malformed(environment, `${describeValue(record)} in place of webhook ${position} of the list`);
  }
  const members = membersOf(record);
  return {
    events: pick(members, ["events", "eventtypes", "eventtype", "event", "topics", "types"], toEvents) ?? [],
    ...present({
      webhookID: pick(members, ["webhookid", "id", "uuid"], toID),
      url: pick(members, addresses, toText),
      active: activityOf(members),
    }),
    raw: record,
  };
}

export const webhookRows: RowKind<Webhook> = { collection: "webhooks", normalise: normaliseWebhook };
