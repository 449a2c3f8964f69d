import type { RunApproval } from "#lib/contract/operations/approval.ts";
import { isRunActive } from "#lib/contract/values/operations/run-states.ts";
import { pages } from "#lib/paths.ts";
import type { ApprovalSource } from "#server/bff/core/approval-gate.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { requestHash } from "#server/bff/operations/request-hash.ts";
import { runApprovalView } from "#server/bff/runs/run-approval.ts";
import type { StoredImport } from "#server/bff/store/imports/import-rows.ts";
import type { ImportServices } from "./import-services.ts";
import { importCounts, importTitle } from "./import-view.ts";

/** True for a checked import, and for a started import until it ends. After the start its rows cannot change. */
function isStartable({ state, pausedFrom }: Pick<StoredImport, "state" | "pausedFrom">): boolean {
  if (state === "paused") return pausedFrom !== "checking";
  return state === "checked" || state === "first" || state === "first-done" || state === "running";
}

/** The digest that an approval covers: all rows that the check found ready, and the mapping of the columns. */
export function importApprovalDigest({ importID, digest, mapping }: StoredImport): string {
  return requestHash({ importID, digest, mapping });
}

/**
 * Describes an import for its approver. Approval does not skip checks: each row is compared again before it is sent.
 */
export function importApproval({ store }: Pick<CoreServices, "store">): ApprovalSource {
  return {
    kind: "import",
    async describe(environment, importID) {
      const importRecord = await store.imports.find(environment, importID);
      if (!importRecord || importRecord.digest === null || !isStartable(importRecord)) return null;
      const { ready, waiting, created, failed, unknown } = importCounts(
        (await store.imports.counts([importID])).get(importID) ?? {},
      );
      const rows = ready + waiting + created + failed + unknown;
      return {
        digest: importApprovalDigest(importRecord),
        title: importTitle(importRecord, rows),
        rows,
        changes: [],
        parts: {
          requesters: importRecord.runBy ? [importRecord.actor, importRecord.runBy] : [importRecord.actor],
          editors: await store.approvalPolicy.editorsOf({ kind: "import", id: importID }),
        },
        href: pages.import(environment, importID),
      };
    },
    // An import changes no existing customer, so there are no values to compare again. The digest covers the result of
    // the check.
    differences: async () => [],
  };
}

/** The approval that the next step of an import needs or has. Undefined if the step needs no approval. */
export async function importApprovalView(
  { services, session }: { services: ImportServices; session: { staff: { staffID: string } } },
  importRecord: StoredImport,
  rows: number,
): Promise<RunApproval | undefined> {
  const { environment, importID, digest, state } = importRecord;
  if (digest === null || rows === 0 || !isStartable(importRecord) || isRunActive(state)) return undefined;
  const { staffID } = session.staff;
  return runApprovalView(
    services,
    { environment, kind: "import", subjectID: importID, staffID, rows, changes: [] },
    async () => importApprovalDigest(importRecord),
  );
}
