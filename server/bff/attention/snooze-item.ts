import type { AttentionItem, NamedItem, SnoozeItem } from "#lib/contract/console/attention.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { maxSnoozeDays } from "#lib/contract/values/console/attention-kinds.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { publicItem } from "./attention-registry.ts";
import type { AttentionServices } from "./attention-services.ts";
import { findItem, itemEvent } from "./find-item.ts";

type Context = RouteContext<"attention.snooze", "/api/attention/:id/snooze", AttentionServices>;

/**
 * Postpones an item for everybody until a given time. The thing that the item is about, for example a job, is not
 * affected. If that thing no longer needs attention, the item ends early.
 */
export async function snoozeItem({
  context,
  id,
  input: { until, reason, ...wanted },
}: {
  context: Context;
  id: string;
  input: SnoozeItem;
}): Promise<{ item: AttentionItem }> {
  const { services, session } = context;
  const nowMs = services.clock.now();
  const untilMs = Date.parse(until);
  if (untilMs <= nowMs || untilMs > nowMs + maxSnoozeDays * dayMs) {
    const message = `must be a time of the next ${maxSnoozeDays} days`;
    throw new AppError("invalid_request", `The time ${message}. Nothing was changed.`, {
      errors: [{ field: "until", message }],
    });
  }
  const item = await findItem(context, id, wanted);
  if (item.kind === "approval") {
    throw new AppError("invalid_request", "An approval cannot be put off: approve it, refuse it, or let it expire.");
  }
  const { staffID, email } = session.staff;
  const { environment, kind, cause = "" } = item;
  const snooze = { environment, kind, itemID: id, cause, until: untilMs, reason, staffID, email, createdAt: nowMs };
  const instant = new Date(untilMs).toISOString();
  await services.store.snoozes.put(snooze, itemEvent(context, "attention.snoozed", item, { until: instant, reason }));
  const at = new Date(nowMs).toISOString();
  return { item: publicItem({ ...item, snooze: { until: instant, reason, by: { staffID, email }, at } }) };
}

/** Shows a postponed item again. */
export async function endSnooze({
  context,
  id,
  input,
}: {
  context: Context;
  id: string;
  input: NamedItem;
}): Promise<void> {
  const { services } = context;
  const item = await findItem(context, id, input);
  const { environment, kind } = item;
  const key = { environment, kind, itemID: id };
  const event = itemEvent(context, "attention.snooze-ended", item, {});
  const ended = await services.store.snoozes.end(key, services.clock.now(), event);
  if (!ended) throw new AppError("not_found", "This is not put off.");
}
