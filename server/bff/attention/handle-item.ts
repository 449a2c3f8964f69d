import type { AttentionItem, HandleItem, NamedItem } from "#lib/contract/console/attention.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { handlingOf } from "#lib/contract/values/console/attention-kinds.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { publicItem } from "./attention-registry.ts";
import type { AttentionServices } from "./attention-services.ts";
import { findItem, itemEvent } from "./find-item.ts";

type Context = RouteContext<"attention.handle", "/api/attention/:id/handled", AttentionServices>;

/** Why an item cannot be marked as handled, and what a person can do instead. */
function refusalOf({ kind }: AttentionItem): string {
  if (kind === "unknown") {
    return "Nobody knows yet whether this was carried out. Check the result and record it first. Nothing was changed.";
  }
  if (kind === "approval") {
    return "This waits for an approval: approve it, reject it, or let it expire. Nothing was changed.";
  }
  return "This goes on only when a person decides: review it, or snooze it until later. Nothing was changed.";
}

/**
 * Marks an item as handled. The item disappears from everybody's list until its cause changes. No outcome is changed.
 */
export async function handleItem({
  context,
  id,
  input: { reason, ...wanted },
}: {
  context: Context;
  id: string;
  input: HandleItem;
}): Promise<{ item: AttentionItem }> {
  const { services, session } = context;
  const item = await findItem(context, id, wanted);
  const handling = handlingOf(item);
  if (handling === undefined) throw new AppError("needs_decision", refusalOf(item));
  if (handling === "with-reason" && reason === undefined) {
    const message = "must say why";
    throw new AppError("invalid_request", "What failed needs a reason. Nothing was changed.", {
      errors: [{ field: "reason", message }],
    });
  }
  const nowMs = services.clock.now();
  const { staffID, email } = session.staff;
  const { environment, kind, cause = "" } = item;
  const mark = { environment, kind, itemID: id, cause, reason: reason ?? null, staffID, email, createdAt: nowMs };
  const marked = await services.store.handled.put(
    mark,
    itemEvent(context, "attention.handled", item, reason === undefined ? {} : { reason }),
  );
  // A colleague has marked the item first. The colleague's name and reason are not replaced.
  if (!marked) throw new AppError("not_found", "A colleague has just marked this as handled.");
  const handled = {
    ...(reason !== undefined && { reason }),
    by: { staffID, email },
    at: new Date(nowMs).toISOString(),
  };
  return { item: { ...publicItem(item), handled } };
}

/** Removes a mark, so that the item needs attention again. */
export async function reopenItem({
  context,
  id,
  input,
}: {
  context: Context;
  id: string;
  input: NamedItem;
}): Promise<void> {
  const { services } = context;
  const item = await findItem(context, id, input, "handled");
  const { environment, kind } = item;
  const event = itemEvent(context, "attention.reopened", item, {});
  const ended = await services.store.handled.end({ environment, kind, itemID: id }, services.clock.now(), event);
  if (!ended) throw new AppError("not_found", "This is not marked as handled.");
}
