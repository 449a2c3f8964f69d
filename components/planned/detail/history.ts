import type { Operation } from "#lib/contract/operations/operation.ts";
import type { PlannedChange, PlannedStep } from "#lib/contract/operations/planned.ts";
import { isFinalPlanned } from "#lib/contract/values/operations/planned-states.ts";
import { outcomeWords } from "#lib/operation-kinds/outcome-texts.ts";
import { outcomeDetail } from "#lib/operations/operation-outcome.ts";
import { detailTexts, historyTexts as texts } from "./detail-texts.ts";

/** An event in the history of a planned change. */
export interface PlannedEvent {
  at: string;
  text: string;
  detail?: string | undefined;
  operationID?: string | undefined;
}

const nameOf = (step: PlannedStep) => (step.kind === "apply" ? detailTexts.applies(step) : detailTexts.reverts(step));

function approvalEvent({ approval }: PlannedChange): PlannedEvent[] {
  if (!approval?.decidedAt) return [];
  const { state, decidedAt: at, decidedBy, reason: detail, emergency } = approval;
  const name = decidedBy?.name || decidedBy?.email || "";
  const words: Partial<Record<typeof state, string>> = {
    approved: emergency ? texts.released(name) : texts.approved(name),
    rejected: texts.rejected(name),
    withdrawn: texts.withdrawn(name),
  };
  return [{ at, detail, text: words[state] ?? texts.expired }];
}

/** All known events of a planned change in order. `operations` are the operations of its steps. */
export function historyOf(planned: PlannedChange, operations: readonly Operation[]): PlannedEvent[] {
  const { createdAt, requestedBy, reason, steps, stateReason, state, finishedAt } = planned;
  const events: PlannedEvent[] = [
    { at: createdAt, text: texts.requested(requestedBy.name || requestedBy.email), detail: reason },
    ...approvalEvent(planned),
  ];
  for (const step of steps) {
    const operation = operations.find(({ operationID }) => operationID === step.operationID);
    if (operation) {
      const { operationID, confirmedAt, settledAt, sentAt, createdAt: began } = operation;
      const at = confirmedAt ?? settledAt ?? sentAt ?? began;
      events.push({ at, operationID, text: texts.operation(nameOf(step), outcomeWords[outcomeDetail(operation)]) });
    }
    if (step.reason) {
      const { at, message: detail, operationID } = step.reason;
      events.push({ at, detail, operationID, text: texts.state(nameOf(step), step.state) });
    }
  }
  const isOfStep = steps.some((step) => step.reason?.at === stateReason?.at);
  if (stateReason && !isOfStep) {
    events.push({ at: stateReason.at, text: stateReason.message, operationID: stateReason.operationID });
  }
  if (finishedAt !== undefined && isFinalPlanned(state)) events.push({ at: finishedAt, text: texts.finished(state) });
  return events.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}
