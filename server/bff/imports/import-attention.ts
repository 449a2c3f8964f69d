import type { ImportState } from "#lib/contract/values/operations/import-states.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { needsApproval } from "#lib/operations/needs-approval.ts";
import { pages } from "#lib/paths.ts";
import type { AttentionSource } from "#server/bff/core/attention-source.ts";
import type { StoredImport } from "#server/bff/store/imports/import-rows.ts";
import { importApprovalView } from "./import-approval.ts";
import type { ImportServices } from "./import-services.ts";
import { importCounts } from "./import-view.ts";

/** The maximum number of imports that are read. Fewer imports can be unfinished at the same time. */
const maxRead = 100;

const waitingStates = ["checked", "first-done", "paused"] as const satisfies ImportState[];

/** Imports that continue only when a person acts. */
export function importAttention(services: ImportServices): AttentionSource {
  const { store, clock } = services;
  return {
    name: "imports",
    kinds: ["import-waiting"],
    async list({ environment }) {
      const page = { limit: maxRead, offset: 0 };
      const { runs: imports, total } = await store.imports.list({ environment, states: waitingStates }, page);
      const counts = await store.imports.counts(imports.map(({ importID }) => importID));
      // An import that waits for an approval is listed by its approval request.
      const requested = await store.approvals.waitingSubjects(environment, "import", clock.now());
      const listed = imports.filter(({ importID }) => !requested.has(importID));
      const asItem = async (importRecord: StoredImport) => {
        const { importID, state, actor, runBy, createdAt, checkedAt, startedAt } = importRecord;
        const { ready, rows } = importCounts(counts.get(importID) ?? {});
        const customers = state === "checked" ? ready : rows;
        const approval = await importApprovalView(
          { services, session: { staff: runBy ?? actor } },
          importRecord,
          ready,
        );
        return {
          kind: "import-waiting" as const,
          id: importID,
          environment,
          title: `Import of ${formatCount(customers)} ${customers === 1 ? "customer" : "customers"}`,
          state: approval && needsApproval(approval) ? "approval-needed" : state,
          customers,
          person: runBy ?? actor,
          since: new Date(startedAt ?? checkedAt ?? createdAt).toISOString(),
          href: pages.import(environment, importID),
          // The cause changes if an import continues and stops again. A postponed item is then shown again.
          cause: `${state} ${ready}`,
        };
      };
      const items = await Promise.all(listed.map(asItem));
      return { items, total: total - imports.length + items.length };
    },
  };
}
