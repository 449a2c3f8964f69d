import type { Transaction } from "kysely";
import { pages } from "#lib/paths.ts";
import { appendOwnNotifications } from "#server/bff/store/own-notifications/append-own-notifications.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { StoredOperation } from "./operation-rows.ts";

/**
 * Notifies the requester that an operation failed, or that its outcome stays unknown. A refusal has no notification,
 * because the page that sent the request shows it. Rows of bulk changes and imports, and steps of planned changes, have
 * none either: their bulk change, import or planned change notifies.
 */
export function notifyOfOperation(
  on: Transaction<ConsoleSchema>,
  { operationID, environment, actor, bulkID, request, companyName, customerID }: StoredOperation,
  state: "failed" | "unknown",
  nowMs: number,
): void {
  if (bulkID !== null || request.plannedChangeID !== undefined) return;
  appendOwnNotifications(
    on,
    [
      {
        kind: "own-operation",
        state,
        environment,
        key: `own-operation ${operationID} ${state}`,
        to: { staffIDs: [actor.staffID] },
        by: null,
        title: companyName || customerID || operationID,
        customerID,
        href: pages.operation(environment, operationID),
      },
    ],
    nowMs,
  );
}
