import { pages } from "#lib/paths.ts";
import type { AnyOwnNotification } from "#server/bff/store/own-notifications/append-own-notifications.ts";
import type { StoredApproval } from "./approval-rows.ts";

type Requested = Pick<StoredApproval, "approvalID" | "environment" | "requestedBy" | "createdAt"> & {
  request: Pick<StoredApproval["request"], "title" | "customerID">;
};

/** The members that both notifications about a request have. */
function commonOf({ approvalID, environment, request }: Requested) {
  return {
    environment,
    title: request.title,
    customerID: request.customerID ?? null,
    href: pages.approval(environment, approvalID),
  };
}

/** The notification about a new request, for everybody who may decide except the requester. */
export const approvalRequested = (approval: Requested): AnyOwnNotification => ({
  ...commonOf(approval),
  kind: "approval-requested",
  state: "waiting",
  key: `approval-requested ${approval.approvalID}`,
  to: { permission: "approvals.decide" },
  by: approval.requestedBy,
});

/** The notification about a decision, for the requester. A withdrawn request has none. */
export function approvalDecided(
  approval: Requested & Pick<StoredApproval, "state" | "decidedBy" | "decidedAt">,
): AnyOwnNotification[] {
  const { approvalID, state, requestedBy, decidedBy, decidedAt } = approval;
  if (state !== "approved" && state !== "rejected") return [];
  return [
    {
      ...commonOf(approval),
      kind: "approval-decided",
      state,
      key: `approval-decided ${approvalID} ${decidedAt}`,
      to: { staffIDs: [requestedBy.staffID] },
      by: decidedBy,
    },
  ];
}
