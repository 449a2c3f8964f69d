import type { ImportState } from "#lib/contract/values/operations/import-states.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { pages } from "#lib/paths.ts";
import type { AttentionSource } from "#server/bff/core/attention-source.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { importCounts } from "./import-view.ts";

/** More than may be unfinished at once. */
const maxLooked = 100;

const waitingStates = ["checked", "first-done", "paused"] as const satisfies ImportState[];

/** Imports that go on only when a person says so. */
export function importAttention({ store }: Pick<CoreServices, "store">): AttentionSource {
  return {
    name: "imports",
    kinds: ["import-waiting"],
    async list({ environment }) {
      const page = { limit: maxLooked, offset: 0 };
      const { imports, total } = await store.imports.list({ environment, states: waitingStates }, page);
      const counts = await store.imports.counts(imports.map(({ importID }) => importID));
      const items = imports.map(({ importID, state, actor, runBy, createdAt, checkedAt, startedAt }) => {
        const { ready, rows } = importCounts(counts.get(importID) ?? {});
        const customers = state === "checked" ? ready : rows;
        return {
          kind: "import-waiting" as const,
          id: importID,
          environment,
          title: `Import of ${formatCount(customers)} ${customers === 1 ? "customer" : "customers"}`,
          state,
          customers,
          person: runBy ?? actor,
          since: new Date(startedAt ?? checkedAt ?? createdAt).toISOString(),
          href: pages.import(environment, importID),
          // One that stops again after it went on is news.
          cause: `${state} ${ready}`,
        };
      });
      return { items, total };
    },
  };
}
