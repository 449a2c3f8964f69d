import type { Permission } from "#lib/contract/access/permissions.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { shownName } from "#server/bff/core/person-names.ts";
import type { WriteGuard } from "#server/bff/store/operations/operation-recording.ts";
import { readShownName } from "#server/bff/store/staff.ts";

interface PersonInEnvironment {
  services: Pick<CoreServices, "store" | "clock">;
  environment: Environment;
  session: { staff: { staffID: string; email: string } };
}

/**
 * Checks the permission of a request's sender again: in the transaction that records what the request does (`on`), or
 * before a marked write is sent that had to wait. The pipeline has checked it too, but the sender may have been disabled
 * since then. Returns an error, or undefined if the sender still has the permission.
 */
export async function permissionLost(
  { services, environment, session: { staff } }: PersonInEnvironment,
  permission: { name: Permission; words: string },
  on?: Parameters<WriteGuard>[0],
): Promise<AppError | undefined> {
  const right = { staffID: staff.staffID, permission: permission.name, environment };
  if (await services.store.staff.hasPermission(right, services.clock.now(), on)) return undefined;
  const name = on ? await readShownName(on, staff) : await shownName(services.store.staff, staff);
  return new AppError("forbidden", `${name} may no longer ${permission.words} in ${environment}.`);
}

/** Throws if the person who decides may no longer decide, because the API was read since the pipeline checked it. */
export async function requireDecider(context: PersonInEnvironment, on: Parameters<WriteGuard>[0]): Promise<void> {
  const lost = await permissionLost(context, { name: "approvals.decide", words: "decide" }, on);
  if (lost) throw new AppError(lost.code, `${lost.message} Nothing was sent.`);
}
