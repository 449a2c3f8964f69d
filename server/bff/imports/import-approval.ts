import type { RunApproval } from "#lib/contract/operations/approval.ts";
import { isImportActive } from "#lib/contract/values/operations/import-states.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { pages } from "#lib/paths.ts";
import type { ApprovalSource } from "#server/bff/core/approval-gate.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { requestHash } from "#server/bff/operations/request-hash.ts";
import { runApprovalView } from "#server/bff/operations/runs/run-approval.ts";
import type { StoredImport } from "#server/bff/store/imports/import-rows.ts";
import type { ImportServices } from "./import-services.ts";
import { importCounts } from "./import-view.ts";

/** True while an import is checked, or has begun and is not over: nobody can change its rows after that. */
function isStartable({ state, pausedFrom }: Pick<StoredImport, "state" | "pausedFrom">): boolean {
  if (state === "paused") return pausedFrom !== "checking";
  return state === "checked" || state === "first" || state === "first-done" || state === "running";
}

/** What an approval of an import is for: every customer that the check found ready, and what the columns are. */
export function importApprovalDigest({ importID, digest, mapping }: StoredImport): string {
  return requestHash({ importID, digest, mapping });
}

/** What people are to approve of an import: its rows and columns. Each row is compared once more before it is sent. */
export function importApproval({ store }: Pick<CoreServices, "store">): ApprovalSource {
  return {
    kind: "import",
    async describe(environment, importID) {
      const found = await store.imports.find(environment, importID);
      if (!found || found.digest === null || !isStartable(found)) return null;
      const { ready, waiting, created, failed, unknown } = importCounts(
        (await store.imports.counts([importID])).get(importID) ?? {},
      );
      const rows = ready + waiting + created + failed + unknown;
      return {
        digest: importApprovalDigest(found),
        title: `Import of ${formatCount(rows)} ${rows === 1 ? "customer" : "customers"}`,
        rows,
        changes: [],
        parts: {
          requesters: found.runBy ? [found.actor, found.runBy] : [found.actor],
          editors: await store.approvalPolicy.editorsOf({ kind: "import", id: importID }),
        },
        href: pages.import(environment, importID),
      };
    },
    // Nothing at the API is changed: what could differ is compared by the check, whose result the digest names.
    differences: async () => [],
  };
}

/** What a second person has to do with an import whose next step a person takes; undefined where nothing is. */
export async function importApprovalView(
  { services, session }: { services: ImportServices; session: { staff: { staffID: string } } },
  found: StoredImport,
  rows: number,
): Promise<RunApproval | undefined> {
  const { environment, importID, digest, state } = found;
  if (digest === null || rows === 0 || !isStartable(found) || isImportActive(state)) return undefined;
  const { staffID } = session.staff;
  return runApprovalView(
    services,
    { environment, kind: "import", subjectID: importID, staffID, rows, changes: [] },
    async () => importApprovalDigest(found),
  );
}
