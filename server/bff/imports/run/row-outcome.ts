import { outcomeDetailOf } from "#lib/contract/operation-outcome.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { endedOutcomeOf, isEnded } from "#server/bff/runs/row-outcome.ts";
import type { ImportRowOutcome } from "#server/bff/store/imports/imports.ts";

/** Determines the new state of a row from the outcome of its creation. */
export function rowOutcomeOf(operation: Operation): ImportRowOutcome {
  const { sentAt, jobID, customerID } = operation;
  const knownIDs = { customerID, jobID, ...(sentAt !== undefined && { sentAt: Date.parse(sentAt) }) };
  const detail = outcomeDetailOf(operation);
  if (isEnded(detail)) {
    const outcome = endedOutcomeOf(operation, detail);
    return outcome.forgetOperation ? outcome : { ...outcome, ...knownIDs };
  }
  switch (detail) {
    case "verified":
    case "succeeded":
    case "accepted":
    case "resolved":
      return { state: "created", ...knownIDs };
    case "running":
    case "awaiting-effect":
    case "superseded":
      return { state: "accepted", ...knownIDs };
    case "vanished":
      return { state: "failed", reason: `The API no longer knows its job ${jobID}.`, ...knownIDs };
  }
}
