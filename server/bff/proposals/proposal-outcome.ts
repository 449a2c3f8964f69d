import type { Environment } from "#lib/contract/environment.ts";
import { isInProgress } from "#lib/contract/operation-outcome.ts";
import type { ProposalOutcome } from "#lib/contract/operations/proposal.ts";
import { isFinalPlanned } from "#lib/contract/values/operations/planned-states.ts";
import type { ProposalResult } from "#lib/contract/values/operations/proposal-states.ts";
import { isRunOver } from "#lib/contract/values/operations/run-states.ts";
import { bulkView } from "#server/bff/bulk/bulk-view.ts";
import { operationView } from "#server/bff/operations/operation-view.ts";
import type { StoredProposal } from "#server/bff/store/proposals/proposals.ts";
import type { ProposalServices } from "./proposal-services.ts";

type Services = Pick<ProposalServices, "store" | "clock">;

type ReadOutcome = (services: Services, environment: Environment, id: string) => Promise<ProposalOutcome | undefined>;

async function operationOutcome({ store }: Services, environment: Environment, operationID: string) {
  const stored = await store.operations.find(environment, operationID);
  if (!stored) return undefined;
  const { outcome, customerID, problem } = operationView(stored);
  return {
    state: outcome,
    // An unknown outcome can still be resolved by checking.
    ended: !isInProgress(outcome) && outcome !== "unknown",
    operationID,
    ...(customerID !== undefined && { customerID }),
    ...(problem && { detail: problem.detail }),
  };
}

const outcomes: Readonly<Record<ProposalResult, ReadOutcome>> = {
  operation: operationOutcome,
  async approval(services, environment, approvalID) {
    const approval = await services.store.approvals.find(environment, approvalID, services.clock.now());
    if (!approval) return undefined;
    const { operationID, state, decisionReason } = approval;
    if (operationID !== null) return operationOutcome(services, environment, operationID);
    return { state, ended: state !== "waiting", ...(decisionReason !== null && { detail: decisionReason }) };
  },
  async planned({ store }, environment, plannedChangeID) {
    const planned = await store.planned.find({ environment, plannedChangeID });
    if (!planned) return undefined;
    const { state, stateReason, steps, customerID } = planned;
    const operationID = steps.findLast((step) => step.operationID !== null)?.operationID;
    return {
      state,
      ended: isFinalPlanned(state),
      customerID,
      ...(operationID && { operationID }),
      ...(stateReason && { detail: stateReason.message }),
    };
  },
  async bulk({ store }, environment, bulkID) {
    const bulk = await store.bulks.find(environment, bulkID);
    if (!bulk) return undefined;
    const { state, counts, reason } = await bulkView(store, bulk);
    return { state, ended: isRunOver(state), counts, ...(reason && { detail: reason.message }) };
  },
  async note({ store }, environment, noteID) {
    const note = await store.notes.find(environment, noteID);
    return { state: note ? "stored" : "removed", ended: true };
  },
};

/** The result of an accepted proposal. Undefined if nothing was started, or if its record is no longer kept. */
export async function proposalOutcome(
  { services, environment }: { services: Services; environment: Environment },
  { result }: Pick<StoredProposal, "result">,
): Promise<ProposalOutcome | undefined> {
  return result ? outcomes[result.kind](services, environment, result.id) : undefined;
}
