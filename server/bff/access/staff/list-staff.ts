import type { StaffList } from "#lib/contract/access/staff.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { StaffServices } from "./staff-services.ts";
import { staffView } from "./staff-view.ts";

/** Lists everybody who can use the console, or once could, by name. */
export async function listStaff({
  context: { services },
  input,
}: {
  context: RouteContext<"staff.manage", string, StaffServices>;
  input: { limit: number; offset: number };
}): Promise<StaffList> {
  const nowMs = services.clock.now();
  const { people, total } = await services.store.people.list(input, nowMs);
  return { staff: people.map(staffView), total, ...input, asOf: new Date(nowMs).toISOString() };
}
