import type { AuditAction } from "#lib/contract/access/audit.ts";
import type { StaffAnswer, StaffChange } from "#lib/contract/access/staff.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { requireChanged } from "./person-changed.ts";
import type { StaffServices } from "./staff-services.ts";
import { auditedPerson, staffView } from "./staff-view.ts";

/**
 * Changes a person's role, environments or state. A new role or a disabled account signs the person out at their next
 * request, on every replica. A person who changes themselves keeps their session under a new ID.
 */
export async function changeStaff({
  context,
  staffID,
  input,
}: {
  context: RouteContext<"staff.manage", string, StaffServices>;
  staffID: string;
  input: StaffChange;
}): Promise<StaffAnswer> {
  const { services, session, responseHeaders } = context;
  const isOwn = staffID === session.staff.staffID;
  if (isOwn && input.state === "disabled") {
    throw new AppError("invalid_request", "You cannot disable yourself: ask another administrator.", {
      errors: [{ field: "state", message: "You cannot disable yourself" }],
    });
  }
  const sessionID = services.cookie.newSessionID();
  const own = isOwn ? { sessionHash: session.sessionHash, newSessionHash: services.cookie.hash(sessionID) } : undefined;
  const changed = await services.store.people.change(
    staffID,
    input,
    services.clock.now(),
    ({ before, after }) => ({
      ...auditSource(context),
      action: actionOf(input),
      outcome: "done",
      target: { kind: "staff", id: staffID },
      before: auditedPerson(before),
      after: auditedPerson(after),
    }),
    own,
  );
  const person = requireChanged(services, changed);
  const isRenewed = changed.result === "changed" && changed.endedSessions.includes(session.sessionHash);
  if (isRenewed) responseHeaders.append("Set-Cookie", await services.cookie.seal(sessionID));
  return { staff: staffView(person) };
}

/** The audit action of a change of a person. */
export function actionOf({ state }: StaffChange): AuditAction {
  if (state === undefined) return "staff.changed";
  return state === "disabled" ? "staff.disabled" : "staff.enabled";
}
