import { dayMs } from "#lib/contract/values/calendar.ts";
import { pages } from "#lib/paths.ts";
import type { AttentionSource, OpenItem } from "#server/bff/core/attention-source.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { StoredApproval } from "#server/bff/store/approvals/approval-rows.ts";

/** For how long everybody is told of an emergency that nobody has acknowledged. */
const emergencyForMs = 30 * dayMs;

function itemOf(approval: StoredApproval, state: "waiting" | "emergency"): OpenItem {
  const { approvalID, environment, request, requestedBy, decidedBy, decidedAt, createdAt } = approval;
  const { title, rows, customerID, change } = request;
  const { plan, term } = { plan: undefined, term: undefined, ...change };
  return {
    ...{ kind: "approval", id: approvalID, environment, title, state },
    ...(customerID !== undefined && { customerID }),
    ...(plan !== undefined && { change: { member: "plan" as const, value: plan } }),
    ...(term !== undefined && { change: { member: "term" as const, value: term } }),
    ...(rows > 1 && { customers: rows }),
    // Who cannot decide it: the one who requested it, or who released it alone.
    person: state === "emergency" ? (decidedBy ?? requestedBy) : requestedBy,
    // Everybody is told of an emergency, the requester too.
    accountIDs: [(state === "emergency" && decidedBy ? decidedBy : requestedBy).staffID],
    since: new Date(decidedAt ?? createdAt).toISOString(),
    href: pages.approval(environment, approvalID),
    cause: state,
  };
}

/** Requests that wait for a second person, and what was released without one and nobody has acknowledged. */
export function approvalAttention({ store, clock }: Pick<CoreServices, "store" | "clock">): AttentionSource {
  return {
    name: "approvals",
    kinds: ["approval"],
    async list({ environment }) {
      const nowMs = clock.now();
      const [waiting, emergencies] = await Promise.all([
        store.approvals.waiting(environment, nowMs),
        store.approvals.emergencies(environment, nowMs - emergencyForMs, nowMs),
      ]);
      return {
        items: [
          ...waiting.map((approval) => itemOf(approval, "waiting")),
          ...emergencies.map((approval) => itemOf(approval, "emergency")),
        ],
      };
    },
  };
}
