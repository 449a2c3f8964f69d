import type { RunApproval } from "#lib/contract/operations/approval.ts";
import type { ApprovalGate, WantedWrite } from "#server/bff/core/approval-gate.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";

type Run = Omit<WantedWrite, "staffID"> & { kind: "bulk" | "import"; subjectID: string };

/**
 * The approval that a run needs or has before its next step. Undefined if the step needs no approval and none was
 * requested.
 */
export async function runApprovalView(
  { store, clock, approvalGate }: Pick<CoreServices, "store" | "clock"> & { approvalGate: ApprovalGate },
  { staffID, ...run }: Run & { staffID: string },
  /** Returns the digest of the content that would be sent now. Undefined if there is no such content. */
  digestOf: () => Promise<string | undefined>,
): Promise<RunApproval | undefined> {
  const [why, latest] = await Promise.all([
    approvalGate.reasons({ ...run, staffID }),
    store.approvals.latestOf(run, clock.now()),
  ]);
  if (!latest) return why.length === 0 ? undefined : { why: [...why] };
  const { approvalID, decidedBy, isEmergency, state, digest } = latest;
  const names = await store.staff.peopleNames(decidedBy ? [decidedBy.staffID] : []);
  const decidedByName = names.get(decidedBy?.staffID ?? "");
  const isCurrent = digest === (await digestOf());
  return {
    why: [...why],
    latest: {
      approvalID,
      state,
      isCurrent,
      ...(decidedBy && { decidedBy: decidedBy.email }),
      ...(decidedByName !== undefined && { decidedByName }),
      ...(isEmergency && { emergency: true as const }),
    },
  };
}
