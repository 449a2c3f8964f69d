import { randomUUID } from "node:crypto";
import type { Contract } from "#lib/contract/customers/customer.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { PlannedChange } from "#lib/contract/operations/planned.ts";
import type { CreatePlanned } from "#lib/contract/operations/planned-requests.ts";
import { type BulkChange, changedMember, changedValue } from "#lib/contract/values/operations/bulk-states.ts";
import { maxOpenPlanned, maxOpenPlannedOfPerson } from "#lib/contract/values/operations/planned-states.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { requireReference } from "#server/bff/operations/require-reference.ts";
import { newPlanned } from "#server/bff/store/planned/planned-edits.ts";
import { checkTimes } from "./check-times.ts";
import type { PlannedServices } from "./planned-services.ts";
import { resolveTime } from "./planned-times.ts";
import { plannedAnswer } from "./planned-view.ts";
import { readReviewed, wholeContract } from "./read-reviewed.ts";

type Context = RouteContext<"planned.run", "/api/:environment/planned", PlannedServices>;

/**
 * Plans a change of a contract, and its end if it is temporary. All steps are stored, and nothing is sent before its
 * time. The contract is read now, because a change may only be made to a reviewed contract.
 */
export async function createPlanned({
  context,
  input,
}: {
  context: Context;
  input: CreatePlanned;
}): Promise<{ plannedChange: PlannedChange }> {
  const { services, environment, session } = context;
  const { store, plannedRules } = services;
  const { customerID, change, then: second = null } = input;
  await requireReference(services, "contract-changes", input.console);
  const at = resolveTime(input.at, "at");
  const until = input.until === undefined ? null : resolveTime(input.until, "until");
  checkTimes({ at, until }, { nowMs: await store.planned.now(), isApplied: false }, plannedRules);
  const { contract, companyName } = await readReviewed(context, customerID, input.expected);
  const expected = wholeContract(contract);
  const changes = second ? [change, second] : [change];
  for (const one of changes) checkChange(one, expected, until !== null);
  const { staffID, email } = session.staff;
  const request = { environment, customerID, changes, expected, staffID };
  const decision = {
    at,
    until,
    expected,
    graceMs: plannedRules.graceMs,
    responsible: { staffID, email },
    reason: input.console?.reason ?? null,
    ticket: input.console?.ticket ?? null,
  };
  const identity = { plannedChangeID: randomUUID(), environment, customerID, companyName, change, second };
  const event = { ...auditSource(context), action: "planned.created", reason: input.console?.reason } as const;
  const room = await store.planned.create(async (nowMs, on) => {
    const needsApproval = await services.plannedApprovals.neededFor(request, on);
    return newPlanned(identity, { ...decision, needsApproval }, nowMs, randomUUID);
  }, event);
  if (room.result !== "created") throw noRoom(room, environment);
  context.answerWith(201);
  return plannedAnswer(services, session, room.planned);
}

function checkChange(change: BulkChange, { term, plan }: Contract, isTemporary: boolean): void {
  const member = changedMember(change);
  const current = member === "term" ? term : plan;
  const refused = (message: string) =>
    new AppError("invalid_request", `Nothing was planned: ${member} ${message}.`, {
      errors: [{ field: member, message }],
    });
  if (current === changedValue(change)) throw refused("has this value already");
  if (isTemporary && current === undefined) throw refused("has no value now that the end could bring back");
}

function noRoom(
  room: { result: "exists"; plannedChangeID: string } | { result: "too-many" | "too-many-of-person" },
  environment: string,
): AppError {
  if (room.result === "exists") {
    const { plannedChangeID } = room;
    const detail = "This customer has an open planned change. Change or cancel that one first.";
    return new AppError("planned_exists", detail, { plannedChangeID });
  }
  const whose = room.result === "too-many" ? environment : "your name, in all environments together";
  const max = room.result === "too-many" ? maxOpenPlanned : maxOpenPlannedOfPerson;
  return new AppError(
    "too_many_planned",
    `There are ${max} open planned changes in ${whose}, and there may be no more.`,
  );
}
