import { randomUUID } from "node:crypto";
import type { PlannedChange } from "#lib/contract/operations/planned.ts";
import type { CreatePlanned } from "#lib/contract/operations/planned-requests.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { requireReference } from "#server/bff/operations/require-reference.ts";
import { noRoom, preparePlan } from "./plan-change.ts";
import type { PlannedServices } from "./planned-services.ts";
import { resolveTime } from "./planned-times.ts";
import { plannedAnswer } from "./planned-view.ts";

type Context = RouteContext<"planned.run", "/api/:environment/planned", PlannedServices>;

/**
 * Plans a change of a contract, and its end if it is temporary. All steps are stored, and nothing is sent before its
 * time.
 */
export async function createPlanned({
  context,
  input,
}: {
  context: Context;
  input: CreatePlanned;
}): Promise<{ plannedChange: PlannedChange }> {
  const { services, environment, session } = context;
  await requireReference(services, "contract-changes", input.console);
  const { staffID, email } = session.staff;
  const { customerID, change, then: second = null, expected } = input;
  const make = await preparePlan(context, randomUUID(), {
    customerID,
    change,
    second,
    at: resolveTime(input.at, "at"),
    until: input.until === undefined ? null : resolveTime(input.until, "until"),
    expected,
    responsible: { staffID, email },
    reason: input.console?.reason ?? null,
    ticket: input.console?.ticket ?? null,
  });
  const event = { ...auditSource(context), action: "planned.created", reason: input.console?.reason } as const;
  const room = await services.store.planned.create(make, event);
  if (room.result !== "created") throw noRoom(room, environment);
  context.answerWith(201);
  return plannedAnswer(services, room.planned);
}
