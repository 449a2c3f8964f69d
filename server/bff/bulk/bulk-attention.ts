import {
  changedMember,
  changedValue,
  isBulkFinishedPartly,
  waitingBulkStates,
} from "#lib/contract/values/operations/bulk-states.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { needsApproval } from "#lib/operations/needs-approval.ts";
import { pages } from "#lib/paths.ts";
import type { AttentionSource, OpenItem } from "#server/bff/core/attention-source.ts";
import { failedForMs } from "#server/bff/operations/operation-attention.ts";
import type { StoredBulk } from "#server/bff/store/bulk/bulk-rows.ts";
import type { BulkRowCounts } from "#server/bff/store/bulk/bulks.ts";
import { bulkApprovalView } from "./bulk-approval.ts";
import type { BulkServices } from "./bulk-services.ts";

/** The maximum number of bulk changes that are read. Fewer bulk changes can be unfinished at the same time. */
const maxRead = 100;

function itemOf(bulk: StoredBulk, counts: BulkRowCounts): OpenItem {
  const { bulkID, environment, state, actor, runBy, change, total, createdAt, checkedAt, startedAt, finishedAt } = bulk;
  return {
    kind: "bulk-waiting",
    id: bulkID,
    environment,
    title: `Bulk change of ${formatCount(total)} ${total === 1 ? "customer" : "customers"}`,
    state,
    ...(change && { change: { member: changedMember(change), value: changedValue(change) } }),
    customers: total,
    person: runBy ?? actor,
    since: new Date(finishedAt ?? startedAt ?? checkedAt ?? createdAt).toISOString(),
    href: pages.bulk(environment, bulkID),
    // The cause changes if a bulk change continues and stops again. A postponed item is then shown again.
    cause: `${state} ${(counts.ready ?? 0) + (counts.pending ?? 0)}`,
  };
}

/**
 * The items of bulk changes. Some continue only when a person acts. Others ended recently without changing all
 * customers.
 */
export function bulkAttention(services: BulkServices): AttentionSource {
  const { store, clock } = services;
  const { bulks } = store;
  return {
    name: "bulk",
    kinds: ["bulk-waiting"],
    async list({ environment }) {
      const page = { limit: maxRead, offset: 0 };
      const [waiting, latest] = await Promise.all([
        bulks.list({ environment, states: waitingBulkStates }, page),
        bulks.list({ environment }, page),
      ]);
      const sinceMs = clock.now() - failedForMs;
      const lately = latest.runs.filter(
        ({ state, finishedAt }) => state === "finished" && (finishedAt ?? 0) >= sinceMs,
      );
      const listedBulks = [...waiting.runs, ...lately];
      const counts = await bulks.counts(listedBulks.map(({ bulkID }) => bulkID));
      const countsOf = ({ bulkID }: StoredBulk): BulkRowCounts => counts.get(bulkID) ?? {};
      // A later bulk change has started the remaining customers again, so this item is settled.
      const startedAgain = new Set(latest.runs.flatMap(({ source }) => ofBulkID(source)));
      const open = lately.filter(
        (bulk) => isBulkFinishedPartly({ state: bulk.state, counts: countsOf(bulk) }) && !startedAgain.has(bulk.bulkID),
      );
      // A bulk change that waits for an approval is listed by its approval request.
      const requested = await store.approvals.waitingSubjects(environment, "bulk", clock.now());
      const listed = [...waiting.runs, ...open]
        .filter(({ bulkID }) => !requested.has(bulkID))
        .map(async (bulk) => {
          const approval = await bulkApprovalView(services, bulk, (bulk.runBy ?? bulk.actor).staffID);
          const item = itemOf(bulk, countsOf(bulk));
          return approval && needsApproval(approval) ? { ...item, state: "approval-needed" } : item;
        });
      const items = await Promise.all(listed);
      return { items, total: items.length + waiting.total - waiting.runs.length };
    },
  };
}

const ofBulkID = (source: StoredBulk["source"]): string[] =>
  source.kind === "ids" && source.ofBulkID !== undefined ? [source.ofBulkID] : [];
