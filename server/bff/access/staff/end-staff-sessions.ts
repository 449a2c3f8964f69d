import type { StaffAnswer } from "#lib/contract/access/staff.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { requireChanged } from "./person-changed.ts";
import type { StaffServices } from "./staff-services.ts";
import { staffView } from "./staff-view.ts";

/** Signs a person out everywhere. */
export async function endStaffSessions({
  context,
  staffID,
}: {
  context: RouteContext<"staff.manage", string, StaffServices>;
  staffID: string;
}): Promise<StaffAnswer> {
  const { services } = context;
  const changed = await services.store.people.endSessions(staffID, services.clock.now(), {
    ...auditSource(context),
    action: "staff.sessions-ended",
    outcome: "done",
    target: { kind: "staff", id: staffID },
  });
  return { staff: staffView(requireChanged(services, changed)) };
}
