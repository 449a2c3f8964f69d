import type { Environment } from "#lib/contract/environment.ts";
import { type OutcomeDetail, outcomeOfDetail } from "#lib/contract/operation-outcome.ts";
import type { PlannedChange, PlannedHold, PlannedReason, PlannedStep } from "#lib/contract/operations/planned.ts";
import { instant } from "#lib/format/instant.ts";
import { withCompanyNames } from "#server/bff/core/customer-names.ts";
import { readPersonNames, withPersonNames } from "#server/bff/core/person-names.ts";
import { type FreezeUse, freezeInForce, periodAt } from "#server/bff/store/freezes/freeze-periods.ts";
import { possibleActions } from "#server/bff/store/planned/planned-edits.ts";
import type {
  PlannedApproval,
  StoredPlanned,
  StoredPlannedStep,
  StoredReason,
} from "#server/bff/store/planned/planned-rows.ts";
import { isPendingStep, nextAtOf } from "#server/bff/store/planned/planned-state.ts";
import type { PlannedServices } from "./planned-services.ts";

const reasonView = ({ code, message, atMs, operationID }: StoredReason): PlannedReason => ({
  code,
  message,
  at: instant(atMs),
  ...(operationID !== undefined && { operationID }),
});

function stepView(step: StoredPlannedStep, detail: OutcomeDetail | undefined): PlannedStep {
  const { stepID, position, kind, change, time, notAfter, state, attempt, reason, operationID } = step;
  const { reviewed, original, found } = step;
  return {
    stepID,
    order: position,
    kind,
    change,
    state,
    attempt,
    notAfter: instant(notAfter),
    dueAt: instant(time.atMs),
    local: time.local,
    zone: time.zone,
    offset: time.offset,
    ...(reason && { reason: reasonView(reason) }),
    ...(operationID !== null && { operationID }),
    ...(detail && { outcome: outcomeOfDetail[detail] }),
    ...(reviewed && { reviewed }),
    ...(original && { original }),
    ...(found && { found }),
  };
}

function approvalView(approval: PlannedApproval): PlannedChange["approval"] {
  const { approvalID, state, expiresAt, decidedBy, decidedAt, decisionReason, isEmergency } = approval;
  return {
    approvalID,
    state,
    ...(state === "waiting" && { expiresAt: instant(expiresAt) }),
    ...(decidedBy && { decidedBy }),
    ...(decidedAt !== null && { decidedAt: instant(decidedAt) }),
    ...(decisionReason !== null && { reason: decisionReason }),
    ...(isEmergency && { emergency: true as const }),
  };
}

/** True if a freeze stops the next step of a planned change. */
function isFrozen({ steps }: StoredPlanned, frozen: ReadonlySet<FreezeUse>): boolean {
  const next = steps.find(isPendingStep);
  return next !== undefined && frozen.has(next.kind);
}

function viewOf(
  planned: StoredPlanned,
  details: ReadonlyMap<string, OutcomeDetail>,
  frozen: ReadonlySet<FreezeUse>,
): PlannedChange {
  const { plannedChangeID, environment, customerID, companyName, change, second, ofView, at, until, state } = planned;
  const { stateReason, reason, ticket, requestedBy, responsible, digest, version, expected, approval } = planned;
  const { createdAt, updatedAt, finishedAt } = planned;
  const nextAt = nextAtOf(planned);
  return {
    plannedChangeID,
    environment,
    customerID,
    ...(companyName !== "" && { companyName }),
    change,
    state,
    // biome-ignore lint/suspicious/noThenProperty: the interface names it so, and it is never a function
    ...(second && { then: second }),
    ...(ofView && { view: { viewID: ofView.viewID, name: ofView.name, query: ofView.query } }),
    at: instant(at.atMs),
    local: at.local,
    zone: at.zone,
    offset: at.offset,
    ...(until && {
      until: instant(until.atMs),
      untilLocal: until.local,
      untilZone: until.zone,
      untilOffset: until.offset,
    }),
    ...(nextAt !== null && { nextAt: instant(nextAt) }),
    ...(stateReason && { stateReason: reasonView(stateReason) }),
    steps: planned.steps.map((step) => stepView(step, details.get(step.operationID ?? ""))),
    ...(reason !== null && { reason }),
    ...(ticket !== null && { ticket }),
    requestedBy,
    responsible,
    digest,
    version,
    expected,
    ...(approval && { approval: approvalView(approval) }),
    ...(isFrozen(planned, frozen) && { held: true as const }),
    actions: possibleActions(planned),
    createdAt: instant(createdAt),
    updatedAt: instant(updatedAt),
    ...(finishedAt !== null && { finishedAt: instant(finishedAt) }),
  };
}

/** Converts planned changes of one environment to the console's API format, with the results of their operations. */
export async function plannedViews(
  { store, customerNames }: Pick<PlannedServices, "store" | "customerNames">,
  environment: Environment,
  stored: readonly StoredPlanned[],
): Promise<PlannedChange[]> {
  const operationIDs = stored.flatMap(({ steps }) => steps.flatMap(({ operationID }) => operationID ?? []));
  const details = await store.operations.outcomesOf(environment, operationIDs);
  const { freezes, nowMs } = await store.freezes.read(environment);
  const frozen = new Set((["apply", "revert"] as const).filter((use) => freezeInForce(freezes, use, nowMs)));
  const named = await withPersonNames(
    store.staff,
    ["responsible", "requestedBy", "decidedBy"],
    stored.map((planned) => ({
      ...viewOf(planned, details, frozen),
      decidedBy: planned.approval?.decidedBy ?? undefined,
    })),
  );
  const views = named.map(({ decidedBy, approval, ...planned }) => ({
    ...planned,
    ...(approval && { approval: { ...approval, ...(decidedBy && { decidedBy }) } }),
  }));
  return withCompanyNames(customerNames, environment, views);
}

/** One planned change as the console shows it. */
export async function plannedAnswer(
  services: Pick<PlannedServices, "store" | "customerNames">,
  stored: StoredPlanned,
): Promise<{ plannedChange: PlannedChange }> {
  const [plannedChange] = await plannedViews(services, stored.environment, [stored]);
  return { plannedChange: plannedChange as PlannedChange };
}

/** Whether the planned changes of an environment are frozen, by whom and why. */
export async function holdView(
  { store }: Pick<PlannedServices, "store">,
  environment: Environment,
): Promise<PlannedHold> {
  const { freezes, nowMs } = await store.freezes.read(environment);
  const { freeze } = freezeInForce(freezes, "apply", nowMs) ?? {};
  if (!freeze) return { held: false };
  const { createdBy, startsAt, reason } = freeze;
  const named = await readPersonNames(store.staff, [createdBy.staffID]);
  const sinceMs = periodAt(freeze, nowMs)?.startMs ?? startsAt;
  return { held: true, by: named(createdBy), since: instant(sinceMs), ...(reason !== "" && { reason }) };
}
