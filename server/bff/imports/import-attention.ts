import type { ImportState } from "#lib/contract/values/operations/import-states.ts";
import { needsApproval } from "#lib/operations/needs-approval.ts";
import { pages } from "#lib/paths.ts";
import type { AttentionSource, OpenItem } from "#server/bff/core/attention-source.ts";
import type { StoredImport } from "#server/bff/store/imports/import-rows.ts";
import type { ImportRowCounts } from "#server/bff/store/imports/imports.ts";
import { importApprovalView } from "./import-approval.ts";
import type { ImportServices } from "./import-services.ts";
import { importCounts, importTitle } from "./import-view.ts";

/**
 * The maximum number of waiting imports that are read, and of finished imports. In practice, fewer imports are open.
 */
const maxRead = 100;

const waitingStates = ["checked", "first-done", "paused"] as const satisfies ImportState[];

function itemOf(importRecord: StoredImport, customers: number, cause: string): OpenItem {
  const { importID, environment, state, actor, runBy, createdAt, checkedAt, startedAt, finishedAt } = importRecord;
  return {
    kind: "import-waiting",
    id: importID,
    environment,
    title: importTitle(importRecord, customers),
    state,
    customers,
    person: runBy ?? actor,
    since: new Date(finishedAt ?? startedAt ?? checkedAt ?? createdAt).toISOString(),
    href: pages.import(environment, importID),
    cause,
  };
}

/**
 * The imports that need attention. Some of these imports continue only when a person acts. Other imports have ended
 * without creating all customers.
 */
export function importAttention(services: ImportServices): AttentionSource {
  const { store, clock } = services;
  const { imports } = store;

  async function waitingItem(importRecord: StoredImport, counts: ImportRowCounts): Promise<OpenItem> {
    const { ready, rows } = importCounts(counts);
    const { state, runBy, actor } = importRecord;
    const approval = await importApprovalView({ services, session: { staff: runBy ?? actor } }, importRecord, ready);
    // The cause changes if the import continues and stops again. Attention then shows a postponed item again.
    const item = itemOf(importRecord, state === "checked" ? ready : rows, `${state} ${ready}`);
    return approval && needsApproval(approval) ? { ...item, state: "approval-needed" } : item;
  }

  function finishedItem(importRecord: StoredImport, counts: ImportRowCounts): OpenItem {
    const { created, failed, errors, skipped, unknown, rows } = importCounts(counts);
    // The cause changes if another row fails later. Attention then shows a postponed item again.
    const item = itemOf(importRecord, rows, `finished ${failed}`);
    return { ...item, rows: { done: created, failed, errors, skipped, unknown } };
  }

  return {
    name: "imports",
    kinds: ["import-waiting"],
    async list({ environment, isHandled }) {
      const page = { limit: isHandled ? 0 : maxRead, offset: 0 };
      const [waiting, finished, requested] = await Promise.all([
        imports.list({ environment, states: waitingStates }, page),
        imports.finishedPartly({ environment, isHandled }, maxRead),
        // Imports that wait for an approval are excluded below, because their approval request is already an item.
        store.approvals.waitingSubjects(environment, "import", clock.now()),
      ]);
      const open = waiting.runs.filter(({ importID }) => !requested.has(importID));
      const counts = await imports.counts([...open, ...finished.runs].map(({ importID }) => importID));
      const countsOf = ({ importID }: StoredImport): ImportRowCounts => counts.get(importID) ?? {};
      const items = [
        ...(await Promise.all(open.map((one) => waitingItem(one, countsOf(one))))),
        ...finished.runs.map((one) => finishedItem(one, countsOf(one))),
      ];
      return { items, total: items.length + finished.total - finished.runs.length };
    },
  };
}
