import {
  changedMember,
  changedValue,
  countFailedRows,
  waitingBulkStates,
} from "#lib/contract/values/operations/bulk-states.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { needsApproval } from "#lib/operations/needs-approval.ts";
import { pages } from "#lib/paths.ts";
import type { AttentionSource, OpenItem } from "#server/bff/core/attention-source.ts";
import type { StoredBulk } from "#server/bff/store/bulk/bulk-rows.ts";
import type { BulkRowCounts } from "#server/bff/store/bulk/bulks.ts";
import { bulkApprovalView } from "./bulk-approval.ts";
import type { BulkServices } from "./bulk-services.ts";

/**
 * The maximum number of waiting bulk changes that are read. The same limit applies to finished bulk changes. In
 * practice, fewer are open at a time.
 */
const maxRead = 100;

/** The customers in words. Their number is unknown until the check has read the customers of a view. */
const customersOf = ({ source, checkedAt, total }: StoredBulk): string =>
  source.kind === "view" && checkedAt === null
    ? `the view “${source.name}”`
    : `${formatCount(total)} ${total === 1 ? "customer" : "customers"}`;

function itemOf(bulk: StoredBulk, cause: string): OpenItem {
  const { bulkID, environment, state, actor, runBy, change, total, createdAt, checkedAt, startedAt, finishedAt } = bulk;
  return {
    kind: "bulk-waiting",
    id: bulkID,
    environment,
    title: `Bulk change of ${customersOf(bulk)}`,
    state,
    ...(change && { change: { member: changedMember(change), value: changedValue(change) } }),
    ...(total > 0 && { customers: total }),
    person: runBy ?? actor,
    since: new Date(finishedAt ?? startedAt ?? checkedAt ?? createdAt).toISOString(),
    href: pages.bulk(environment, bulkID),
    cause,
  };
}

/**
 * The bulk changes that need attention. Some of these bulk changes continue only when a person acts. Other bulk changes
 * have ended without changing all customers.
 */
export function bulkAttention(services: BulkServices): AttentionSource {
  const { store, clock } = services;
  const { bulks } = store;

  async function waitingItem(bulk: StoredBulk, { ready = 0, pending = 0 }: BulkRowCounts): Promise<OpenItem> {
    const approval = await bulkApprovalView(services, bulk, (bulk.runBy ?? bulk.actor).staffID);
    // The cause changes if the bulk change continues and stops again. Attention then shows a postponed item again.
    const item = itemOf(bulk, `${bulk.state} ${ready + pending}`);
    return approval && needsApproval(approval) ? { ...item, state: "approval-needed" } : item;
  }

  function finishedItem(bulk: StoredBulk, counts: BulkRowCounts): OpenItem {
    const failed = countFailedRows(counts);
    // The cause changes if another row fails later. Attention then shows a postponed item again.
    const item = itemOf(bulk, `finished ${failed}`);
    return { ...item, rows: { done: (counts.changed ?? 0) + (counts.same ?? 0) + (counts.planned ?? 0), failed } };
  }

  return {
    name: "bulk",
    kinds: ["bulk-waiting"],
    async list({ environment, isHandled }) {
      const page = { limit: isHandled ? 0 : maxRead, offset: 0 };
      const [waiting, finished, requested] = await Promise.all([
        bulks.list({ environment, states: waitingBulkStates }, page),
        bulks.finishedPartly({ environment, isHandled }, maxRead),
        // Bulk changes that wait for an approval are excluded below, because their approval request is already an item.
        store.approvals.waitingSubjects(environment, "bulk", clock.now()),
      ]);
      const open = waiting.runs.filter(({ bulkID }) => !requested.has(bulkID));
      const counts = await bulks.counts([...open, ...finished.runs].map(({ bulkID }) => bulkID));
      const countsOf = ({ bulkID }: StoredBulk): BulkRowCounts => counts.get(bulkID) ?? {};
      const items = [
        ...(await Promise.all(open.map((bulk) => waitingItem(bulk, countsOf(bulk))))),
        ...finished.runs.map((bulk) => finishedItem(bulk, countsOf(bulk))),
      ];
      return { items, total: items.length + finished.total - finished.runs.length };
    },
  };
}
