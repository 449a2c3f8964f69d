import { AppError } from "#lib/contract/operations/app-error.ts";
import type { RunContext } from "#server/bff/runs/run-context.ts";
import type { RunStepKind } from "#server/bff/runs/run-kind.ts";
import type { StoredBulk, StoredBulkRow } from "#server/bff/store/bulk/bulk-rows.ts";
import type { BulkRunServices, BulkServices } from "./bulk-services.ts";
import { rowOutcomeOf } from "./run/row-outcome.ts";

/** The context that all steps of one bulk change share. */
export type BulkContext = RunContext<StoredBulk, StoredBulkRow, BulkRunServices>;

/** Bulk changes as a kind of run. */
export const bulkKind: RunStepKind<BulkServices, StoredBulk, StoredBulkRow> = {
  kind: "bulk",
  noun: "bulk change",
  verb: "change",
  permission: "bulk.run",
  stateWords: {
    checking: "is still being checked",
    checked: "is checked and has not started",
    first: "is changing its first customer",
    "first-done": "has changed its first customer",
    running: "is changing the rest",
    paused: "is paused",
    finished: "is finished",
    cancelled: "is cancelled",
  },
  storeOf: ({ store }) => store.bulks,
  rowOutcomeOf,
  firstFrom: ["checked", "first-done"],
  hasSucceeded: ({ state }) => state === "changed" || state === "accepted" || state === "planned",
  async firstOf({ store: { bulks } }, { bulkID }, chosen) {
    const wanted = chosen === undefined ? null : await bulks.row(bulkID, chosen);
    // If a customer has two rows, the earlier row is sent first. The person reviewed the later row with the contract
    // that results from the earlier row.
    const row = await bulks.first(bulkID, "ready", { customerID: wanted?.customerID });
    if (row && (chosen === undefined || wanted?.state === "ready")) return row.position;
    throw new AppError("run_moved", "This customer does not wait to be changed. Choose another one.");
  },
  sizeOf: async (_services, { total }) => total,
  async release({ approvalSources, approvalGate }, { environment, bulkID }, staffID) {
    const source = approvalSources.find(({ kind }) => kind === "bulk");
    const { rows = 0, changes = [], isPlanned } = (await source?.describe(environment, bulkID)) ?? {};
    const subject = { environment, staffID, kind: "bulk", subjectID: bulkID, rows, changes, isPlanned } as const;
    return approvalGate.assertReleased(subject);
  },
  freshCounts: { failuresInRow: 0 },
  wake: ({ bulks }) => bulks.wake(),
};
