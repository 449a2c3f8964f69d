import type { AttentionItem, NamedItem } from "#lib/contract/console/attention.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { AuditAction } from "#lib/contract/values/access/audit-actions.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import type { OpenItem } from "#server/bff/core/attention-source.ts";
import type { Policy, RouteContext } from "#server/bff/core/route.ts";
import type { AttentionServices } from "./attention-services.ts";

type Context = RouteContext<"attention.snooze" | "attention.handle", string, AttentionServices>;

/**
 * Finds the item with this ID in the person's environments, either among the open items or among the handled items.
 * Throws `not_found` if no item has this ID, and `invalid_request` if several items have it.
 */
export async function findItem(
  {
    services,
    session,
    requestID,
  }: Pick<RouteContext<Exclude<Policy, "anyone">, string, AttentionServices>, "services" | "session" | "requestID">,
  id: string,
  { environment: wantedEnvironment, kind }: NamedItem,
  list: "open" | "handled" = "open",
): Promise<OpenItem> {
  const environments = [...services.clients.keys()].filter((one) => session.staff.environments.includes(one));
  const read = await Promise.all(
    environments.map((environment) => services.attention[list]({ environment, requestID })),
  );
  const found = read
    .flatMap(({ items }) => items)
    .filter(
      (item) =>
        item.id === id &&
        (wantedEnvironment === undefined || item.environment === wantedEnvironment) &&
        (kind === undefined || item.kind === kind),
    );
  const [item] = found;
  if (!item) throw new AppError("not_found", "This does not wait for a person any more, or you have no access to it.");
  if (found.length > 1) {
    throw new AppError("invalid_request", "Several items have this ID: name the environment and the kind.");
  }
  return item;
}

/** The audit event for a person's action on an item. */
export const itemEvent = (
  context: Context,
  action: AuditAction,
  { environment, kind, id }: AttentionItem,
  after: Record<string, unknown>,
) => ({
  ...auditSource(context),
  action,
  outcome: "done" as const,
  environment,
  target: { kind: "attention" as const, id },
  after: { kind, ...after },
});
